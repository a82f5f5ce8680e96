/**
 * The verbs that the native binary answers without the cold side.
 */
import type { VerbForm } from "./verb-form.ts";

export const explainForm: VerbForm = {
  name: "explain",
  options: [{ name: "--json", summary: "print one JSON object, for programs" }],
  words: "-- git|gh <args>",
  mostWords: Infinity,
  summary: "show what interlock would do with a command, and do nothing",
};

export const allowSkipped = "do not fail if something cannot be judged here";

export const verifyForm: VerbForm = {
  name: "verify",
  options: [
    { name: "--format", value: "<format>", summary: "text (default), json, github, sarif or junit" },
    { name: "--all", summary: "everything reachable from refs and HEAD" },
    { name: "--stdin", summary: "revisions from standard input, one per line" },
    { name: "--pre-receive", summary: "the new commits of a push, from the input of a pre-receive hook" },
    {
      name: "--message-file",
      value: "<file>",
      summary: "a message that is not in a commit yet; '-' is standard input",
    },
    { name: "--remote", value: "<url>", summary: "the remote that 'when.remote' is compared with" },
    { name: "--allow-skipped", summary: allowSkipped },
  ],
  words: "[<rev-range>...]",
  mostWords: Infinity,
  summary: "check existing commits, by default the unpublished ones (docs/verify.md)",
};

export const healthForm: VerbForm = {
  name: "health",
  options: [{ name: "--build", summary: "for an image being built: values of a session may be missing" }],
  words: "",
  mostWords: 0,
  summary: "print in one line whether the rules are enforced, for a container's health check",
};
