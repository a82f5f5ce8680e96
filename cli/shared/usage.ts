/** Renders the list of verbs. */
import type { Look } from "../../shim/verbs/help.ts";
import type { VerbForm } from "../../shim/verbs/verb-form.ts";
import { renderRows, wrap } from "../../shim/verbs/wrap-text.ts";

export function renderUsage(verbs: readonly VerbForm[], { width, heading }: Look): string {
  const more =
    "'interlock <verb> --help' shows the options, exit statuses and examples of a verb; 'man interlock' shows all of them.";
  return (
    `${heading("usage:")} interlock <verb> [<options>] [<args>]\n\n` +
    renderRows(
      verbs.map(({ name, summary }) => [name, summary]),
      width,
    ) +
    "\n" +
    wrap(more, width, "")
  );
}
