/** Completion for bash, without the package bash-completion. */
import { shownOptions } from "../../shim/verbs/common-options.ts";
import type { VerbForm } from "../../shim/verbs/verb-form.ts";
import { laterOperandsOf, listRefs, namesOf, operandsOf, valuesOf, type Candidates } from "./candidates.ts";

export function renderBash(verbs: readonly VerbForm[]): string {
  const names = verbs.map(({ name }) => name).join(" ");
  const values = verbs.flatMap((verb) =>
    shownOptions(verb)
      .filter(({ value }) => value !== undefined)
      .map((option) => `  '${verb.name} ${option.name}') ${fill(valuesOf(option))}; return ;;`),
  );
  const options = verbs.map((verb) => `    ${verb.name}) words='${namesOf(verb).join(" ")}' ;;`);
  const operands = verbs
    .filter((verb) => operandsOf(verb, verbs) !== "none")
    .map((verb) => `  ${verb.name}) ${fillOperands(verb, verbs)} ;;`);
  // `compgen -W` would expand what it is given, and run a command that stands in the name of a branch.
  return `# Completes interlock in bash; made by 'interlock completion bash'.
_interlock_refs() {
  local ref
  while IFS= read -r ref; do
    if [ "\${ref:0:\${#cur}}" = "$cur" ]; then COMPREPLY+=("$(printf %q "$ref")"); fi
  done < <(${listRefs})
}
_interlock_paths() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}
_interlock() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" verb="\${COMP_WORDS[1]}" words=
  COMPREPLY=()
  # bash takes '--format=json' for three words.
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$cur"))
    return
  fi
  case "$verb $prev" in
${values.join("\n")}
  esac
  if [ "\${cur:0:1}" = - ]; then
    case "$verb" in
${options.join("\n")}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  case "$verb" in
${operands.join("\n")}
  esac
}
complete -F _interlock interlock
`;
}

function fillOperands(verb: VerbForm, verbs: readonly VerbForm[]): string {
  const first = fill(operandsOf(verb, verbs));
  const later = laterOperandsOf(verb);
  return later === null ? first : `if [ "$COMP_CWORD" -eq 2 ]; then ${first}; else ${fill(later)}; fi`;
}

function fill(candidates: Candidates): string {
  if (candidates === "none") return ":";
  if (candidates === "refs") return "_interlock_refs";
  if (candidates === "files") return "_interlock_paths -f";
  if (candidates === "folders") return "_interlock_paths -d";
  return `COMPREPLY=($(compgen -W '${candidates.join(" ")}' -- "$cur"))`;
}
