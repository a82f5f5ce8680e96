/** Finds the processes that started this one, as shim/native/programs/ancestors.c does. */
import { readlinkSync } from "node:fs";
import { constants } from "node:os";
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
  const parents = all.map((pid) => ({ pid, parent: parentOf(pid) }));
  const isWhole =
    parents.some(({ pid }) => pid === String(process.pid)) && !parents.some(({ parent }) => parent === null);
  const ours = parents.filter(
    ({ pid, parent }) => pid !== String(process.pid) && parent === String(process.ppid),
  );
  return isWhole
    ? ours.map(({ pid }) => ({
        program: programOf(pid),
        words: wordsOf(pid),
        endedAs: isDead(pid) ? nameOf(pid) : null,
      }))
    : null;
};

function programOf(pid: string): string {
  return resolveReal(`/proc/${pid}/exe`) ?? "";
}

function isDead(pid: string): boolean {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

function nameOf(pid: string): string {
  const stat = readBytes(`/proc/${pid}/stat`);
  return typeof stat === "string" ? (/\(([^]*)\)/.exec(stat)?.[1] ?? "") : "";
}

function wordsOf(pid: string): string[] {
  const words = readBytes(`/proc/${pid}/cmdline`);
  return typeof words === "string" ? words.split("\0").slice(0, -1) : [];
}

function findAncestor(generation: number): string {
  let pid = String(process.ppid);
  for (let left = generation; left > 1; left--) pid = parentOf(pid) ?? "0";
  return pid;
}

/** "0" if the process has ended, null if unknown. */
function parentOf(pid: string): string | null {
  const stat = readBytes(`/proc/${pid}/stat`);
  if (typeof stat === "number") return hasEnded.includes(stat) ? "0" : null;
  // The name in parentheses may contain anything.
  return /^[^]*\) \S (\d+)/.exec(stat)?.[1] ?? null;
}

const hasEnded: readonly number[] = [constants.errno.ENOENT, constants.errno.ESRCH];
