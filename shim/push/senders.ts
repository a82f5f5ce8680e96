/** Recognizes the programs that send for a push: `git send-pack`, `git http-push` and the remote helpers. */
import type { Problem } from "../../engine/core/problem.ts";
import { parseGlobalOptions, type GlobalPart } from "../git/global-options.ts";
import { isOn, parseOptions } from "../git/parse-options.ts";
import { readPushLine, sendPackOptions } from "../git/push-line.ts";
import type { Decision, Host } from "../host.ts";

/** `words`: a whole command line. */
export function isDryRunPush(words: readonly string[]): boolean {
  const globals = parseGlobalOptions(words);
  if (globals === null || words[globals.commandIndex] !== "push") return false;
  const line = readPushLine(words, globals.commandIndex + 1);
  return line !== null && line.dryRun;
}

/** Is it a dry run of `git send-pack` or `git http-push`? */
export function sendsNothing(argv: readonly string[], commandIndex: number): boolean {
  const name = argv[commandIndex];
  if (name === "send-pack") {
    const parsed = parseOptions(argv, commandIndex + 1, sendPackOptions);
    return parsed !== null && isOn(parsed, "dry-run");
  }
  if (name !== "http-push") return false;
  // http-push parses its own options: none takes a value, and none can be negated.
  let at = commandIndex + 1;
  while (at < argv.length && (argv[at] as string).startsWith("-")) at++;
  return argv.slice(commandIndex + 1, at).indexOf("--dry-run") >= 0;
}

export function sendsPastGate(name: string): Problem {
  return {
    code: "sends-past-gate",
    message: "'git " + name + "' would send commits that nobody has judged",
    hint: "run 'git push'",
    source: "",
  };
}

/** Where /proc is missing, shows other processes, or hides this user's. */
export function startedByUnknown(name: string): Problem {
  return {
    code: "sends-past-gate",
    message:
      "'git " +
      name +
      "' cannot see which program has started it, and would send commits that nobody has judged",
    hint: "make /proc show the processes of this user (mount -t proc proc /proc), or push over ssh",
    source: "",
  };
}

/**
 * `git http-push` is a separate program. If interlock replaces it, the real
 * one is kept beside the real git, and running it through git would only
 * find interlock again. With global options git calls us back without them.
 */
export function toKeptSender(host: Host, globals: GlobalPart, decision: Decision): Decision {
  if (decision.action !== "exec") return decision;
  if (host.argv[globals.commandIndex] !== "http-push" || globals.commandIndex !== 1) return decision;
  const git = host.realProgram();
  const program = git.slice(0, git.lastIndexOf("/")) + "/core/http-push";
  if (host.stat(program) === null) return decision;
  return { ...decision, argv: ["git-http-push", ...decision.argv.slice(globals.commandIndex + 1)], program };
}
