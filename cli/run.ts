/**
 * Finds the verb and runs it. Gives the exit status; a wrong command line is 129, as with git.
 */
import { suggestName } from "../engine/compile/nearest-name.ts";
import { decodeUtf8 } from "../engine/core/bytes.ts";
import { version } from "../engine/core/version.ts";
import { refuseCall, wrongUsage } from "./exit-status.ts";
import { say, sayError } from "./output.ts";
import { renderUsage, renderVerbUsage } from "./render-usage.ts";
import { verbs, type Verb } from "./verbs.ts";

export function run(args: readonly string[]): number | Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    sayError(renderUsage(verbs));
    return wrongUsage;
  }
  if (name === "--help" || name === "-h") return showHelp([]);
  if (name === "help") return showHelp(rest);
  if (name === "--version" || name === "version") {
    say(`interlock ${version}\n`);
    return 0;
  }
  const verb = findVerb(name);
  if (verb === null) return unknownVerb(name);
  if (rest[0] === "--help" || rest[0] === "-h") return showHelp([name]);
  if (verb.run === null) {
    return refuseCall(`'${name}' is answered by the native binary`, `run it as 'interlock ${name}'`);
  }
  return verb.run(rest);
}

function showHelp([name]: readonly string[]): number {
  if (name === undefined) {
    say(renderUsage(verbs));
    return 0;
  }
  const verb = findVerb(name);
  if (verb === null) return unknownVerb(name);
  say(renderVerbUsage(verb));
  return 0;
}

function findVerb(name: string): Verb | null {
  return verbs.find((verb) => verb.name === name) ?? null;
}

function unknownVerb(name: string): number {
  const names = verbs.map((verb) => verb.name);
  const text = decodeUtf8(name);
  return refuseCall(`unknown verb '${text}'`, suggestName(text, names));
}
