/**
 * Makes a change to a layer that was checked, and says what became of it: `plugin add`, `update`, `remove` and `init`.
 */
import { existsSync } from "node:fs";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { complainOfFiles } from "./complain.ts";
import { checkChange, keepPlan, trustDigest, type CheckedChange } from "./check-change.ts";
import type { LayersHere } from "./layers-here.ts";
import { makeChange, type LayerChange } from "./layer-change.ts";
import { sayError } from "./output.ts";
import { shortPath, type PluginPlace } from "./plugin-place.ts";

/** What the rules of the layer are now. */
export type Standing = "in force" | "trusted" | "untrusted" | "off";

/** Refuses a change that cannot be used, after its errors are printed. `what`: its subject, in a sentence. */
export function checkOrComplain(
  here: LayersHere,
  change: LayerChange,
  what: string,
): CheckedChange | Refusal {
  const checked = checkChange(here, change);
  if (checked.errors.length > 0 && checked.already.length > 0) {
    complainOfFiles(checked.already);
    return {
      message: `the configuration does not work as it is, and ${what} is not put into it`,
      hint: "fix what is named above first",
    };
  }
  if (checked.errors.length > 0) {
    complainOfFiles(checked.errors);
    return {
      message: `${what} cannot be used as it is, and nothing was changed`,
      hint: "fix what is named above, in the place that it comes from",
    };
  }
  if (checked.standing === "trust" && checked.digest === "")
    return {
      message: `with ${what}, there is more below '${shortPath(change.place.folder)}' than can be trusted`,
      hint: "remove what is not needed there",
    };
  return checked;
}

export function applyChange(change: LayerChange, checked: CheckedChange): Standing | Refusal {
  const failure = makeChange(change);
  if (failure !== null)
    return {
      message: `'${shortPath(change.place.folder)}' cannot be changed (${failure})`,
      hint: "nothing was changed; make it writable, or repeat the command",
    };
  const { standing, digest } = checked;
  const lost = standing === "trust" ? trustDigest(digest) : null;
  if (lost !== null) {
    sayError(
      `interlock: warning: the trust cannot be recorded (${lost})\nhint: set XDG_STATE_HOME, or HOME, and run 'interlock trust'\n`,
    );
    return "untrusted";
  }
  keepPlan();
  if (standing === "off") return "off";
  return standing === "trust" ? "trusted" : standing === "untrusted" ? "untrusted" : "in force";
}

/** One line for people; empty if there is nothing to say. */
export function describeStanding(standing: Standing, place: PluginPlace): string {
  const config = shortPath(existsSync(place.config) ? place.config : place.folder);
  if (standing === "trusted")
    return `interlock: '${config}' is trusted with this change; if it changes again, run 'interlock trust'\n`;
  if (standing === "untrusted")
    return `interlock: '${config}' is not trusted, and not used: there is more in it than this change; look at it with 'interlock trust --show', then run 'interlock trust'\n`;
  if (standing === "off") return `interlock: '${config}' is not used: 'layers.repository' is 'off' here\n`;
  return "";
}
