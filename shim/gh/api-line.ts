/** What a line of `gh api` sends where, before any file is read. */
import { findTarget, type ApiTarget } from "./api-targets.ts";
import type { FoundCommand } from "./commands.ts";
import { usesOf, valueOf, type FlagLine, type FlagUse } from "./parse-flags.ts";
import { readFlags, type OtherLine } from "./text-line.ts";

/** One `-f` or `-F`. */
export interface ApiField {
  use: FlagUse;
  /** `labels[]` is labels and an empty one, `a[b]` is a and b. */
  keys: string[];
  /** null where an empty list is meant: `labels[]`. */
  text: string | null;
  /** `-F`: numbers, true, false, null, @file and placeholders mean something. */
  isMagic: boolean;
}

export interface ApiLine {
  kind: "api";
  at: number;
  flags: FlagLine;
  target: ApiTarget;
  /** The file of `--input`, `-` for standard input; null if the fields make the body. */
  input: string | null;
  /** In the order in which gh reads them: `-f` before `-F`. */
  fields: ApiField[];
}

export function readApiLine(
  argv: readonly string[],
  found: Extract<FoundCommand, { kind: "command" }>,
): ApiLine | OtherLine {
  const flags = readFlags(argv, found);
  if (flags.kind !== "line") return flags;
  if (flags.operands.length !== 1) return { kind: "pass" };
  const input = valueOf(flags, "input") || null;
  const fields = readFields(flags);
  if (!fields) return { kind: "pass" };
  const hasBody = input !== null || fields.length > 0;
  const given = valueOf(flags, "method");
  const method = (given === null ? (hasBody ? "POST" : "GET") : given).toUpperCase();
  const target = findTarget(method, argv[flags.operands[0] as number] as string);
  // Fields of a GET are a query, and a request without a body says nothing.
  if (!target || method === "GET" || !hasBody) return { kind: "pass" };
  const length = usesOf(flags, "header").some(({ value }) => /^content-length\s*:/i.test(value));
  if (length && input !== null) return { kind: "unreadable", reason: "its length is given in a header" };
  return { kind: "api", at: found.at, flags, target, input, fields };
}

/** null: gh refuses one of them. */
function readFields(flags: FlagLine): ApiField[] | null {
  const fields: ApiField[] = [];
  for (const flag of ["raw-field", "field"]) {
    for (const use of usesOf(flags, flag)) {
      const field = readField(use);
      if (!field) return null;
      fields.push(field);
    }
  }
  return fields;
}

/** parseFields in gh's pkg/cmd/api/fields.go: brackets before the first `=` nest. */
function readField(use: FlagUse): ApiField | null {
  const keys: string[] = [];
  const text = use.value;
  let keyAt = 0;
  let equals = -1;
  for (let i = 0; i < text.length && equals < 0; i++) {
    const unit = text.charAt(i);
    if (unit === "[") {
      if (keyAt === 0) keys.push(text.slice(0, i));
      keyAt = i + 1;
    } else if (unit === "]") {
      keys.push(text.slice(keyAt, i));
    } else if (unit === "=") {
      if (keyAt === 0) keys.push(text.slice(0, i));
      equals = i;
    }
  }
  if (keys.length === 0 || (equals < 0 && keys[keys.length - 1] !== "")) return null;
  return { use, keys, text: equals < 0 ? null : text.slice(equals + 1), isMagic: use.name === "field" };
}

/** The files whose content is a part of the request, `-` for standard input; each is to be read once. */
export function apiFiles(line: ApiLine): string[] {
  if (line.input !== null) return [line.input];
  const files: string[] = [];
  for (const { isMagic, text } of line.fields) {
    const file = isMagic && text !== null && text.startsWith("@") ? text.slice(1) : null;
    if (file !== null && files.indexOf(file) < 0) files.push(file);
  }
  return files;
}
