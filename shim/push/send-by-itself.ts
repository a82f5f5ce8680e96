/**
 * Judges a `git send-pack` that a user calls directly, for which git runs no hook. A dry-run push with the
 * same refspecs and address tells what it would send; git resolves both by the same code. Only the ref names
 * in its output are used: their ids are judged, and send-pack is given these ids.
 */
import { runWith } from "../git/ask-git.ts";
import { forReading } from "../git/environment.ts";
import { wordsBeforeCommand, type GlobalPart } from "../git/global-options.ts";
import { sendPackOptions } from "../git/push-line.ts";
import { isOn, parseOptions, type ParsedOptions } from "../git/parse-options.ts";
import { parseTriedPushes, type TriedRef } from "../git/tried-push.ts";
import { settingsWhileSending, whileSending } from "../hooks/hook-context.ts";
import type { Host } from "../host.ts";
import { splitSpecs, type Spec } from "./refspecs.ts";
import { readRequest, wordsBeforeOperands, type Request } from "./send-request.ts";
import { tryPush } from "./try-push.ts";
import { mayHoldNotes } from "./updates.ts";

/** Null if unknown; git's exit status if git has printed why. */
export function readOwnRequest(host: Host, globals: GlobalPart): Request | number | null {
  const { commandIndex } = globals;
  const parsed = parseOptions(host.argv, commandIndex + 1, sendPackOptions);
  if (parsed === null) return sayUsage(host);
  if (isOn(parsed, "stateless-rpc")) {
    // Here the caller supplies the remote's refs, so they cannot be trusted.
    const request = readRequest(host, commandIndex);
    return request === null ? null : { ...request, advertised: null };
  }
  const given = isOn(parsed, "stdin") ? host.readStdin() : "";
  if (typeof given === "number") return null;
  const [first] = parsed.operands;
  const url = first === undefined ? "" : (host.argv[first] as string);
  // Such an address cannot be part of a setting's name.
  if (/[=\n]/.test(url)) return null;
  const words = parsed.operands.slice(1).map((word) => host.argv[word] as string);
  const tried = tryPush(host, trialPushWords(host, globals, parsed, url, words.concat(linesOf(given))));
  const refs = parseTriedPushes(tried.stdout).reduce<TriedRef[]>((all, push) => all.concat(push.refs), []);
  if (refs.length === 0) {
    const status = letGitReport(host, globals, parsed, given);
    return status === 0 && tried.status !== 0 ? null : status;
  }
  // Whether a ref holds notes matters, and the remote may have changed by then.
  if (refs.some(({ remoteRef }) => mayHoldNotes(remoteRef))) return null;
  const mayForce = !isOn(parsed, "mirror") && !isOn(parsed, "force-with-lease");
  const specs = refs.map(({ flag, name, remoteRef }): Spec => {
    return { force: mayForce && flag === "+" ? "+" : "", source: name, target: remoteRef };
  });
  const withSpecs: Request["withSpecs"] = (decision, judged) => {
    const { words: short, input } = splitSpecs(judged);
    const options: (number | string)[] = wordsBeforeOperands(globals.commandIndex, parsed, selecting);
    if (input.length > 0) options.push("--stdin");
    return {
      ...decision,
      argv: [...options, "--", first as number, ...short],
      stdin: input.length > 0 ? input.map((spec) => spec + "\n").join("") : decision.stdin,
    };
  };
  return { url, specs, advertised: null, withSpecs, isAwaited: false };
}

/**
 * Lets git print its usage for an unknown option. No protocol is allowed meanwhile, so nothing can be sent.
 */
function sayUsage(host: Host): number | null {
  const env = { GIT_ALLOW_PROTOCOL: "none" };
  const { status } = runWith(host, host.argv.slice(1), { only: forReading, env });
  return status === usageStatus ? host.runProgram(host.realProgram(), host.argv.slice(), env, "") : null;
}

const usageStatus = 129;

/** As strbuf_getline in git's strbuf.c. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/**
 * The arguments of the trial push. The address is used literally,
 * whatever remotes and rewritten addresses are configured.
 */
function trialPushWords(
  host: Host,
  globals: GlobalPart,
  parsed: ParsedOptions,
  url: string,
  specs: readonly string[],
): string[] {
  const words = wordsBeforeCommand(host.argv, globals);
  const remote = "interlock send-pack";
  const settings = [
    "core.hooksPath=/dev/null",
    "push.pushOption=",
    "remote." + remote + ".url=" + url,
    "url." + url + ".insteadOf=" + url,
    "url." + url + ".pushInsteadOf=" + url,
  ];
  for (const setting of settings) words.push("-c", setting);
  words.push(
    ...settingsWhileSending,
    "push",
    "--no-verify",
    "--no-follow-tags",
    "--recurse-submodules=no",
    "--no-signed",
  );
  // Both name the same option.
  const programs = parsed.uses.filter(({ name }) => name === "exec" || name === "receive-pack");
  const program = programs[programs.length - 1];
  if (program && program.value !== null) words.push("--receive-pack=" + program.value);
  const isSome = !isOn(parsed, "all") && !isOn(parsed, "mirror");
  if (isOn(parsed, "all")) words.push("--all");
  if (isOn(parsed, "mirror")) words.push("--mirror");
  words.push("--porcelain", "--dry-run", "--", remote);
  // Without a refspec git sends the refs that both sides have.
  return words.concat(specs.length === 0 && isSome ? ":" : specs);
}

/** Options that select the refs. */
const selecting = ["all", "mirror", "stdin"];

/** Nothing would be sent, or git rejects the line: git reports that in a dry run. */
function letGitReport(host: Host, globals: GlobalPart, parsed: ParsedOptions, given: string): number {
  const wordOf = (word: number): string => host.argv[word] as string;
  const { commandIndex } = globals;
  const words = [wordOf(0)].concat(
    wordsBeforeCommand(host.argv, globals),
    settingsWhileSending,
    wordsBeforeOperands(commandIndex, parsed, []).slice(commandIndex).map(wordOf),
    "--dry-run",
    "--",
    parsed.operands.map(wordOf),
  );
  const stdin = isOn(parsed, "stdin") ? given : undefined;
  const env = { ...whileSending(host), GIT_EXEC_PATH: null };
  const status = host.runProgram(host.realProgram(), words, env, stdin);
  return status < 0 ? 128 : status;
}
