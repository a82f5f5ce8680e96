/**
 * Finds config files with a nearly correct name, which would be ignored silently. Only verbs of `interlock`
 * look for them; a git command does not.
 */
import { systemConfig } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { quoteWords } from "../../engine/core/quote-words.ts";
import type { Host } from "../host.ts";
import { repositoryConfig, userConfig } from "./layers.ts";

/** `top`: the work tree's top folder; empty outside a repository. */
export function findMistypedConfigs(host: Host, top: string): Problem[] {
  const problems: Problem[] = [];
  const prefix = host.ownPrefix() && (host.realPath(host.ownPrefix()) ?? "");
  const own = top === "" ? "" : repositoryConfig(top);
  for (const path of [
    systemConfig,
    prefix === "" || prefix === "/" ? "" : prefix + systemConfig,
    userConfig(host),
    own,
  ]) {
    if (path === "" || host.isThere(path)) continue;
    const folder = path.slice(0, path.lastIndexOf("/"));
    for (const name of namesLike(host, folder, /^(?:conf|configs?|interlock)(?:\.ya?ml)?(?:\.txt)?$/i))
      problems.push(
        mistyped(folder + "/" + name, "config.yaml", quoteWords(["mv", folder + "/" + name, path])),
      );
  }
  if (own === "" || host.isThere(own)) return problems;
  for (const name of namesLike(host, top, /^\.interlock\.ya?ml$/i)) {
    const move =
      quoteWords(["mkdir", "-p", top + "/.interlock"]) + " && " + quoteWords(["mv", top + "/" + name, own]);
    problems.push(mistyped(top + "/" + name, ".interlock/config.yaml", move));
  }
  return problems;
}

function namesLike(host: Host, folder: string, pattern: RegExp): string[] {
  const names = host.listDirectory(folder);
  return typeof names === "number" ? [] : names.filter((name) => pattern.test(name));
}

function mistyped(path: string, wanted: string, hint: string): Problem {
  const message = "'" + path + "' is not read: '" + wanted + "' is looked for";
  return { code: "mistyped-config", message, hint, source: "" };
}
