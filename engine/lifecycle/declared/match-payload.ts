/**
 * `match`: conditions of a hook on the payload.
 */
import type { MatchForm } from "./declared-hook.ts";
import { matchesName, matchesPath } from "./glob.ts";
import type { Result } from "../merge-results.ts";

/** The fields that globs are compared with, and what messages call them. */
const names = [
  ["ability_scope", "ability_id", "ability"],
  ["operation_key", "operation_key", "operation"],
  ["recipe", "recipe_name", "recipe"],
] as const;

/** Which condition does not hold; null if all do. `roots`: folders that changed files lie below. */
export function whyNoMatch(match: MatchForm, payload: Result, roots: readonly string[]): string | null {
  const { tool, min_duration_ms: least, only_if_changed_paths: globs } = match;
  if (tool !== undefined && !matchesTool(tool, textOf(payload["tool_name"])))
    return `the tool is '${textOf(payload["tool_name"])}', not '${tool}'`;
  for (const [condition, field, called] of names) {
    const wanted = match[condition];
    const name = textOf(payload[field]);
    if (wanted !== undefined && !wanted.some((glob) => matchesName(name, glob)))
      return `the ${called} is '${name}', not '${wanted.join("' or '")}'`;
  }
  const took = payload["duration_ms"];
  if (least !== undefined && least > 0 && !(typeof took === "number" && took >= least))
    return `it took less than ${least} ms`;
  const isChanged = (file: string, paths: readonly string[]): boolean =>
    paths.some((glob) => matchesPath(file, glob, roots));
  if (globs !== undefined && !changedFiles(payload).some((file) => isChanged(file, globs)))
    return `no changed file matches '${globs.join("' or '")}'`;
  return null;
}

/** As in Claude Code and docker-agent: a regular expression, anchored; `*` and nothing are any tool. */
function matchesTool(pattern: string, tool: string): boolean {
  return pattern === "" || pattern === "*" || new RegExp(`^(?:${pattern})$`).test(tool.slice(0, 200));
}

/** Null if it is no pattern. */
export function checkToolPattern(pattern: string): string | null {
  try {
    return pattern === "*" || new RegExp(`^(?:${pattern})$`) ? null : "";
  } catch (error) {
    return (error as Error).message;
  }
}

function changedFiles(payload: Result): string[] {
  const lists = [payload["changed_files"], payload["files_touched"]];
  return lists.flatMap((list) =>
    Array.isArray(list) ? list.filter((each) => typeof each === "string") : [],
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
