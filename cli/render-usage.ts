/**
 * The help text, from the table of verbs.
 */
import type { Verb } from "./verbs.ts";

export function renderUsage(verbs: readonly Verb[]): string {
  const forms = verbs.map(formOf);
  const width = Math.max(...forms.map((form) => form.length));
  const lines = verbs.map((verb, i) => `  ${(forms[i] as string).padEnd(width)}  ${verb.summary}`);
  return ["usage: interlock <verb> [<args>]", "", ...lines, ""].join("\n");
}

export function renderVerbUsage(verb: Verb): string {
  return `usage: interlock ${formOf(verb)}\n\n  ${verb.summary}\n`;
}

function formOf(verb: Verb): string {
  return verb.usage === "" ? verb.name : `${verb.name} ${verb.usage}`;
}
