/**
 * The entry of the cold side: `interlock <verb>` on Node. Finds the verb, parses its command line and runs it.
 */
import { decodeUtf8 } from "../engine/core/bytes.ts";
import { suggestName } from "../engine/core/nearest-name.ts";
import { version } from "../engine/core/version.ts";
import { readArguments, readEnvironment } from "../shim/node/byte-strings.ts";
import { findUnknownVariables } from "../shim/plan/own-variables.ts";
import { renderProblems } from "../shim/report/notices.ts";
import { asksForHelp, renderForm, renderRows, renderVerbHelp } from "../shim/verbs/help.ts";
import { asksForJson, parseLine, type VerbLine } from "../shim/verbs/parse-line.ts";
import { complainInJson, refuseCall, wrongUsage } from "./shared/complain.ts";
import { say, sayError } from "./shared/output.ts";
import { verbs, type Verb } from "./verbs.ts";

/** Gives the exit status; 129 for a wrong command line, as git does. */
function run(args: readonly string[]): number | Promise<number> {
  const [word, ...rest] = args;
  if (word === undefined) {
    sayError(renderUsage());
    return wrongUsage;
  }
  const name = aliases.get(word) ?? word;
  const verb = findVerb(name);
  if (asksForJson(rest)) complainInJson();
  if (verb === null) return unknownVerb(name);
  if (asksForHelp(rest)) return showHelp(verb);
  const line = parseLine(verb, rest);
  if ("message" in line) return refuseCall(line.message, line.hint);
  if (!saysVariablesItself(verb, line)) sayUnknownVariables();
  if (verb.run !== null) return verb.run(line);
  if (name === "help") return answerHelp(line.words);
  if (name === "version") {
    say(`interlock ${version}\n`);
    return 0;
  }
  return refuseCall(`'${name}' is answered by the native binary`, `run it as 'interlock ${name}'`);
}

const aliases = new Map([
  ["--help", "help"],
  ["-h", "help"],
  ["--version", "version"],
]);

/** `doctor` has a finding for each of them, and the shim reports them itself. */
function saysVariablesItself({ name }: Verb, line: VerbLine): boolean {
  return name === "doctor" || line.has("--for-shim");
}

function sayUnknownVariables(): void {
  const names = [...readEnvironment().keys()];
  const envNames = (prefix: string): string[] => names.filter((name) => name.startsWith(prefix));
  for (const problem of findUnknownVariables({ envNames }))
    sayError(decodeUtf8(renderProblems("warning", [problem])));
}

function answerHelp([name]: readonly string[]): number {
  if (name === undefined) {
    say(renderUsage());
    return 0;
  }
  const verb = findVerb(name);
  return verb === null ? unknownVerb(name) : showHelp(verb);
}

function showHelp(verb: Verb): number {
  say(renderVerbHelp(verb));
  return 0;
}

function renderUsage(): string {
  return (
    "usage: interlock <verb> [<args>]\n\n" + renderRows(verbs.map((verb) => [renderForm(verb), verb.summary]))
  );
}

function findVerb(name: string): Verb | null {
  return verbs.find((verb) => verb.name === name) ?? null;
}

function unknownVerb(name: string): number {
  const names = verbs.map((verb) => verb.name);
  const text = decodeUtf8(name);
  return refuseCall(`unknown verb '${text}'`, suggestName(text, names));
}

const status = run(readArguments());
if (typeof status === "number") process.exitCode = status;
else void status.then((later) => (process.exitCode = later));
