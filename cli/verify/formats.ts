/**
 * The ways to print what was found. To add one: a file in `formats/`, its line here, and its name in
 * shim/verify/request.ts.
 */
import type { Format, Rules } from "../../shim/verify/findings.ts";
import type { FormatName } from "../../shim/verify/request.ts";
import { textFormat } from "../../shim/verify/text-format.ts";
import { githubFormat } from "./formats/github.ts";
import { jsonFormat } from "./formats/json.ts";
import { junitFormat } from "./formats/junit.ts";
import { sarifFormat } from "./formats/sarif.ts";

const formats: { [N in FormatName]: (rules: Rules) => Format } = {
  text: textFormat,
  json: jsonFormat,
  github: githubFormat,
  sarif: sarifFormat,
  junit: junitFormat,
};

export function createFormat(name: FormatName, rules: Rules): Format {
  return formats[name](rules);
}
