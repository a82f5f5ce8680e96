/** Completion for zsh: a file for `fpath`, or to be sourced after `compinit`. */
import { shownOptions } from "../../shim/verbs/common-options.ts";
import type { OptionForm, VerbForm } from "../../shim/verbs/verb-form.ts";
import { laterOperandsOf, listRefs, operandsOf, valuesOf, type Candidates } from "./candidates.ts";

export function renderZsh(verbs: readonly VerbForm[]): string {
  const described = verbs.map(
    ({ name, summary }) => `    ${quote(`${name}:${summary.replaceAll(":", "\\:")}`)}`,
  );
  const branches = verbs.map((verb) => {
    const specs = [...shownOptions(verb).flatMap(specsOf), ...operandSpec(verb, verbs)];
    return `    ${verb.name}) _arguments -s ${specs.map(quote).join(" ")} ;;`;
  });
  return `#compdef interlock
# Completes interlock in zsh; made by 'interlock completion zsh'.
_interlock_refs() {
  local -a refs=(\${(f)"$(${listRefs})"})
  compadd -a refs
}
_interlock() {
  local -a verbs=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${branches.join("\n")}
  esac
}
if [ "$funcstack[1]" = _interlock ]; then _interlock "$@"; else compdef _interlock interlock; fi
`;
}

/** `--name[summary]:value:action`, for the long and the short form. */
function specsOf(option: OptionForm): string[] {
  const { name, short, value, repeats, summary } = option;
  const about = `[${summary.replace(/[[\]:\\]/g, "\\$&")}]`;
  const action = value === undefined ? "" : `:${value.replace(/[<>:]/g, "")}:${actionOf(valuesOf(option))}`;
  const typed = short === undefined ? [name] : [name, short];
  return typed.map(
    (each) =>
      (repeats ? "*" : "") +
      each +
      (value === undefined || !each.startsWith("--") ? "" : "=") +
      about +
      action,
  );
}

function operandSpec(verb: VerbForm, verbs: readonly VerbForm[]): string[] {
  const candidates = operandsOf(verb, verbs);
  const later = laterOperandsOf(verb);
  if (later !== null) return [`1: :${actionOf(candidates)}`, `*: :${actionOf(later)}`];
  return candidates === "none" ? [] : [`*: :${actionOf(candidates)}`];
}

function actionOf(candidates: Candidates): string {
  const actions = { files: "_files", folders: "_files -/", refs: "_interlock_refs", none: " " };
  return typeof candidates === "string" ? actions[candidates] : `(${candidates.join(" ")})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
