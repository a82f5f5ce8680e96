/** `interlock plugin init`: a new plugin in a folder of its own, to be worked on and published. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { canAsk } from "../shared/ask.ts";
import { refuseCall, refuseSetUp } from "../shared/complain.ts";
import { askPluginName, renderNewPlugin, whyBadPluginName } from "../shared/new-plugin.ts";
import { sayJson, sayNotice } from "../shared/output.ts";

export function initPlugin(line: VerbLine, [word]: readonly string[]): number {
  const isJson = line.has("--json");
  const name = word === undefined ? askName(isJson) : decodeUtf8(word);
  if (name === null) return refuseCall("'plugin init' needs a name", "interlock plugin init my-rules");
  const bad = whyBadPluginName(name);
  if (bad !== null) return refuseCall(bad.message, bad.hint);
  const folder = resolve(name);
  if (existsSync(folder))
    return refuseSetUp(`'${name}' exists already`, "choose another name; nothing is overwritten");
  const files = renderNewPlugin(name);
  const staged = join(dirname(folder), `.interlock-new-${process.pid}`);
  try {
    for (const [path, { bytes }] of files) {
      mkdirSync(dirname(join(staged, path)), { recursive: true });
      writeFileSync(join(staged, path), bytes);
    }
    renameSync(staged, folder);
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    return refuseSetUp(
      `'${name}' cannot be made (${(error as NodeJS.ErrnoException).code})`,
      "go to a folder that you may write to",
    );
  }
  const paths = [...files.keys()].map((path) => `${name}/${path}`);
  if (isJson) sayJson({ name, path: folder, files: paths });
  else
    sayNotice(
      `${paths.map((path) => `created ${path}\n`).join("")}\nNext:\n  interlock plugin test ${name}    # run its examples\n  interlock plugin add ./${name}   # use it in this repository\n`,
    );
  return 0;
}

/** Null if nobody can be asked. */
function askName(isJson: boolean): string | null {
  if (isJson || !canAsk()) return null;
  return askPluginName("Name of the plugin");
}
