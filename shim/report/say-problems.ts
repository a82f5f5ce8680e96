/** Prints refusals, errors and warnings for people: the labels of their lines in colour, as the cold side does it. */
import type { Host } from "../host.ts";
import { paint, paintLabels, wantsColor, type ColorChoice } from "./colour.ts";

export function sayProblems(host: Host, text: string, color: ColorChoice = "auto"): void {
  if (text === "") return;
  if (!wantsColor(color, (name) => host.env(name), host.isTerminal(2))) return host.write(2, text);
  // A painted text may have escape sequences: none may come from outside.
  host.write(2, paintLabels(text.replace(/\x1b/g, "?"), paint), true);
}
