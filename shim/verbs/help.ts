/** Renders the help of a verb from its form. */
import { asciiJson, decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Decision, Host } from "../host.ts";
import type { OptionForm, VerbForm } from "./verb-form.ts";

/** The usage on one line. */
export function renderForm(form: VerbForm): string {
  const options = shownOptions(form);
  // More would not fit on the line; the verb's own help lists them all.
  const shown = options.length > 2 ? ["[<options>]"] : options.map(renderOption);
  return [form.name].concat(shown, form.words === "" ? [] : [form.words]).join(" ");
}

export function renderVerbHelp(form: VerbForm): string {
  const rows = shownOptions(form).map(({ name, value, summary }) => [
    value === undefined ? name : name + " " + value,
    summary,
  ]);
  rows.push(["-h, --help", "print this text"]);
  return "usage: interlock " + renderForm(form) + "\n\n  " + form.summary + "\n\n" + renderRows(rows);
}

/** Two columns, one row per line. */
export function renderRows(rows: readonly (readonly string[])[]): string {
  const width = Math.max.apply(
    null,
    rows.map(([left]) => (left as string).length),
  );
  return rows.map(([left, right]) => "  " + padded(left as string, width) + "  " + right + "\n").join("");
}

/** Does the command line ask for help? Words after `--` are not the verb's. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  return own.indexOf("--help") >= 0 || own.indexOf("-h") >= 0;
}

function shownOptions({ options }: VerbForm): OptionForm[] {
  return options.filter(({ internal }) => !internal);
}

function renderOption({ name, value, repeats }: OptionForm): string {
  return "[" + name + (value === undefined ? "" : " " + value) + "]" + (repeats ? "..." : "");
}

function padded(text: string, width: number): string {
  let column = text;
  while (column.length < width) column += " ";
  return column;
}

export function showHelp(host: Host, form: VerbForm): Decision {
  host.write(1, renderVerbHelp(form));
  return { action: "exit", status: 0 };
}

/**
 * Refuses a wrong command line. `words`: the given words; names the first one that the verb does not know.
 */
export function refuseWords(host: Host, form: VerbForm, words: readonly string[]): Decision {
  const known = form.options.map(({ name }) => name);
  const unknown = words[words.map((word) => known.indexOf(word)).indexOf(-1)];
  const message =
    unknown === undefined
      ? "'" + form.name + "' needs '" + form.words + "'"
      : "'" + form.name + "' takes no '" + unknown + "'";
  const hint = "usage: interlock " + renderForm(form);
  host.write(2, "interlock: error: " + message + "\nhint: " + hint + "\n");
  if (words.indexOf("--json") >= 0) {
    const diagnostic = {
      severity: "error",
      code: "wrong-usage",
      message: decodeUtf8(message),
      hint,
      source: "",
      frame: null,
    };
    host.write(1, asciiJson({ ok: false, diagnostics: [diagnostic] }) + "\n");
  }
  return { action: "exit", status: 129 };
}
