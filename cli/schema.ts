/**
 * `interlock schema`: the JSON Schema of a file that people write, for their editors.
 */
import { describedFileNames, renderJsonSchema } from "../engine/compile/json-schema.ts";
import { suggestName } from "../engine/compile/nearest-name.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import { refuseCall } from "./exit-status.ts";
import { say } from "./output.ts";

export function runSchema(args: readonly string[]): number {
  const [word, more] = args.map(decodeUtf8);
  if (word === undefined) return refuseCall("'schema' needs a name", "run 'interlock schema plugin'");
  const name = describedFileNames.find((each) => each === word);
  if (name === undefined)
    return refuseCall(`there is no schema '${word}'`, suggestName(word, describedFileNames));
  if (more !== undefined)
    return refuseCall(`'schema' takes no second name '${more}'`, `run 'interlock schema ${name}'`);
  say(renderJsonSchema(name));
  return 0;
}
