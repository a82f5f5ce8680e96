/** Renders the help of a verb from its form. */
import { asciiJson, decodeUtf8 } from "../../engine/core/bytes.ts";
import { renderCode } from "../../engine/core/problem.ts";
import type { Decision, Host } from "../host.ts";
import { sayProblems } from "../report/say-problems.ts";
import { shownOptions, statusesOf } from "./common-options.ts";
import type { OptionForm, Refusal, VerbForm } from "./verb-form.ts";
import { renderRows, wrap } from "./wrap-text.ts";

/** How the text is shown: the native binary does not ask a terminal for its width, and prints no colour here. */
export interface Look {
  width: number;
  heading(text: string): string;
}

const plainLook: Look = { width: 80, heading: (text) => text };

/** The usage on one line. */
export function renderForm(form: VerbForm): string {
  const options = form.options.filter(({ internal }) => !internal);
  // More would not fit on the line; the options below it are all of them.
  const shown = options.length > 2 ? ["[<options>]"] : options.map(renderOption);
  return [form.name].concat(shown, form.words === "" ? [] : [form.words]).join(" ");
}

export function renderVerbHelp(form: VerbForm, { width, heading }: Look = plainLook): string {
  const options = shownOptions(form).map((option) => [renderNames(option), option.summary]);
  const statuses = statusesOf(form).map(([status, meaning]) => [String(status), meaning]);
  const examples = (form.examples || []).map(
    ([line, does]) => "  " + line + "\n" + wrap(does, width, "      "),
  );
  return (
    heading("usage:") +
    " interlock " +
    renderForm(form) +
    "\n\n" +
    wrap(form.summary, width, "  ") +
    ("\n" + heading("options:") + "\n" + renderRows(options, width)) +
    ("\n" + heading("exit status:") + "\n" + renderRows(statuses, width)) +
    (examples.length === 0 ? "" : "\n" + heading("examples:") + "\n" + examples.join(""))
  );
}

/** `-q, --quiet`, `--color <when>` */
export function renderNames({ name, short, value }: OptionForm): string {
  return (short === undefined ? "" : short + ", ") + name + (value === undefined ? "" : " " + value);
}

/** Does the command line ask for help? Words after `--` are not the verb's. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  return own.indexOf("--help") >= 0 || own.indexOf("-h") >= 0;
}

function renderOption({ name, value, repeats }: OptionForm): string {
  return "[" + name + (value === undefined ? "" : " " + value) + "]" + (repeats ? "..." : "");
}

export function showHelp(host: Host, form: VerbForm): Decision {
  host.write(1, renderVerbHelp(form));
  return { action: "exit", status: 0 };
}

/** Refuses a wrong command line; to a caller that asks for JSON, as JSON, too. */
export function refuseLine(host: Host, { message, hint }: Refusal, isJson: boolean): Decision {
  sayProblems(
    host,
    "interlock: error: " + message + " " + renderCode("wrong-usage") + "\nhint: " + hint + "\n",
  );
  if (isJson) {
    const diagnostic = {
      severity: "error",
      code: "wrong-usage",
      message: decodeUtf8(message),
      hint: decodeUtf8(hint),
      source: "",
      frame: null,
    };
    host.write(1, asciiJson({ ok: false, diagnostics: [diagnostic] }) + "\n");
  }
  return { action: "exit", status: 129 };
}

/** Refuses a command line without the operands that the verb needs. */
export function refuseWords(host: Host, form: VerbForm, words: readonly string[]): Decision {
  const message = "'" + form.name + "' needs '" + form.words + "'";
  const hint = "usage: interlock " + renderForm(form);
  return refuseLine(host, { message, hint }, words.indexOf("--json") >= 0);
}
