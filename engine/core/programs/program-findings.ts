/** What hook programs say that a person is to read: refusals, warnings, failures. */
import { encodeUtf8 } from "../bytes.ts";
import type { PlannedProgram } from "../plan.ts";
import type { Problem } from "../problem.ts";
import type { ProgramAnswer } from "../program-answer.ts";

export const notInDryRun = "programs do not run in a dry run";

/** No command line can carry a NUL, and git cuts a message there. Null: none of them is in it. */
export function whyNul(values: readonly unknown[], what: "text" | "command line"): string | null {
  const has = values.some((value) => typeof value === "string" && value.indexOf("\0") >= 0);
  return has ? "a NUL cannot be in a " + what : null;
}

/** One that is asked again need not say it again. */
export function addWarning<W extends Pick<Problem, "id" | "message">>(warnings: W[], warning: W): void {
  const isKnown = warnings.some(({ id, message }) => id === warning.id && message === warning.message);
  if (!isKnown) warnings.push(warning);
}

/** The program's own reason says what to do. */
export function refused(program: PlannedProgram, { refusal, isByStatus }: ProgramAnswer): Problem {
  const { id, plugin, source } = program;
  const reason = encodeUtf8(refusal as string);
  // An interpreter that cannot read its script exits with 2, too, and names it.
  const mayBeBroken = isByStatus && scriptsOf(program).some((script) => reason.indexOf(script) >= 0);
  const hint = mayBeBroken ? "if that is an error of '" + commandOf(program) + "' itself, fix it" : "";
  return { code: "program-refused", message: reason, hint, source, id, plugin };
}

export function warned({ id, plugin, source }: PlannedProgram, warning: string): Problem {
  const message = "'" + id + "' warns: " + encodeUtf8(warning);
  const hint = "the command goes on; do as it says if that is right here";
  return { code: "program-warned", message, hint, source, id, plugin };
}

export function failed(program: PlannedProgram, why: string): Problem {
  const { id, plugin, source } = program;
  return {
    code: "program-failed",
    message: "the program of '" + id + "' failed: " + encodeUtf8(why),
    hint: "fix '" + commandOf(program) + "', then run the command again",
    source,
    id,
    plugin,
  };
}

/** What is at fault is a line for the shell, not the shell; and the script, not its interpreter. */
function commandOf({ words }: PlannedProgram): string {
  return words[1] === "-c" ? (words[2] as string) : words.join(" ");
}

/** The names of the files that may be the script: the program, or its first argument. */
function scriptsOf({ words }: PlannedProgram): string[] {
  const named = words[1] === "-c" ? words.slice(2, 3) : words.slice(0, 2);
  return named.map((word) => word.slice(word.lastIndexOf("/") + 1)).filter((name) => /^[^-]/.test(name));
}
