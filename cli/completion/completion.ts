/**
 * `interlock completion`: a script that completes `interlock` in a shell, made from the table of verbs.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import type { VerbForm } from "../../shim/verbs/verb-form.ts";
import { say } from "../shared/output.ts";
import { refuseCall } from "../shared/refuse.ts";
import { renderBash } from "./bash.ts";
import { renderFish } from "./fish.ts";
import { renderZsh } from "./zsh.ts";

const renderers = new Map([
  ["bash", renderBash],
  ["zsh", renderZsh],
  ["fish", renderFish],
]);

export function runCompletion({ words }: VerbLine, verbs: readonly VerbForm[]): number {
  const [shell = ""] = words.map(decodeUtf8);
  const names = [...renderers.keys()];
  if (shell === "")
    return refuseCall("'completion' needs the name of a shell", `use one of: ${names.join(", ")}`);
  const render = renderers.get(shell);
  if (render === undefined)
    return refuseCall(`there is no completion for '${shell}'`, suggestName(shell, names));
  say(render(verbs));
  return 0;
}
