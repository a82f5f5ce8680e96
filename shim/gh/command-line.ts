/** What a command line of gh does, as far as we have a say in it. */
import { expandLine } from "./aliases.ts";
import { readApiLine, type ApiLine } from "./api-line.ts";
import type { GhConfig } from "./config-file.ts";
import { readMergeLine, type MergeLine } from "./merge-line.ts";
import { readTextLine, type OtherLine, type TextLine } from "./text-line.ts";

export interface GhLine {
  /** With aliases expanded, the program's name first: what words and edits refer to. */
  argv: readonly string[];
  /** If so, gh must be given `spellWords` of them, not the caller's own words. */
  isExpanded: boolean;
  does: TextLine | MergeLine | ApiLine | OtherLine;
}

/** `isOld`: as `expandLine` asks. */
export function readGhLine(
  argv: readonly string[],
  config: GhConfig,
  isOld: () => boolean = () => false,
): GhLine {
  const expanded = expandLine(argv, config, isOld);
  if (expanded.kind === "unclear")
    return { argv, isExpanded: false, does: { kind: "unreadable", reason: expanded.reason } };
  if (expanded.kind !== "line") return { argv, isExpanded: false, does: { kind: "pass" } };
  const { found, isExpanded } = expanded;
  const line = { argv: expanded.argv, isExpanded };
  if (found.kind !== "command" && config.problem !== "") {
    return { ...line, does: { kind: "unreadable", reason: "gh's aliases: " + config.problem } };
  }
  if (found.kind !== "command") return { ...line, does: { kind: "pass" } };
  switch (found.name) {
    case "api":
      return { ...line, does: readApiLine(line.argv, found) };
    case "pr merge":
      return { ...line, does: readMergeLine(line.argv, found) };
    default:
      return { ...line, does: readTextLine(line.argv, found, config.prefersEditor) };
  }
}
