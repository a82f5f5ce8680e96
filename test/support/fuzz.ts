/** How many messages a property is tried on, and with which seed. `npm run fuzz` asks for many more. */
export const seed = Number(process.env["INTERLOCK_SEED"] ?? 42);

export function fuzzCount(usual: number): number {
  return Number(process.env["INTERLOCK_FUZZ"] ?? usual);
}

/** What to run to see a failure again: the same seed and count give the same messages. */
export function replayWith(count: number, file: string): string {
  return `replay: INTERLOCK_SEED=${seed} INTERLOCK_FUZZ=${count} npx vitest run ${file} --testTimeout=0`;
}
