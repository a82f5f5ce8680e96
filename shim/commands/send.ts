/**
 * What `git push` itself starts to send objects: `git send-pack`, `git http-push` and the remote helpers ask no
 * hook. Only git may call them, and what sends only while a push is judged.
 */
import type { GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import { readCall } from "../inject/call.ts";
import { openCommand, stopFor, type DecideOptions } from "../open-command.ts";
import { passThrough, type Report } from "../report.ts";
import { isGated } from "./is-gated.ts";
import { wrap } from "./other.ts";

export function decideSend(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (!isGated(command)) return wrap(host, command, report);
  const { name } = command;
  if (isHelper(name) ? isStartedByGit(host, 1) : isStartedByHelper(host))
    return { ...report, strategy: "gate", reason: "git itself has started '" + name + "'" };
  return stopFor({ ...report, strategy: "gate", reason: "'" + name + "' asks no hook" }, [
    {
      code: "sends-past-gate",
      message: "'git " + name + "' would send commits that nobody has judged",
      hint: "run 'git push'",
      source: "",
    },
  ]);
}

/** A helper that nobody pushes by only fetches; what it would start to send comes by here too. */
function isHelper(name: string): boolean {
  return name.startsWith("remote-");
}

/**
 * git sends by itself where it can. Over http its helper starts what sends, and is started by a git of its own: that
 * of the push, whose commits a hook of ours has judged.
 */
function isStartedByHelper(host: Host): boolean {
  const call = readCall(host);
  if (call === null || call.last.indexOf("pre-push") < 0) return false;
  const program = host.ancestorProgram(1);
  const folder = programsFolder(host);
  return (
    program.slice(0, program.lastIndexOf("/")) === folder &&
    program !== folder + "/git" &&
    isStartedByGit(host, 2) &&
    isStartedByGit(host, 3)
  );
}

function isStartedByGit(host: Host, generation: number): boolean {
  const program = host.ancestorProgram(generation);
  if (program === "") return false;
  // Some installations have a second copy of git among its programs.
  return program === host.realPath(host.realProgram()) || program === programsFolder(host) + "/git";
}

/** Where git's own programs are; never empty, so that nothing lies there by mistake. */
function programsFolder(host: Host): string {
  const asked = host.runGit(["--exec-path"], { env: { GIT_EXEC_PATH: null } }).stdout.replace(/\n$/, "");
  return host.realPath(asked) ?? "/dev/null";
}
