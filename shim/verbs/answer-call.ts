/**
 * How a verb of the native binary answers a command line that asks for help, or is wrong. The cold side's answers have
 * the same form: cli/parse-line.ts and cli/complain.ts.
 */
import { asciiJson, decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Decision, Host } from "../host.ts";
import { renderForm, renderVerbHelp } from "./render-help.ts";
import type { VerbForm } from "./verb-form.ts";

export function showHelp(host: Host, form: VerbForm): Decision {
  host.write(1, renderVerbHelp(form));
  return { action: "exit", status: 0 };
}

/** `words`: what was given; the first that the verb does not know is named. */
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
