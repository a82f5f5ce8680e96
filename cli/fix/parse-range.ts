/**
 * `A..B`, `A..`, or `B` for all its history. B is a branch, a tag or HEAD.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Host } from "../../shim/host.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";

/** What git prints, without its last line end; null if it fails. */
export type AskGit = (...args: string[]) => string | null;

export function askRevisions(host: Host): AskGit {
  return (...args) => {
    const { status, stdout } = host.runGit(args);
    return status === 0 ? stdout.replace(/\n$/, "") : null;
  };
}

interface FixRange {
  /** The branch or tag; null for HEAD. */
  ref: string | null;
  /** As written; `start` is null if there are no dots. */
  start: string | null;
  end: string;
  /** Ids. */
  tip: string;
  starts: string[];
}

export function parseRange(text: string, ask: AskGit): FixRange | Refusal {
  const shown = decodeUtf8(text);
  const resolve = (revision: string): string | null =>
    ask("rev-parse", "--quiet", "--verify", `${revision}^{commit}`);
  const dots = text.lastIndexOf("..");
  const start = dots < 0 ? null : text.slice(0, dots);
  const end = dots < 0 ? text : text.slice(dots + 2);
  const from = start === null ? null : resolve(start || "HEAD");
  const to = resolve(end || "HEAD");
  if (start?.endsWith(".") || text.startsWith("^") || to === null || (start !== null && from === null))
    return {
      message: `'${shown}' is no range of commits here`,
      hint: "give it as 'A..', from A to the current branch",
    };
  const ref = refOf(end, ask);
  const isCurrent = ref === null || ref === ask("symbolic-ref", "--quiet", "HEAD");
  if (ref === null && to !== resolve("HEAD"))
    return {
      message: `'${shown}' does not end where the current branch does`,
      hint: `name a branch: 'interlock fix ${start === null ? "" : decodeUtf8(start) + ".."}<branch>'`,
    };
  return { ref: isCurrent ? null : ref, start, end, tip: to, starts: from === null ? [] : [from] };
}

/** The branch or tag that a word names; null if it names something else, or both. */
function refOf(word: string, ask: AskGit): string | null {
  if (word === "" || word === "HEAD") return null;
  const name = ask("rev-parse", "--symbolic-full-name", "--verify", "--quiet", word);
  return name !== null && /^refs\/(?:heads|tags)\//.test(name) ? name : null;
}
