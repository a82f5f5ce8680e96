/**
 * `interlock explain-error <code>`: what an error means, what to do, and an example; without a code, the list of them.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { refuseCall } from "../shared/complain.ts";
import { say, sayJson } from "../shared/output.ts";
import { allPages, findPage, plainCode } from "./sections.ts";
import { renderList, renderPage } from "./render-page.ts";

export function runExplainError(line: VerbLine): number {
  const [word] = line.words.map(decodeUtf8);
  if (word === undefined) {
    if (line.has("--json")) sayJson({ errors: allPages });
    else say(renderList(allPages));
    return 0;
  }
  const page = findPage(word);
  if (page === null) {
    const codes = allPages.map(({ code }) => `E-${code}`);
    const list = "run 'interlock explain-error', which lists them";
    return refuseCall(`there is no error '${word}'`, suggestName(`E-${plainCode(word)}`, codes, list));
  }
  if (line.has("--json")) sayJson(page);
  else say(renderPage(page));
  return 0;
}
