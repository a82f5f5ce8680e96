/** Which commits a range begins with, and from which on it excludes them. */
import type { Host } from "../host.ts";
import type { Range } from "./choose-range.ts";
import { testFullIds } from "./id-length.ts";
import { withoutGraph } from "./repository-here.ts";

export interface Ends {
  /** Ids; a tag's own, not its commit's. */
  tips: readonly string[];
  excluded: readonly string[];
}

/** The revisions in the input of `git rev-list --stdin`; what follows `--` are paths. */
export function revisionsIn({ input }: Range): string[] {
  const lines = input.split("\n");
  const end = lines.indexOf("--");
  return (end < 0 ? lines : lines.slice(0, end)).filter((line) => line !== "");
}

/** Then a git that lists anything has seen that tip: it finds the others only from there. */
export function hasOneTip(range: Range): boolean {
  const tips = revisionsIn(range).filter((line) => line.charAt(0) !== "^");
  // `a...b` has two, `a^@` as many as `a` has parents; an option may stand for any number.
  return tips.length === 1 && !/^-|\.\.\.|\^@/.test(tips[0] as string);
}

/** A program takes only so many arguments. */
export const mostWords = 500;

/** Null if git cannot tell. */
export function resolveRange(host: Host, range: Range): Ends | null {
  const tips: string[] = [];
  const excluded: string[] = [];
  const sort = (lines: readonly string[]): void => {
    for (const line of lines)
      if (line.charAt(0) === "^") excluded.push(line.slice(1));
      else tips.push(line);
  };
  const revisions = revisionsIn(range);
  const isFullId = testFullIds(host);
  const isId = (line: string): boolean => isFullId(line.replace(/^\^/, ""));
  const hasOptions = range.options.length > 0 || revisions.some((line) => line.charAt(0) === "-");
  // An option such as `--not` is about what follows it.
  const names = hasOptions ? revisions : revisions.filter((line) => !isId(line));
  if (!hasOptions) sort(revisions.filter(isId));
  const size = hasOptions ? Infinity : mostWords;
  for (let i = 0; i < names.length; i += size) {
    // Behind `--`, nothing is a file of the work tree.
    const words = withoutGraph.concat("rev-parse", names.slice(i, i + size), range.options, "--");
    const { status, stdout } = host.runGit(words);
    if (status !== 0) return null;
    sort(stdout.split("\n").filter(isId));
  }
  return { tips, excluded };
}
