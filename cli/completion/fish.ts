/** Completion for fish. */
import { shownOptions } from "../../shim/verbs/common-options.ts";
import type { OptionForm, VerbForm } from "../../shim/verbs/verb-form.ts";
import { laterOperandsOf, listRefs, operandsOf, valuesOf, type Candidates } from "./candidates.ts";

export function renderFish(verbs: readonly VerbForm[]): string {
  const lines = verbs.flatMap((verb) => [
    `complete -c interlock -n __fish_use_subcommand -a ${verb.name} -d ${quote(verb.summary)}`,
    ...shownOptions(verb).map((option) => line(verb, optionFlags(option), option.summary)),
    ...operandLine(verb, verbs),
  ]);
  return `# Completes interlock in fish; made by 'interlock completion fish'.
complete -c interlock -f
${lines.join("\n")}
`;
}

function line({ name }: VerbForm, flags: string, summary: string, besides = ""): string {
  const about = summary === "" ? "" : ` -d ${quote(summary)}`;
  return `complete -c interlock -n '__fish_seen_subcommand_from ${name}${besides}' ${flags}${about}`;
}

function optionFlags(option: OptionForm): string {
  const { name, short, value } = option;
  const names = [name, ...(short === undefined ? [] : [short])].map(flagOf).join(" ");
  return value === undefined ? names : `${names} ${fill(valuesOf(option))}`;
}

function flagOf(name: string): string {
  return name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
}

function operandLine(verb: VerbForm, verbs: readonly VerbForm[]): string[] {
  const candidates = operandsOf(verb, verbs);
  const later = laterOperandsOf(verb);
  if (later !== null && typeof candidates !== "string") {
    const isChosen = `__fish_seen_subcommand_from ${candidates.join(" ")}`;
    return [
      line(verb, fill(candidates), "", `; and not ${isChosen}`),
      line(verb, "-F", "", `; and ${isChosen}`),
    ];
  }
  return candidates === "none" ? [] : [line(verb, candidates === "files" ? "-F" : fill(candidates), "")];
}

function fill(candidates: Candidates): string {
  const flags = {
    files: "-r -F",
    folders: "-x -a '(__fish_complete_directories)'",
    refs: `-x -a ${quote(`(${listRefs})`)}`,
    none: "-x",
  };
  return typeof candidates === "string" ? flags[candidates] : `-x -a ${quote(candidates.join(" "))}`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
