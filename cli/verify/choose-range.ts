/**
 * Which commits are verified.
 */
import type { Host } from "../../shim/host.ts";
import { unpublished } from "../commits/unpublished.ts";
import type { VerifyRequest } from "./request.ts";
import type { Range } from "../commits/read-commits.ts";

/** Refs whose commits no rule is for. Nothing that they hold counts as known, either: it was never judged. */
const leftAloneRefs = ["refs/notes/*", "refs/replace/*", "refs/stash"];
const allRefs = [...leftAloneRefs.map((glob) => `--exclude=${glob}`), "--all"];

/** Null if there is nothing to walk. */
export function chooseRange(host: Host, request: VerifyRequest): Range | null {
  switch (request.from) {
    case "all":
      return { options: allRefs, input: "" };
    case "revisions":
      return { options: [], input: request.revisions.map((revision) => revision + "\n").join("") };
    case "stdin":
      return { options: [], input: readInput(host) };
    case "pre-receive":
      return pushedRange(readInput(host));
    case "default":
      return unpublished(host);
  }
}

/** Lines of `<old> <new> <ref>`, as git gives them to a pre-receive hook. */
function pushedRange(input: string): Range | null {
  const pushed = input
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, id, ref]) => id !== undefined && ref !== undefined && isJudged(id, ref))
    .map(([, id]) => `${id}\n`);
  return pushed.length === 0 ? null : { options: ["--not", ...allRefs], input: pushed.join("") };
}

/** A ref that is deleted has an id of zeros. */
function isJudged(id: string, ref: string): boolean {
  const isLeftAlone = leftAloneRefs.some((glob) =>
    glob.endsWith("*") ? ref.startsWith(glob.slice(0, -1)) : ref === glob,
  );
  return !isLeftAlone && !/^0+$/.test(id);
}

function readInput(host: Host): string {
  const input = host.readStdin();
  return typeof input === "string" ? input : "";
}
