/**
 * What `git push` itself starts to send objects: `git send-pack`, `git http-push` and the remote helpers ask no
 * hook. Only git may call them, and what sends only below a push that asks one; what it is given to send may be something
 * else by then, and is judged in shim/gate/sending.ts.
 */
import type { GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import { readCall } from "../inject/call.ts";
import { sendsNothing } from "../gate/sends-nothing.ts";
import { sendsPastGate } from "../gate/sends-past-gate.ts";
import { askExecPath } from "../inject/exec-path.ts";
import { openCommand, type DecideOptions, type OpenCommand } from "../open-command.ts";
import { passThrough, stopFor, type Report } from "../report.ts";
import { givesBakedHook } from "./gives-baked-hook.ts";
import { isGated } from "./is-gated.ts";
import { toKeptSender } from "./kept-sender.ts";
import { wrap } from "./other.ts";

export function decideSend(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = decide(host, globals, options);
  return { ...report, decision: toKeptSender(host, globals, report.decision) };
}

function decide(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (!isGated(command)) return wrap(host, command, report);
  const { name } = command;
  if (asksForUsage(host.argv, globals.commandIndex)) return wrap(host, command, report);
  if (isHelper(name) ? isStartedByGit(host, 1) : isStartedByHelper(host, command)) {
    const reason = "git itself has started '" + name + "'";
    return { ...report, strategy: "gate", reason, isSending: !isHelper(name) };
  }
  if (sendsNothing(host.argv, globals.commandIndex)) return wrap(host, command, report);
  return stopFor({ ...report, strategy: "gate", reason: "'" + name + "' asks no hook" }, [
    sendsPastGate(name),
  ]);
}

/** `-h`, and nothing else. */
function asksForUsage(argv: readonly string[], commandIndex: number): boolean {
  return argv[commandIndex + 1] === "-h" && argv.length === commandIndex + 2;
}

/** A helper that nobody pushes by only fetches; what it would start to send comes by here too. */
function isHelper(name: string): boolean {
  return name.startsWith("remote-");
}

/**
 * git sends by itself where it can. Over http its helper starts what sends, and is started by a git of its own: that
 * of the push, which asks a hook of ours.
 */
function isStartedByHelper(host: Host, command: OpenCommand): boolean {
  if (!isJudged(host, command)) return false;
  const program = host.ancestorProgram(1);
  const folder = programsFolder(host);
  return (
    program.slice(0, program.lastIndexOf("/")) === folder &&
    program !== folder + "/git" &&
    isStartedByGit(host, 2) &&
    isStartedByGit(host, 3)
  );
}

/** In a sealed install a variable proves nothing: the push itself must have been given a hook of ours. */
function isJudged(host: Host, { layers }: OpenCommand): boolean {
  if (layers.seal) return givesBakedHook(host.ancestorWords(3), layers.seal);
  const call = readCall(host);
  return call !== null && call.last.indexOf("pre-push") >= 0;
}

function isStartedByGit(host: Host, generation: number): boolean {
  const program = host.ancestorProgram(generation);
  if (program === "") return false;
  // Some installations have a second copy of git among its programs.
  return program === host.realPath(host.realProgram()) || program === programsFolder(host) + "/git";
}

/** Where git's own programs are; never empty, so that nothing lies there by mistake. */
function programsFolder(host: Host): string {
  return askExecPath(host) || "/dev/null";
}
