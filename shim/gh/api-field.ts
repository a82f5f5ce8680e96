/** The fields of a `gh api` request: `-f` and `-F`. */
import { usesOf, type FlagLine, type FlagUse } from "./parse-flags.ts";

/** One `-f` or `-F`. */
export interface ApiField {
  use: FlagUse;
  /** The names on the way to it: of `a[b]`, a and b. An empty one on the way is a list: `x[][a]` has a list of objects. */
  path: string[];
  /** `labels[]`: it is one of a list. */
  isList: boolean;
  /** null where an empty list is meant: `labels[]`. */
  text: string | null;
  /** `-F`: numbers, true, false, null, @file and placeholders mean something. */
  isMagic: boolean;
}

/** null: gh refuses one of them. */
export function readFields(flags: FlagLine): ApiField[] | null {
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
  const value = equals < 0 ? null : text.slice(equals + 1);
  return { use, ...pathOf(keys), text: value, isMagic: use.name === "field" };
}

/** An empty key makes a list of the name before it; one that stands first, of the name behind it. */
function pathOf(keys: readonly string[]): Pick<ApiField, "path" | "isList"> {
  const path: string[] = [];
  let isList = false;
  for (const key of keys) {
    if (key === "") {
      isList = true;
      continue;
    }
    if (path.length > 0 && isList) path.push("");
    if (path.length > 0) isList = false;
    path.push(key);
  }
  return { path: path.length === 0 ? [""] : path, isList };
}

/** The file that a field's text comes from; null if it is on the line. */
export function fileOf({ isMagic, text }: ApiField): string | null {
  return isMagic && text !== null && text.startsWith("@") ? text.slice(1) : null;
}
