/** What `pr create`, `pr edit`, `pr revert`, `issue create` and `issue edit` are asked to send, and how to send something else. */
import type { FoundCommand } from "./commands.ts";
import { bodyWord, listWord, type CarriedText, type LineEdit } from "./edit-line.ts";
import { flagTables } from "./flag-tables.ts";
import { isOn, listOf, parseFlags, usesOf, valueOf, type FlagLine } from "./parse-flags.ts";

export type TextCommand = "pr create" | "pr edit" | "pr revert" | "issue create" | "issue edit";
export type FillStyle = "fill" | "first" | "verbose";

export type GivenBody =
  | { from: "argument"; text: string }
  /** As given: relative to the working directory. */
  | { from: "file"; path: string }
  | { from: "stdin" };

/** From the commits. */
export interface FilledBody {
  from: "fill";
  style: FillStyle;
}

/** Where gh takes the body from. */
export type BodySource =
  | GivenBody
  | FilledBody
  /**
   * Title and body are one file in an editor (`splitTitledText`), which begins with what was given. gh before 2.55 has
   * no such thing, and where only the setting asks for it sends what was given.
   */
  | { from: "editor"; given: GivenBody | FilledBody | null }
  /** gh asks, and may start an editor. Without a terminal it refuses. */
  | { from: "prompt" }
  /** What an earlier run kept, as JSON; then as under `prompt`. */
  | { from: "recover"; path: string }
  /** The browser opens, and nothing is sent. */
  | { from: "web" }
  /** An edit of something else; of a revert, the server composes it. */
  | { from: "nowhere" };

export interface TextLine {
  kind: "text";
  command: TextCommand;
  at: number;
  flags: FlagLine;
  /** What an edit names: numbers or addresses. */
  targets: string[];
  /** null if it is not on the line. */
  title: string | null;
  body: BodySource;
  /** Labels that are added; null if no flag says so. */
  labels: string[] | null;
  removedLabels: string[];
  /** `--repo`; GH_REPO counts if it is null or empty. */
  repo: string | null;
  base: string | null;
  /** `--head`, with its owner. */
  head: string | null;
  /** gh prints what it would send. */
  dryRun: boolean;
}

/** What a line comes to if it is none that we change. */
export type OtherLine =
  /** gh's own: help, an error, or nothing of ours is in it. */
  | { kind: "pass" }
  /** It may well send something of ours, and we cannot tell what. */
  | { kind: "unreadable"; reason: string };

type Found = Extract<FoundCommand, { kind: "command" }>;

/** The flags, or what becomes of the line without them. */
export function readFlags(argv: readonly string[], found: Found): FlagLine | OtherLine {
  const parsed = parseFlags(argv, found.rest, flagTables[found.name]);
  if (parsed.kind === "unknown flag") {
    return {
      kind: "unreadable",
      reason: "'" + parsed.flag + "' is no flag we know of 'gh " + found.name + "'",
    };
  }
  return parsed.kind === "line" ? parsed : { kind: "pass" };
}

/** `prefersEditor`: gh's setting `prefer_editor_prompt`, which is as if `--editor` were given. */
export function readTextLine(
  argv: readonly string[],
  found: Found,
  prefersEditor: boolean,
): TextLine | OtherLine {
  const command = found.name as TextCommand;
  const flags = readFlags(argv, found);
  if (flags.kind !== "line") return flags;
  const isNew = command === "pr create" || command === "issue create";
  // Neither takes an argument; an edit without one is of the current branch.
  if (isNew && flags.operands.length > 0) return { kind: "pass" };
  const body = isNew ? bodyOfNew(flags, prefersEditor) : bodyOfEdit(flags, command);
  if (!body) return { kind: "pass" };
  return {
    kind: "text",
    command,
    at: found.at,
    flags,
    targets: flags.operands.map((word) => argv[word] as string),
    title: valueOf(flags, "title"),
    body,
    labels: listOf(flags, labelFlag(command)),
    removedLabels: listOf(flags, "remove-label") || [],
    repo: valueOf(flags, "repo"),
    base: valueOf(flags, "base"),
    head: valueOf(flags, "head"),
    dryRun: isOn(flags, "dry-run"),
  };
}

/** In the order in which gh's own `create` looks at them. null: it refuses the line. */
function bodyOfNew(flags: FlagLine, prefersEditor: boolean): BodySource | null {
  const given = givenBody(flags);
  const styles = fillStyles(flags);
  if (isOn(flags, "web")) return isOn(flags, "editor") ? null : { from: "web" };
  if (styles.length > 1) return null;
  if (given && valueOf(flags, "template")) return null;
  const filled: FilledBody | null = styles[0] ? { from: "fill", style: styles[0] } : null;
  if (isOn(flags, "editor") || prefersEditor) return { from: "editor", given: given || filled };
  const recover = valueOf(flags, "recover");
  // Without a title gh asks, and what it recovers replaces the body that is given.
  const isRecovered = !!recover && !filled && valueOf(flags, "title") === null;
  if ((given || filled) && !isRecovered) return given || filled;
  return recover ? { from: "recover", path: recover } : { from: "prompt" };
}

function fillStyles(flags: FlagLine): FillStyle[] {
  const styles: FillStyle[] = [];
  if (isOn(flags, "fill")) styles.push("fill");
  if (isOn(flags, "fill-first")) styles.push("first");
  if (isOn(flags, "fill-verbose")) styles.push("verbose");
  return styles;
}

/** Here both flags at once are an error. */
function bodyOfEdit(flags: FlagLine, command: TextCommand): BodySource | null {
  if (valueOf(flags, "body") !== null && valueOf(flags, "body-file")) return null;
  const given = givenBody(flags);
  if (given) return given;
  return { from: command !== "pr revert" && isInteractive(flags) ? "prompt" : "nowhere" };
}

/** An edit that names nothing to change asks for everything. */
function isInteractive(flags: FlagLine): boolean {
  return flags.uses.every(({ name, value }) => name === "repo" || (name === "body-file" && value === ""));
}

/** An empty `--body-file` is as none; another wins over `--body`. */
export function givenBody(flags: FlagLine): GivenBody | null {
  const file = valueOf(flags, "body-file");
  if (file) return file === "-" ? { from: "stdin" } : { from: "file", path: file };
  const text = valueOf(flags, "body");
  return text === null ? null : { from: "argument", text };
}

function labelFlag(command: TextCommand): string {
  return command === "pr create" || command === "issue create" ? "label" : "add-label";
}

/**
 * The line with this body. Under `--fill` gh still composes the title. `--template` goes: gh has no use for it beside a
 * body, and refuses both.
 */
export function withBody(line: TextLine, carried: CarriedText): LineEdit {
  return { remove: usesOf(line.flags, "body", "body-file", "template"), add: [bodyWord(carried)] };
}

/** The line with these labels, in one flag. */
export function withLabels(line: TextLine, labels: readonly string[]): LineEdit {
  const flag = labelFlag(line.command);
  return { remove: usesOf(line.flags, flag), add: labels.length === 0 ? [] : [listWord(flag, labels)] };
}
