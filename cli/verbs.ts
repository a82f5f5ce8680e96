/**
 * The verbs of `interlock`. Help, dispatch and "did you mean" derive from this table. To add one:
 * write `cli/<verb>.ts` with its `run`, and add its line here. Each is loaded when it is asked for: the
 * compiler, with all its schemas, takes longer to load than some verbs take to run.
 */

export interface Verb {
  name: string;
  /** What follows the name on the command line. */
  usage: string;
  summary: string;
  /** Gets the words after the verb (byte strings); gives the exit status. Null: answered before it comes to the table. */
  run: ((args: readonly string[]) => Promise<number>) | null;
}

export const verbs: readonly Verb[] = [
  {
    name: "compile",
    usage: "[--prefix <folder>]",
    summary: "check the config files and plugins, and write the plan made from them",
    run: async (args) => (await import("./compile.ts")).runCompile(args),
  },
  {
    name: "explain",
    usage: "[--json] -- git <args>",
    summary: "show what would become of a git command, and do nothing",
    run: null,
  },
  {
    name: "fix",
    usage: "[--dry-run] [<rev-range>]",
    summary: "mend the messages of commits that are not published (docs/fix.md)",
    run: async (args) => (await import("./fix.ts")).runFix(args),
  },
  {
    name: "health",
    usage: "",
    summary: "say in one line whether the rules can be held, for a container's health check",
    run: null,
  },
  {
    name: "hooks",
    usage: "[--points] [--json]",
    summary: "list every hook in run order, or with --points the hook points there are",
    run: async (args) => (await import("./hooks.ts")).runHooks(args),
  },
  {
    name: "policies",
    usage: "[--point <hook point>]...",
    summary: "print the policies of all hooks, as one section for a prompt",
    run: async (args) => (await import("./policies.ts")).runPolicies(args),
  },
  {
    name: "schema",
    usage: "plugin|config",
    summary: "print the JSON Schema of a plugin.yaml or a config file",
    run: async (args) => (await import("./schema.ts")).runSchema(args),
  },
  {
    name: "verify",
    usage: "[--format <format>] [<rev-range>...]",
    summary: "judge commits that exist, by default those that are not published (docs/verify.md)",
    run: async (args) => (await import("./verify.ts")).runVerify(args),
  },
  { name: "version", usage: "", summary: "print the version", run: null },
  { name: "help", usage: "[<verb>]", summary: "print this text", run: null },
];
