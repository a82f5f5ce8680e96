/**
 * `match`: conditions of a hook on the payload.
 */
import { matchesGlob } from "../../core/glob.ts";
import type { MatchForm } from "./declared-hook.ts";
import type { Result } from "../merge-results.ts";

/** Which condition does not hold; null if all do. */
export function whyNoMatch(match: MatchForm, payload: Result): string | null {
  const { tool, ability_scope: scope, min_duration_ms: least, only_if_changed_paths: globs, recipe } = match;
  if (tool !== undefined && !matchesTool(tool, textOf(payload["tool_name"])))
    return `the tool is '${textOf(payload["tool_name"])}', not '${tool}'`;
  if (scope !== undefined && !matchesGlob(textOf(payload["ability_id"]), scope))
    return `the ability is '${textOf(payload["ability_id"])}', not '${scope}'`;
  const took = payload["duration_ms"];
  if (least !== undefined && least > 0 && !(typeof took === "number" && took >= least))
    return `it took less than ${least} ms`;
  if (
    globs !== undefined &&
    !changedFiles(payload).some((file) => globs.some((glob) => matchesPath(file, glob)))
  )
    return `no changed file matches '${globs.join("' or '")}'`;
  const name = textOf(payload["recipe_name"]);
  if (recipe !== undefined && !recipe.some((glob) => matchesGlob(name, glob)))
    return `the recipe is '${name}', not '${recipe.join("' or '")}'`;
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

/** `**` is any number of folders, `*` anything but a slash. */
function matchesPath(path: string, glob: string): boolean {
  const pattern = glob
    .split(/(\*\*\/?|\*|\?)/)
    .map((part) => wildcards[part] ?? part.replace(/[.+^${}()|[\]\\]/g, "\\$&"))
    .join("");
  return new RegExp(`^${pattern}$`).test(path);
}

const wildcards: { [part: string]: string | undefined } = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
