/**
 * The command line of a verb, read by the verb's form.
 */
import { nearestName } from "../engine/compile/nearest-name.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import type { VerbForm } from "../shim/verbs/verb-form.ts";
import type { Refusal } from "./exit-status.ts";

export interface VerbLine {
  has(option: string): boolean;
  /** The last value of an option, a byte string; null if it was not given. */
  value(option: string): string | null;
  /** All of them, in the order given. */
  values(option: string): string[];
  /** What stands beside the options; byte strings. */
  words: string[];
}

export function parseLine(form: VerbForm, args: readonly string[]): VerbLine | Refusal {
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === "--") {
      words.push(...args.slice(i + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    const [name, joined] = splitOption(arg);
    const option = form.options.find((each) => each.name === name);
    if (option === undefined) return unknownOption(form, decodeUtf8(arg), decodeUtf8(name));
    const values = given.get(name) ?? [];
    given.set(name, values);
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
  return {
    has: (option) => given.has(option),
    value: (option) => given.get(option)?.at(-1) ?? null,
    values: (option) => given.get(option) ?? [],
    words,
  };
}

/** `--name=value` in two; a word that is no such thing as it is. */
function splitOption(arg: string): [string, string | undefined] {
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return equals < 0 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)];
}

function unknownOption(form: VerbForm, arg: string, name: string): Refusal {
  const names = form.options.filter(({ internal }) => !internal).map((option) => option.name);
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
