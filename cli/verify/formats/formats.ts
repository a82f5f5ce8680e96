/** How each format prints; its name and summary are in shim/verbs/verify-formats.ts. */
import type { FormatName } from "../../../shim/verbs/verify-formats.ts";
import type { Format, Rules } from "../../../shim/verify/findings.ts";
import { textFormat } from "../../../shim/verify/text-format.ts";
import { githubFormat } from "./github.ts";
import { jsonFormat } from "./json.ts";
import { junitFormat } from "./junit.ts";
import { sarifFormat } from "./sarif.ts";

export const formats: { [N in FormatName]: (rules: Rules) => Format } = {
  text: textFormat,
  json: jsonFormat,
  github: githubFormat,
  sarif: sarifFormat,
  junit: junitFormat,
};
