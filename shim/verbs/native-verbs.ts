/**
 * The verbs that the native binary answers without the cold side.
 */
import type { VerbForm } from "./verb-form.ts";

export const explainForm: VerbForm = {
  name: "explain",
  options: [{ name: "--json", summary: "print one JSON object, for programs" }],
  words: "-- git <args>",
  mostWords: Infinity,
  summary: "show what would become of a git command, and do nothing",
};

export const allowSkipped = "accept that something cannot be judged here";

export const verifyForm: VerbForm = {
  name: "verify",
  options: [
    { name: "--format", value: "<format>", summary: "text (default), json, github, sarif or junit" },
    { name: "--all", summary: "everything that refs and HEAD lead to" },
    { name: "--stdin", summary: "revisions from standard input, one a line" },
    { name: "--pre-receive", summary: "the new commits of a push, as git tells a pre-receive hook" },
    {
      name: "--message-file",
      value: "<file>",
      summary: "one message, in no commit yet; '-' is standard input",
    },
    { name: "--remote", value: "<url>", summary: "the remote that the commits are for, for 'when.remote'" },
    { name: "--allow-skipped", summary: allowSkipped },
  ],
  words: "[<rev-range>...]",
  mostWords: Infinity,
  summary: "judge commits that exist, by default those that are not published (docs/verify.md)",
};

export const healthForm: VerbForm = {
  name: "health",
  options: [{ name: "--build", summary: "for an image being built: what a session brings may be missing" }],
  words: "",
  mostWords: 0,
  summary: "say in one line whether the rules can be held, for a container's health check",
};
