/**
 * The entry of the cold side: `interlock <verb>` on Node. Finds the verb, parses its command line and runs it.
 * Loads only what every verb needs: a help text must not wait for the compiler.
 */
import { decodeUtf8 } from "../engine/core/bytes.ts";
import { suggestName } from "../engine/core/nearest-name.ts";
import { version } from "../engine/core/version.ts";
import { readArguments } from "../shim/node/byte-strings.ts";
import { colorChoices } from "../shim/report/colour.ts";
import { asksForHelp, renderVerbHelp, type Look } from "../shim/verbs/help.ts";
import { asksForJson, parseLine, type VerbLine } from "../shim/verbs/parse-line.ts";
import { renderUsage } from "./shared/usage.ts";
import { complainInJson, refuseCall, refuseSetUp, wrongUsage } from "./shared/refuse.ts";
import { sayReady } from "./shared/say-ready.ts";
import { say, sayDetail, sayError, sayPainted, setVolume } from "./shared/output.ts";
import { chooseColor, painter, widthOf } from "./shared/terminal.ts";
import { verbs, type Verb } from "./verbs.ts";

/** Gives the exit status; 129 for a wrong command line, as git does. */
async function run(args: readonly string[]): Promise<number> {
  const [word, ...rest] = args;
  if (word === undefined) {
    sayError(renderUsage(verbs, look(2)));
    return wrongUsage;
  }
  const name = aliases.get(word) ?? word;
  const verb = findVerb(name);
  if (asksForJson(rest)) complainInJson();
  if (verb === null) return unknownVerb(name);
  if (asksForHelp(rest)) return showHelp(verb, rest);
  const line = parseLine(verb, rest);
  if ("message" in line) return refuseCall(line.message, line.hint);
  const refusal = applyCommonOptions(line);
  if (refusal !== null) return refusal;
  if (!saysVariablesItself(verb, line)) await sayUnknownVariables();
  if (verb.run === null) return answerHere(name, line.words);
  const status = await verb.run(line);
  sayDetail(() => `'${name}' took ${performance.now().toFixed(0)} ms`);
  return status;
}

const aliases = new Map([
  ["--help", "help"],
  ["-h", "help"],
  ["--version", "version"],
  ["-V", "version"],
]);

/** Gives the exit status if one of them is wrong. */
function applyCommonOptions(line: VerbLine): number | null {
  setVolume({ isQuiet: line.has("--quiet"), isVerbose: line.has("--verbose") });
  const asked = line.value("--color");
  if (asked === null) return null;
  const choice = colorChoices.find((each) => each === asked);
  if (choice === undefined)
    return refuseCall(`'--color' takes no '${decodeUtf8(asked)}'`, `use one of: ${colorChoices.join(", ")}`);
  chooseColor(choice);
  return null;
}

/** `doctor` has a finding for each of them, and the shim reports them itself. */
function saysVariablesItself({ name }: Verb, line: VerbLine): boolean {
  return name === "doctor" || line.has("--for-shim");
}

/** Most environments have none of ours, and then nothing more is loaded. */
async function sayUnknownVariables(): Promise<void> {
  if (Object.keys(process.env).some((name) => name.startsWith("INTERLOCK_")))
    (await import("./shared/unknown-variables.ts")).sayUnknownVariables();
}

/** The verbs without a file of their own. */
function answerHere(name: string, [about]: readonly string[]): number {
  if (name === "version") say(`interlock ${version}\n`);
  else if (name !== "help")
    return refuseCall(`'${name}' is answered by the native binary`, `run it as 'interlock ${name}'`);
  else if (about === undefined) sayPainted(renderUsage(verbs, look(1)));
  else {
    const verb = findVerb(about);
    return verb === null ? unknownVerb(about) : showHelp(verb, []);
  }
  return 0;
}

/** The rest of the line may be wrong; of its options only `--color` matters here. */
function showHelp(verb: Verb, rest: readonly string[]): number {
  const line = parseLine(verb, rest);
  const refusal = "message" in line ? null : applyCommonOptions(line);
  if (refusal !== null) return refusal;
  sayPainted(renderVerbHelp(verb, look(1)));
  return 0;
}

function look(fd: 1 | 2): Look {
  const paint = painter(fd);
  return { width: widthOf(fd), heading: (text) => paint("bold", text) };
}

function findVerb(name: string): Verb | null {
  return verbs.find((verb) => verb.name === name) ?? null;
}

function unknownVerb(name: string): number {
  const text = decodeUtf8(name);
  if (text.startsWith("-"))
    return refuseCall(
      `'${text}' stands before the verb`,
      "write 'interlock <verb> <options>'; 'interlock --help' lists the verbs",
    );
  const names = verbs.map((verb) => verb.name);
  return refuseCall(`unknown verb '${text}'`, suggestName(text, names));
}

/** What no verb has foreseen. A stack trace would tell nobody what to do. */
function giveUp(error: unknown): number {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  sayDetail(() => stack);
  return refuseSetUp(
    message,
    "repeat the command with '--verbose' to see where it failed; 'interlock doctor' checks the install",
  );
}

sayReady();
void run(readArguments())
  .catch(giveUp)
  .then((status) => (process.exitCode = status));
