/**
 * The ways to print what was found. To add one: a file in `formats/`, and its line here.
 */
import type { Rules } from "./findings.ts";
import type { Format } from "./format.ts";
import { githubFormat } from "./formats/github.ts";
import { jsonFormat } from "./formats/json.ts";
import { junitFormat } from "./formats/junit.ts";
import { sarifFormat } from "./formats/sarif.ts";
import { textFormat } from "./formats/text.ts";

const formats = {
  text: textFormat,
  json: jsonFormat,
  github: githubFormat,
  sarif: sarifFormat,
  junit: junitFormat,
} as const satisfies { [name: string]: (rules: Rules) => Format };

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as FormatName[];

export function createFormat(name: FormatName, rules: Rules): Format {
  return formats[name](rules);
}
