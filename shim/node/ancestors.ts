/**
 * Who started this process, as shim/native/ancestors.c has it.
 */
import type { Host } from "../host.ts";
import { listNames, readBytes, resolveReal } from "./read-files.ts";

export function ancestorProgram(generation: number): string {
  return programOf(findAncestor(generation));
}

export function ancestorWords(generation: number): string[] {
  return wordsOf(findAncestor(generation));
}

export const siblings: Host["siblings"] = () => {
  const names = listNames("/proc");
  const all = typeof names === "number" ? [] : names.filter((name) => /^\d+$/.test(name));
  const ours = all.filter((pid) => pid !== String(process.pid) && parentOf(pid) === String(process.ppid));
  return ours.map((pid) => ({ program: programOf(pid), words: wordsOf(pid) }));
};

function programOf(pid: string): string {
  return resolveReal(`/proc/${pid}/exe`) ?? "";
}

function wordsOf(pid: string): string[] {
  const words = readBytes(`/proc/${pid}/cmdline`);
  return typeof words === "string" ? words.split("\0").slice(0, -1) : [];
}

function findAncestor(generation: number): string {
  let pid = String(process.ppid);
  for (let left = generation; left > 1; left--) pid = parentOf(pid);
  return pid;
}

function parentOf(pid: string): string {
  const stat = readBytes(`/proc/${pid}/stat`);
  // The name, in parentheses, may hold anything.
  return typeof stat === "string" ? (/^[^]*\) \S (\d+)/.exec(stat)?.[1] ?? "0") : "0";
}
