/**
 * Which commits are verified.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { isForNotes } from "../../shim/gate/updates.ts";
import type { Host } from "../../shim/host.ts";
import type { Refusal } from "../exit-status.ts";
import { unpublished } from "../commits/unpublished.ts";
import type { VerifyRequest } from "./request.ts";
import type { Range } from "../commits/read-commits.ts";

/** Refs with commits that git makes for itself. `--all` leaves them out, and what they hold does not count as known. */
const ownRefs = ["refs/notes/*", "refs/namespaces/*/refs/notes/*", "refs/replace/*", "refs/stash"];
const allRefs = [...ownRefs.map((glob) => `--exclude=${glob}`), "--all"];

/** A part of what is verified. */
export interface Lot {
  range: Range;
  /** They go to refs/notes, where git's own words pass. */
  areNotes: boolean;
}

/** Empty if there is nothing to walk. */
export function chooseLots(host: Host, request: VerifyRequest): Lot[] | Refusal {
  if (request.from === "pre-receive") return pushedLots(host.readStdin());
  const range = chooseRange(host, request);
  return range === null ? [] : [{ range, areNotes: false }];
}

function chooseRange(host: Host, request: VerifyRequest): Range | null {
  switch (request.from) {
    case "all":
      return { options: allRefs, input: "" };
    case "revisions":
      return { options: [], input: request.revisions.map((revision) => revision + "\n").join("") };
    case "stdin":
      return { options: [], input: readInput(host) };
    default:
      return unpublished(host);
  }
}

/**
 * Lines of `<old> <new> <ref>`, as git gives them to a pre-receive hook. One that is none ends everything: what it
 * stands for would come in unjudged.
 */
function pushedLots(input: string | number): Lot[] | Refusal {
  const lines = typeof input === "string" ? input.split("\n") : [];
  if (lines.pop() !== "" || lines.length === 0)
    return notGits("standard input does not hold what git tells a pre-receive hook");
  const branches: string[] = [];
  const notes: string[] = [];
  for (const line of lines) {
    const [, from, to, ref] = pushedLine.exec(line) ?? [];
    if (from === undefined || to === undefined || ref === undefined || from.length !== to.length)
      return notGits(`the line '${decodeUtf8(line)}' is not one that git tells a pre-receive hook`);
    // A ref that is deleted has an id of zeros.
    if (!/^0+$/.test(to)) (isForNotes({ remoteRef: ref }) ? notes : branches).push(`${to}\n`);
  }
  return [
    { range: { options: ["--not", ...allRefs], input: branches.join("") }, areNotes: false },
    // Notes that are here have been judged as such.
    { range: { options: ["--not", "--all"], input: notes.join("") }, areNotes: true },
  ].filter(({ range }) => range.input !== "");
}

/** Names of refs are bytes of any kind but these. */
const pushedLine = /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]+) ([^\x00-\x20\x7f]+)$/;

function notGits(message: string): Refusal {
  return { message, hint: "call it from a pre-receive hook, on the hook's own standard input: docs/ci.md" };
}

function readInput(host: Host): string {
  const input = host.readStdin();
  return typeof input === "string" ? input : "";
}
