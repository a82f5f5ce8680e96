/**
 * The verbs of `interlock`. Help, parsing, dispatch and "did you mean" derive from this table. To add one: write
 * `cli/<verb>/<verb>.ts` with its `run`, and add its line here; to add an option, a line in its `options`. Verbs are
 * loaded on demand, because the compiler with its schemas takes longer to load than some verbs take to run.
 */
import { commandNames, commands, takersOf, usageOf } from "./plugin/commands.ts";
import {
  dispatchForm,
  explainForm,
  healthForm,
  jsonOption as json,
  verifyForm,
} from "../shim/verbs/native-verbs.ts";
import type { VerbForm } from "../shim/verbs/verb-form.ts";
import type { VerbLine } from "../shim/verbs/parse-line.ts";

export interface Verb extends VerbForm {
  /** Gives the exit status. Null: cli/main.ts or the native binary answers it. */
  run: ((line: VerbLine) => Promise<number>) | null;
}

const noWords = { words: "", mostWords: 0 };

export const verbs: readonly Verb[] = [
  {
    name: "compile",
    options: [
      { name: "--prefix", value: "<folder>", summary: "the install to bake for, if it is not this one" },
      json,
      {
        name: "--for-shim",
        value: "<request>",
        internal: true,
        summary: "print the plan that the shim asks for",
      },
    ],
    ...noWords,
    summary: "check config files and plugins, and compile them into a plan",
    examples: [
      [
        "interlock compile",
        "after a change to a config file or a plugin: is it right, and which rules are active?",
      ],
      ["interlock compile -q", "the same in a script: prints only what is wrong"],
    ],
    run: async (line) => (await import("./compile/compile.ts")).runCompile(line),
  },
  {
    name: "completion",
    options: [],
    words: "bash|zsh|fish",
    mostWords: 1,
    wordChoices: ["bash", "zsh", "fish"],
    summary: "print a script that completes verbs and options in a shell",
    examples: [
      ["source <(interlock completion bash)", "a line for ~/.bashrc"],
      ["interlock completion zsh > ~/.zfunc/_interlock", "into a folder of fpath"],
      ["interlock completion fish > ~/.config/fish/completions/interlock.fish", "read when it is needed"],
    ],
    run: async (line) => (await import("./completion/completion.ts")).runCompletion(line, verbs),
  },
  { ...dispatchForm, run: async (line) => (await import("./dispatch/dispatch.ts")).runDispatch(line) },
  {
    name: "doctor",
    options: [
      json,
      { name: "--build", summary: "for an image being built: what a session brings may be missing" },
    ],
    ...noWords,
    summary: "find out whether rules are enforced, and what could disable them",
    statuses: [
      [0, "the rules are enforced here"],
      [1, "they are not"],
    ],
    examples: [
      ["interlock doctor", "every check with its finding, and below it what to do"],
      ["interlock doctor -q", "only the problems"],
    ],
    run: async (line) => (await import("./doctor/doctor.ts")).runDoctor(line),
  },
  { ...explainForm, run: null },
  {
    name: "explain-error",
    options: [json],
    words: "[<code>]",
    mostWords: 1,
    summary: "explain an error by its code, such as E-rule-broken",
    examples: [
      ["interlock explain-error E-rule-broken", "its cause, what to do, and an example"],
      ["interlock explain-error", "all codes"],
    ],
    run: async (line) => (await import("./explain-error/explain-error.ts")).runExplainError(line),
  },
  {
    name: "fix",
    options: [
      { name: "--dry-run", summary: "print what would change as diffs, and write nothing" },
      {
        name: "--scope",
        value: "all|own",
        choices: ["all", "own"],
        summary: "instead of the configuration's 'scope'",
      },
      { name: "--all-authors", summary: "correct the commits of other authors, too" },
      { name: "--force-pushed", summary: "rewrite commits that are on a remote, too" },
      { name: "--branches", summary: "correct all branches, not only the current one" },
      { name: "--tags", summary: "correct all tags; with --branches, both" },
      { name: "--detached", summary: "rewrite the detached HEAD" },
      {
        name: "--allow-skipped",
        summary: "do not fail if something cannot be judged here; it stays as it is",
      },
    ],
    words: "[<rev-range>...]",
    mostWords: Infinity,
    summary: "correct the messages of unpublished commits",
    statuses: [
      [0, "done, or nothing to do"],
      [1, "a commit cannot be corrected, or is not yours"],
      [2, "it cannot be done here"],
    ],
    examples: [
      ["interlock fix --dry-run", "what would change on this branch, as diffs"],
      ["interlock fix HEAD~3..", "correct the last three commits"],
    ],
    run: async (line) => (await import("./fix/fix.ts")).runFix(line),
  },
  { ...healthForm, run: null },
  {
    name: "hooks",
    options: [
      { name: "--points", summary: "list the hook points instead of the hooks" },
      { name: "--registration", summary: "print the hooks with handlers as JSON, grouped by event" },
      json,
    ],
    ...noWords,
    summary: "list all hooks in run order, or all hook points",
    examples: [
      ["interlock hooks", "which rules there are, in which order they run, and from which file"],
      ["interlock hooks --json | jq '.hooks[].id'", "the same for a program"],
    ],
    run: async (line) => (await import("./hooks/hooks.ts")).runHooks(line),
  },
  {
    name: "init",
    options: [
      {
        name: "--plugin",
        value: "<name>",
        summary: "the name of the first plugin, instead of 'house-rules'",
      },
      { name: "--no-plugin", summary: "write the config alone" },
      { name: "--global", summary: "for all of your repositories, instead of this one" },
    ],
    ...noWords,
    summary: "write a config for this repository, or for all of yours, and a plugin with a first rule",
    examples: [
      ["interlock init", "on a terminal, asks for the plugin's name"],
      ["interlock init --global", "rules for every commit on this machine, by you or by your agent"],
      ["interlock init --plugin house", "asks nothing"],
    ],
    run: async (line) => (await import("./init/init.ts")).runInit(line),
  },
  {
    name: "log",
    options: [
      {
        name: "--since",
        value: "<time>",
        summary: "only decisions since then: 30m, 1h, 2d, or a date such as 2026-01-02",
      },
      { name: "-n", value: "<count>", summary: "only the last so many; 20 without --since" },
      { name: "--follow", summary: "then print new decisions as they are recorded" },
      { name: "--stats", summary: "count decisions and rules instead of listing them" },
      {
        name: "--file",
        value: "<file>",
        summary: "another record than that of the configuration; '-' is standard input",
      },
      { name: "--json", summary: "print the lines as they are recorded, for programs" },
    ],
    ...noWords,
    summary: "show what interlock decided, and by which rule (docs/record.md)",
    examples: [
      ["interlock log --since 1h", "what happened to my commits in the last hour, and by which rule?"],
      ["interlock log --stats", "how often each rule changed or refused something"],
    ],
    run: async (line) => (await import("./log/log.ts")).runLog(line),
  },
  {
    name: "plugin",
    options: [
      {
        name: "--ref",
        value: "<ref>",
        summary: `${takersOf("--ref")}: the branch, tag or commit, instead of HEAD`,
      },
      {
        name: "--global",
        summary: `${takersOf("--global")}: for all of your repositories, instead of this one`,
      },
      {
        name: "--yes",
        summary: "add, update: install programs without asking; remove, update: discard local changes",
      },
      json,
    ],
    words: "<command> [<what>]",
    wordChoices: commandNames,
    mostWords: Infinity,
    summary: "add, list, remove, update, outdated, validate, test or init plugins (docs/plugin-command.md)",
    statuses: [[1, "test: an example fails; outdated: a plugin is"]],
    examples: commandNames.map((name) => [`interlock plugin ${usageOf(name)}`, commands[name].summary]),
    run: async (line) => (await import("./plugin/plugin.ts")).runPlugin(line),
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
      json,
    ],
    ...noWords,
    summary: "print the policies of all hooks, as one section for a prompt",
    examples: [["interlock policies >> prompt.md", "tell an agent the rules before they are enforced"]],
    run: async (line) => (await import("./policies/policies.ts")).runPolicies(line),
  },
  {
    name: "schema",
    options: [],
    words: "plugin|config",
    wordChoices: ["plugin", "config"],
    mostWords: 1,
    summary: "print the JSON Schema of a plugin.yaml or a config file",
    examples: [["interlock schema plugin > plugin.schema.json", "for an editor's YAML language server"]],
    run: async (line) => (await import("./schema/schema.ts")).runSchema(line),
  },
  {
    name: "seal",
    options: [{ name: "--undo", summary: "restore the system git and gh" }],
    ...noWords,
    summary: "as root: replace the system git and gh for all users (docs/install.md)",
    examples: [
      ["interlock seal", "after the rules are written to /etc/interlock/config.yaml"],
      ["interlock seal --undo", "everything is as before"],
    ],
    run: async (line) => (await import("./seal/seal.ts")).runSeal(line),
  },
  {
    name: "setup",
    options: [
      {
        name: "--shell",
        value: "<shell>",
        choices: ["bash", "zsh", "fish", "sh"],
        repeats: true,
        summary: "only this shell: bash, zsh, fish or sh; by default those that you use",
      },
      { name: "--write", summary: "add the lines to the shells' start-up files" },
      { name: "--undo", summary: "remove the lines" },
      json,
    ],
    ...noWords,
    summary: "print or add the lines that put interlock first on PATH",
    examples: [
      ["interlock setup", "see which lines go into which files"],
      ["interlock setup --write", "add them; a second time changes nothing"],
      ["interlock setup --undo", "remove them"],
    ],
    run: async (line) => (await import("./setup/setup.ts")).runSetup(line),
  },
  {
    name: "trust",
    options: [
      { name: "--show", summary: "show what the layer asks for, and record nothing" },
      { name: "--revoke", summary: "forget all trust in this repository" },
    ],
    ...noWords,
    summary: "trust the repository's own rules, as they are now",
    examples: [
      ["interlock trust --show", "see what they do"],
      ["interlock trust", "use them, until they change"],
    ],
    run: async (line) => (await import("./trust/trust.ts")).runTrust(line),
  },
  { ...verifyForm, run: async (line) => (await import("./verify/verify.ts")).runVerify(line) },
  { name: "version", options: [], ...noWords, summary: "print the version", run: null },
  { name: "help", options: [], words: "[<verb>]", mostWords: 1, summary: "print this text", run: null },
];
