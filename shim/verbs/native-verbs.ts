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

export const healthForm: VerbForm = {
  name: "health",
  options: [{ name: "--build", summary: "for an image being built: what a session brings may be missing" }],
  words: "",
  mostWords: 0,
  summary: "say in one line whether the rules can be held, for a container's health check",
};
