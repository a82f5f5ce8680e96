/**
 * Does a command only say what it would send? Read from its own command line as git reads it, where the last of
 * `--dry-run` and `--no-dry-run` wins; a line that is not understood counts as one that sends.
 */
import { parseGlobalOptions } from "../git/global-options.ts";
import { sendPackOptions } from "../git/options/send-pack.ts";
import { isOn, parseOptions } from "../git/parse-options.ts";
import { readPushLine } from "../git/push-line.ts";

/** `words`: a whole command line. */
export function isDryRunPush(words: readonly string[]): boolean {
  const globals = parseGlobalOptions(words);
  if (globals === null || words[globals.commandIndex] !== "push") return false;
  const line = readPushLine(words, globals.commandIndex + 1);
  return line !== null && line.dryRun;
}

/** Of what git's http helper starts to send. */
export function sendsNothing(argv: readonly string[], commandIndex: number): boolean {
  const name = argv[commandIndex];
  if (name === "send-pack") {
    const parsed = parseOptions(argv, commandIndex + 1, sendPackOptions);
    return parsed !== null && isOn(parsed, "dry-run");
  }
  if (name !== "http-push") return false;
  // It reads its options by itself: none of them takes a value, and none is taken back.
  let at = commandIndex + 1;
  while (at < argv.length && (argv[at] as string).startsWith("-")) at++;
  return argv.slice(commandIndex + 1, at).indexOf("--dry-run") >= 0;
}
