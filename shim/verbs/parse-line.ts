/** Parses the command line of a verb by its form. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { nearestName } from "../../engine/core/nearest-name.ts";
import { findOption, shownOptions } from "./common-options.ts";
import type { Refusal, VerbForm } from "./verb-form.ts";

export interface VerbLine {
  has(option: string): boolean;
  /** The last value of an option, a byte string; null if it was not given. */
  value(option: string): string | null;
  /** All values, in the order given. */
  values(option: string): string[];
  /** The operands; byte strings. */
  words: string[];
}

export function parseLine(form: VerbForm, args: readonly string[]): VerbLine | Refusal {
  const given: { [option: string]: string[] | undefined } = {};
  let words: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === "--") {
      words = words.concat(args.slice(i + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    const [typed, joined] = splitOption(arg);
    const option = findOption(form, typed);
    if (option === null) return unknownOption(form, decodeUtf8(arg), decodeUtf8(typed));
    const { name } = option;
    const values = given[name] ?? [];
    given[name] = values;
    if (option.value === undefined) {
      if (joined !== undefined) return { message: `'${name}' takes no value`, hint: helpOf(form) };
      continue;
    }
    const value = joined ?? args[++i];
    if (value === undefined) return { message: `'${name}' needs a value`, hint: helpOf(form) };
    values.push(value);
  }
  const tooMany = words[form.mostWords];
  if (tooMany !== undefined) return surplusWord(form, decodeUtf8(tooMany));
  const values = (option: string): string[] => given[option] ?? [];
  return {
    has: (option) => given[option] !== undefined,
    value: (option) => values(option).slice(-1)[0] ?? null,
    values,
    words,
  };
}

/** Splits `--name=value`; any other word stays whole. */
function splitOption(arg: string): [string, string | undefined] {
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return equals < 0 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)];
}

function unknownOption(form: VerbForm, arg: string, name: string): Refusal {
  const names = shownOptions(form).map((option) => option.name);
  // As in '-n20': '--since' does not begin with it.
  const short = name.slice(0, 2);
  if (name.length > 2 && names.indexOf(short) >= 0)
    return {
      message: `'${form.name}' takes no '${arg}'`,
      hint: `write '${short} ${name.slice(short.length)}'; ${helpOf(form)}`,
    };
  const nearest = nearestName(name, names);
  return {
    message: `'${form.name}' takes no '${arg}'`,
    hint: nearest === null ? helpOf(form) : `did you mean '${nearest}'? ${helpOf(form)}`,
  };
}

function surplusWord(form: VerbForm, word: string): Refusal {
  const message =
    form.mostWords === 0
      ? `'${form.name}' takes no '${word}'`
      : `'${form.name}' takes one '${form.words.replace(/^\[|\]$/g, "")}', and '${word}' is another`;
  return { message, hint: helpOf(form) };
}

function helpOf({ name }: VerbForm): string {
  return `'interlock ${name} --help' lists what it takes`;
}

/** Works on an invalid line too: a caller that asks for JSON gets usage errors as JSON. */
export function asksForJson(args: readonly string[]): boolean {
  const format = args.indexOf("--format");
  const isNamed = args.indexOf("--json") >= 0 || args.indexOf("--format=json") >= 0;
  return isNamed || (format >= 0 && args[format + 1] === "json");
}
