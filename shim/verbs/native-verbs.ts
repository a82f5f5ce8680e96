/**
 * The verbs that the native binary answers without the cold side.
 */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import { dialectNames } from "../../engine/lifecycle/dialects/dialects.ts";
import type { OptionForm, VerbForm } from "./verb-form.ts";
import { formatNames } from "./verify-formats.ts";

export const jsonOption: OptionForm = { name: "--json", summary: "print one JSON object, for programs" };

function listOr(names: readonly string[]): string {
  return names.slice(0, -1).join(", ") + " or " + names[names.length - 1];
}

export const dispatchForm: VerbForm = {
  name: "dispatch",
  options: [
    {
      name: "--dialect",
      value: "<name>",
      choices: dialectNames,
      summary: "speak as its hooks do: " + listOr(dialectNames),
    },
    { name: "--plugin", value: "<name>", summary: "only the hooks of this plugin" },
  ],
  words: "[<point>]",
  mostWords: 1,
  summary: "fire a hook point, with its payload as JSON on standard input",
  statuses: [[1, "a hook refuses (with a dialect: as its runtime expects it)"]],
  examples: [
    [`echo '{"text": "Done."}' | interlock dispatch response.finalize`, "what the hooks make of an answer"],
  ],
};

export const explainForm: VerbForm = {
  name: "explain",
  options: [
    {
      name: "--message-file",
      value: "<file>",
      summary: "a text instead of a command; '-' is standard input",
    },
    {
      name: "--hook",
      value: "<point>",
      summary: "with --message-file: the hook point; default " + finalizePoint,
    },
    {
      name: "--run-programs",
      summary: "run the programs of hooks, which may do anything; otherwise none runs",
    },
    { name: "--time", summary: "show where the time goes, as on a terminal" },
    jsonOption,
  ],
  words: "-- git|gh <args>",
  mostWords: Infinity,
  summary: "show what interlock would do with a command, without running it",
  statuses: [
    [0, "the command would run"],
    [1, "a rule would refuse it"],
    [2, "that is unknown: a program did not run"],
  ],
  examples: [["interlock explain -- git commit -m 'fix: retry'", "what this commit would become, and why"]],
};

export const verifyForm: VerbForm = {
  name: "verify",
  options: [
    {
      name: "--format",
      value: "<format>",
      choices: formatNames,
      summary: listOr(["text (default)"].concat(formatNames.slice(1))),
    },
    { name: "--json", summary: "the same as --format json" },
    { name: "--all", summary: "everything reachable from refs and HEAD" },
    { name: "--stdin", summary: "revisions from standard input, one per line" },
    { name: "--pre-receive", summary: "the new commits of a push, from the input of a pre-receive hook" },
    {
      name: "--message-file",
      value: "<file>",
      summary: "a message that is not in a commit yet; '-' is standard input",
    },
    { name: "--remote", value: "<url>", summary: "the remote that 'when.remote' is compared with" },
    {
      name: "--allow-skipped",
      summary: "do not fail if no rule applies here, or a value is not set",
    },
  ],
  words: "[<rev-range>...]",
  mostWords: Infinity,
  summary: "check existing commits, by default the unpublished ones",
  statuses: [
    [0, "no rule is broken"],
    [1, "a rule is broken"],
    [2, "that cannot be determined here"],
  ],
  examples: [
    ["interlock verify", "the commits that no remote has"],
    ["interlock verify origin/main..HEAD", "the commits of a pull request"],
    ["interlock verify --message-file .git/COMMIT_EDITMSG", "a message before it is committed"],
  ],
};

export const healthForm: VerbForm = {
  name: "health",
  options: [
    {
      name: "--require-sealed",
      summary: "for a sealed image: fail if it is not sealed, or if the caller can undo it",
    },
    { name: "--build", summary: "for an image being built: values of a session may be missing" },
    jsonOption,
  ],
  words: "",
  mostWords: 0,
  summary: "print in one line whether the rules are enforced, for a health check",
  statuses: [
    [0, "healthy"],
    [1, "not healthy; the line says why"],
  ],
  examples: [
    ["HEALTHCHECK CMD interlock health --require-sealed", "a line of the Dockerfile of a sealed image"],
    ["interlock health", "in an install that is not sealed"],
  ],
};
