/**
 * The verbs of `interlock`. Help, dispatch and "did you mean" derive from this table. To add one:
 * write `cli/<verb>.ts` with its `run`, and add its line here.
 */
import { runCompile } from "./compile.ts";
import { runHooks } from "./hooks.ts";
import { runPolicies } from "./policies.ts";
import { runSchema } from "./schema.ts";

export interface Verb {
  name: string;
  /** What follows the name on the command line. */
  usage: string;
  summary: string;
  /** Gets the words after the verb (byte strings); gives the exit status. Null: answered before it comes to the table. */
  run: ((args: readonly string[]) => number) | null;
}

export const verbs: readonly Verb[] = [
  {
    name: "compile",
    usage: "",
    summary: "check the config files and plugins, and write the plan made from them",
    run: runCompile,
  },
  {
    name: "explain",
    usage: "[--json] -- git <args>",
    summary: "show what would become of a git command, and do nothing",
    run: null,
  },
  {
    name: "hooks",
    usage: "[--points] [--json]",
    summary: "list every hook in run order, or with --points the hook points there are",
    run: runHooks,
  },
  {
    name: "policies",
    usage: "[--point <hook point>]...",
    summary: "print the policies of all hooks, as one section for a prompt",
    run: runPolicies,
  },
  {
    name: "schema",
    usage: "plugin|config",
    summary: "print the JSON Schema of a plugin.yaml or a config file",
    run: runSchema,
  },
  { name: "version", usage: "", summary: "print the version", run: null },
  { name: "help", usage: "[<verb>]", summary: "print this text", run: null },
];
