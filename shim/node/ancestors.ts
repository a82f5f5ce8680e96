/**
 * Who started this process, as shim/native/ancestors.c has it.
 */
import { readBytes, resolveReal } from "./read-files.ts";

export function ancestorProgram(generation: number): string {
  return resolveReal(`/proc/${findAncestor(generation)}/exe`) ?? "";
}

export function ancestorWords(generation: number): string[] {
  const words = readBytes(`/proc/${findAncestor(generation)}/cmdline`);
  return typeof words === "string" ? words.split("\0").slice(0, -1) : [];
}

function findAncestor(generation: number): string {
  let pid = String(process.ppid);
  for (let left = generation; left > 1; left--) {
    const stat = readBytes(`/proc/${pid}/stat`);
    // The name, in parentheses, may hold anything.
    pid = typeof stat === "string" ? (/^[^]*\) \S (\d+)/.exec(stat)?.[1] ?? "0") : "0";
  }
  return pid;
}
