/** What `pr merge` is asked to make the commit say. */
import type { FoundCommand } from "./commands.ts";
import { bodyWord, type CarriedText, type LineEdit } from "./edit-line.ts";
import { isOn, usesOf, valueOf, type FlagLine } from "./parse-flags.ts";
import { givenBody, readFlags, type GivenBody, type OtherLine } from "./text-line.ts";

export interface MergeLine {
  kind: "merge";
  at: number;
  flags: FlagLine;
  /** null: the server composes it. An empty one is as none. */
  subject: string | null;
  /** The same. */
  body: GivenBody | null;
  /** null: gh asks, or a merge queue decides. */
  method: "merge" | "squash" | "rebase" | null;
  /** The server merges later, with this message. */
  auto: boolean;
}

/**
 * A rebase keeps the messages that the commits have, and `--disable-auto` makes no commit: both pass. A message beside
 * `--rebase` is sent all the same, and a merge queue may use it.
 */
export function readMergeLine(
  argv: readonly string[],
  found: Extract<FoundCommand, { kind: "command" }>,
): MergeLine | OtherLine {
  const flags = readFlags(argv, found);
  if (flags.kind !== "line") return flags;
  const methods = (["merge", "squash", "rebase"] as const).filter((name) => isOn(flags, name));
  // gh takes one of them.
  if (methods.length > 1 || isOn(flags, "disable-auto")) return { kind: "pass" };
  if (flags.operands.length > 1) return { kind: "pass" };
  if (valueOf(flags, "body") !== null && valueOf(flags, "body-file")) return { kind: "pass" };
  const subject = valueOf(flags, "subject") || null;
  const body = givenBody(flags);
  const auto = isOn(flags, "auto");
  const method = methods[0] || null;
  if (method === "rebase" && subject === null && body === null) return { kind: "pass" };
  return { kind: "merge", at: found.at, flags, subject, body, method, auto };
}

/** null leaves the subject, or the body, as the line has it. */
export function withMessage(line: MergeLine, subject: string | null, body: CarriedText | null): LineEdit {
  const add: string[] = [];
  let remove = subject === null ? [] : usesOf(line.flags, "subject");
  if (subject !== null) add.push("--subject=" + subject);
  if (body !== null) {
    remove = remove.concat(usesOf(line.flags, "body", "body-file"));
    add.push(bodyWord(body));
  }
  return { remove, add };
}
