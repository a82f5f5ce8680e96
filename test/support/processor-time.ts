/** Milliseconds of processor time that the work takes in this process: unlike the clock, no busy machine adds to it. */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
