/**
 * Programs that a plugin names and does not have. The compiler does not look: a program may come later, and a plan does not
 * become stale with it.
 */
import { posix } from "node:path";
import type { Problem } from "../../engine/core/problem.ts";
import { warningAt } from "../../engine/compile/files/problem-at.ts";
import type { ListedHook } from "../../engine/compile/list-hooks.ts";
import type { PluginTree } from "./plugin-tree.ts";

export function findMissingPrograms(hooks: readonly ListedHook[], tree: PluginTree): Problem[] {
  return hooks.flatMap(({ id, source, handler }) => {
    if (handler === null || handler.kind !== "command") return [];
    const { command, args } = handler;
    // A text alone is a line for the shell.
    if (typeof command === "string" && args.length === 0) return [];
    const [program = "", ...words] = [command, args].flat();
    const finding = whyNotRunnable(program, tree) ?? whyNotFound(words, tree);
    if (finding === null) return [];
    return [
      warningAt(source, null, { code: "program-missing", ...finding, message: `'${id}' ${finding.message}` }),
    ];
  });
}

type Why = { message: string; hint: string } | null;

/** A bare name is looked up on the PATH. */
function whyNotRunnable(program: string, tree: PluginTree): Why {
  const path = posix.normalize(program);
  if (!program.includes("/") || posix.isAbsolute(path) || path.startsWith("../")) return null;
  const file = tree.find((each) => each.path === path);
  if (file === undefined)
    return {
      message: `runs '${program}', which does not exist`,
      hint: "create it in the plugin's folder, or correct the name",
    };
  if (file.isExecutable) return null;
  return { message: `runs '${program}', which is not executable`, hint: `chmod +x ${program}` };
}

function whyNotFound(words: readonly string[], tree: PluginTree): Why {
  const script = words.find((word) => tree.some(({ path }) => path === posix.normalize(word)));
  if (script === undefined) return null;
  return {
    message: `gives its program '${script}', which is looked for where the program runs, not in the plugin's folder`,
    hint: `begin '${script}' with '#!' and its interpreter, chmod +x it, and name it first: command: [./${posix.normalize(script)}]`,
  };
}
