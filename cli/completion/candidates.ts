/** What can stand at a place of a command line, for any shell. */
import { shownOptions } from "../../shim/verbs/common-options.ts";
import type { OptionForm, VerbForm } from "../../shim/verbs/verb-form.ts";

/** A list, files, folders, names that git knows, or something that only the user knows. */
export type Candidates = readonly string[] | "files" | "folders" | "refs" | "none";

export function valuesOf({ value, choices }: OptionForm): Candidates {
  if (choices !== undefined) return choices;
  if (value === "<file>") return "files";
  return value === "<folder>" ? "folders" : "none";
}

/** The operands of a verb. */
export function operandsOf(form: VerbForm, verbs: readonly VerbForm[]): Candidates {
  if (form.wordChoices !== undefined) return form.wordChoices;
  if (form.words.includes("<verb>")) return verbs.map(({ name }) => name);
  if (form.words.includes("<rev-range>")) return "refs";
  return /<(dir|file|path)\b/.test(form.words) ? "files" : "none";
}

/** The operands behind the first one, where they are something else. */
export function laterOperandsOf({ wordChoices, mostWords }: VerbForm): Candidates | null {
  return wordChoices !== undefined && mostWords > 1 ? "files" : null;
}

/** `--quiet` and `-q` */
export function namesOf(form: VerbForm): string[] {
  return shownOptions(form).flatMap(({ name, short }) => (short === undefined ? [name] : [name, short]));
}

/** Prints what `refs` are. */
export const listRefs = "git for-each-ref --format='%(refname:short)' 2>/dev/null";
