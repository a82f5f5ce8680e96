/** Compares what came of an example with what it expects. */
import { isDeepStrictEqual } from "node:util";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { isRecord, type Result } from "../../engine/lifecycle/merge-results.ts";
import { renderDiff } from "../../shim/judge/describe.ts";
import type { Example } from "./read-examples.ts";

export interface Verdict {
  name: string;
  line: number;
  passed: boolean;
  /** What was expected and what came instead, as lines. */
  difference: string[];
}

/** Texts, not bytes. */
export interface Came {
  value: Example["given"];
  /** Why it is refused, and what failed. */
  refusals: readonly string[];
  warnings: readonly string[];
  /** What the hooks of a lifecycle point answered. */
  result: Result;
}

export function judgeExample(example: Example, came: Came): Verdict {
  const difference = compare(example, came);
  return { name: example.name, line: example.line, passed: difference.length === 0, difference };
}

function compare({ given, becomes, unchanged, refused, warned, result }: Example, came: Came): string[] {
  const { refusals } = came;
  const refusalLines = refusals.map((each) => `+refused: ${each}`);
  if (refused !== undefined) {
    if (refusals.some((each) => each.includes(refused))) return [];
    return [`-refused: ${refused}`, ...(refusals.length > 0 ? refusalLines : linesOf(came.value, "+"))];
  }
  const wanted = becomes ?? (unchanged ? given : undefined);
  if (refusals.length > 0) return [...linesOf(wanted ?? given, "-"), ...refusalLines];
  return [
    ...(wanted === undefined ? [] : compareValues(wanted, came.value, unchanged === true)),
    ...compareWarnings(warned, came.warnings),
    ...compareFields(result ?? {}, came.result),
  ];
}

function compareWarnings(warned: string | undefined, warnings: readonly string[]): string[] {
  if (warned === undefined || warnings.some((each) => each.includes(warned))) return [];
  return [`-warned: ${warned}`, ...warnings.map((each) => `+warned: ${each}`)];
}

function compareValues(wanted: Example["given"], came: Example["given"], isWhole: boolean): string[] {
  if (isRecord(wanted) && isRecord(came))
    return compareFields(isWhole ? { ...emptied(came), ...wanted } : wanted, came);
  return renderDiff({ before: textOf(wanted), after: textOf(came) });
}

/** The fields that must not be there. */
function emptied(came: Result): Result {
  return Object.fromEntries(Object.keys(came).map((field) => [field, undefined]));
}

/** Only the fields that are named count. */
function compareFields(wanted: Result, came: Result): string[] {
  return Object.entries(wanted).flatMap(([field, value]) =>
    isDeepStrictEqual(value, came[field])
      ? []
      : [...showField("-", field, value), ...showField("+", field, came[field])],
  );
}

function showField(mark: string, field: string, value: unknown): string[] {
  return value === undefined ? [] : [`${mark}${field}: ${JSON.stringify(value)}`];
}

function linesOf(value: Example["given"], mark: string): string[] {
  if (isRecord(value)) return Object.entries(value).flatMap(([field, each]) => showField(mark, field, each));
  return textOf(value)
    .split("\n")
    .slice(0, -1)
    .map((line) => mark + decodeUtf8(line));
}

/** Bytes. A list is one entry a line. Line ends at the end do not count: YAML's `|` adds one, `git commit -m` too. */
function textOf(value: Example["given"]): string {
  const text = typeof value === "string" ? value : Array.isArray(value) ? value.join("\n") : "";
  return encodeUtf8(text.replace(/\n+$/, "") + "\n");
}
