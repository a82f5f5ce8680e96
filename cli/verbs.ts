/**
 * The verbs of `interlock`. Help, parsing, dispatch and "did you mean" derive from this table. To add one: write
 * `cli/<verb>/<verb>.ts` with its `run`, and add its line here; to add an option, a line in its `options`. Verbs are
 * loaded on demand, because the compiler with its schemas takes longer to load than some verbs take to run.
 */
import { allowSkipped, explainForm, healthForm, verifyForm } from "../shim/verbs/native-verbs.ts";
import type { VerbForm } from "../shim/verbs/verb-form.ts";
import type { VerbLine } from "../shim/verbs/parse-line.ts";

export interface Verb extends VerbForm {
  /** Gives the exit status. Null: cli/main.ts or the native binary answers it. */
  run: ((line: VerbLine) => Promise<number>) | null;
}

const noWords = { words: "", mostWords: 0 };
const json = { name: "--json", summary: "print one JSON object, for programs" };

export const verbs: readonly Verb[] = [
  {
    name: "compile",
    options: [
      { name: "--prefix", value: "<folder>", summary: "the install to bake for, if it is not this one" },
      {
        name: "--for-shim",
        value: "<request>",
        internal: true,
        summary: "print the plan that the shim asks for",
      },
    ],
    ...noWords,
    summary: "check the config files and plugins, and write the plan made from them",
    run: async (line) => (await import("./compile/compile.ts")).runCompile(line),
  },
  {
    name: "dispatch",
    options: [
      {
        name: "--dialect",
        value: "<name>",
        summary: "speak as its hooks do: claude, codex, gemini, cursor, docker-agent or kodelet",
      },
      { name: "--plugin", value: "<name>", summary: "only the hooks of this plugin" },
    ],
    words: "[<point>]",
    mostWords: 1,
    summary: "fire a hook point, with its payload as JSON on standard input",
    run: async (line) => (await import("./dispatch/dispatch.ts")).runDispatch(line),
  },
  {
    name: "doctor",
    options: [
      json,
      { name: "--build", summary: "for an image being built: what a session brings may be missing" },
    ],
    ...noWords,
    summary: "find out whether the rules are enforced here, and what could switch them off",
    run: async (line) => (await import("./doctor/doctor.ts")).runDoctor(line),
  },
  { ...explainForm, run: null },
  {
    name: "fix",
    options: [
      { name: "--dry-run", summary: "print what would change as diffs, and write nothing" },
      { name: "--scope", value: "all|own", summary: "in place of the configuration's 'scope'" },
      { name: "--all-authors", summary: "mend the commits of other authors, too" },
      { name: "--force-pushed", summary: "rewrite commits that are on a remote, too" },
      { name: "--branches", summary: "mend all branches, in place of the current one" },
      { name: "--tags", summary: "mend all tags; with --branches, both" },
      { name: "--detached", summary: "rewrite the detached HEAD" },
      { name: "--allow-skipped", summary: `${allowSkipped}; it stays as it is` },
    ],
    words: "[<rev-range>...]",
    mostWords: Infinity,
    summary: "mend the messages of commits that are not published (docs/fix.md)",
    run: async (line) => (await import("./fix/fix.ts")).runFix(line),
  },
  { ...healthForm, run: null },
  {
    name: "hooks",
    options: [
      { name: "--points", summary: "list the hook points there are, in place of the hooks" },
      { name: "--registration", summary: "print the hooks with handlers as JSON, grouped by event" },
      json,
    ],
    ...noWords,
    summary: "list every hook in run order, or with --points the hook points there are",
    run: async (line) => (await import("./hooks/hooks.ts")).runHooks(line),
  },
  {
    name: "policies",
    options: [
      {
        name: "--point",
        value: "<hook point>",
        repeats: true,
        summary: "only the policies of this hook point; 'interlock hooks --points' lists them",
      },
    ],
    ...noWords,
    summary: "print the policies of all hooks, as one section for a prompt",
    run: async (line) => (await import("./policies/policies.ts")).runPolicies(line),
  },
  {
    name: "schema",
    options: [],
    words: "plugin|config",
    mostWords: 1,
    summary: "print the JSON Schema of a plugin.yaml or a config file",
    run: async (line) => (await import("./schema/schema.ts")).runSchema(line),
  },
  {
    name: "trust",
    options: [
      { name: "--show", summary: "show what the layer asks for, and record nothing" },
      { name: "--revoke", summary: "forget all trust in this repository" },
    ],
    ...noWords,
    summary: "use the rules that the repository brings, as they are now",
    run: async (line) => (await import("./trust/trust.ts")).runTrust(line),
  },
  { ...verifyForm, run: async (line) => (await import("./verify/verify.ts")).runVerify(line) },
  { name: "version", options: [], ...noWords, summary: "print the version", run: null },
  { name: "help", options: [], words: "[<verb>]", mostWords: 1, summary: "print this text", run: null },
];
