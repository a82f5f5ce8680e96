/**
 * `interlock schema`: the JSON Schema of a file that people write, for their editors.
 */
import { describedFileNames, renderJsonSchema } from "../../engine/compile/schema/json-schema.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { refuseCall } from "../shared/complain.ts";
import { say } from "../shared/output.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";

export function runSchema({ words }: VerbLine): number {
  const [word] = words.map(decodeUtf8);
  if (word === undefined) return refuseCall("'schema' needs a name", "run 'interlock schema plugin'");
  const name = describedFileNames.find((each) => each === word);
  if (name === undefined)
    return refuseCall(`there is no schema '${word}'`, suggestName(word, describedFileNames));
  say(renderJsonSchema(name));
  return 0;
}
