/**
 * Finds config files with a nearly correct name, which would be ignored silently. Only verbs of `interlock`
 * look for them; a git command does not.
 */
import { systemConfig } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import { isThere, repositoryConfig, type Layers } from "./layers.ts";

/** `top`: the work tree's top folder; empty outside a repository. */
export function findMistypedConfigs(host: Host, { user }: Layers, top: string): Problem[] {
  const problems: Problem[] = [];
  for (const path of [systemConfig, user, top === "" ? "" : repositoryConfig(top)]) {
    if (path === "" || isThere(host, path)) continue;
    const folder = path.slice(0, path.lastIndexOf("/"));
    const names = host.listDirectory(folder);
    if (typeof names === "number") continue;
    for (const name of names.filter((each) => /^(?:conf|config|configs)\.ya?ml$/i.test(each)))
      problems.push({
        code: "mistyped-config",
        message: "'" + folder + "/" + name + "' is not read: 'config.yaml' is looked for",
        hint: "mv '" + folder + "/" + name + "' '" + path + "'",
        source: "",
      });
  }
  return problems;
}
