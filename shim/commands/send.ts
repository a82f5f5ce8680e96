/**
 * What `git push` itself starts to send objects: `git send-pack`, `git http-push` and the remote helpers ask no
 * hook. Only git may call them, and what sends only while a push is judged.
 */
import type { GlobalPart } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import { readCall } from "../inject/call.ts";
import { openCommand, stopFor, type DecideOptions } from "../open-command.ts";
import { passThrough, type Report } from "../report.ts";
import { wrap } from "./other.ts";
import { isGated } from "./push.ts";

export function decideSend(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  if (!isGated(command)) return wrap(host, command, report);
  const { name } = command;
  const call = readCall(host);
  // An alias is started by git too; a helper without a push only fetches.
  const isPush = call !== null && call.last.indexOf("pre-push") >= 0;
  if ((isPush || name.startsWith("remote-")) && isStartedByGit(host))
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

/** By a push or fetch, or by a remote helper that one of these has started: whoever calls the helper is no git. */
function isStartedByGit(host: Host): boolean {
  const git = host.realPath(host.realProgram());
  let folder: string | null = null;
  for (let generation = 1; generation <= mostHelpers; generation++) {
    const program = host.ancestorProgram(generation);
    if (program === "" || git === null) return false;
    if (program === git) return true;
    folder = folder ?? programsFolder(host);
    // Some installations have a second copy of git there.
    if (program === folder + "/git") return true;
    if (program.slice(0, program.lastIndexOf("/")) !== folder) return false;
  }
  return false;
}

const mostHelpers = 3;

/** Where git's own programs are; never empty, so that nothing lies there by mistake. */
function programsFolder(host: Host): string {
  const asked = host.runGit(["--exec-path"], { env: { GIT_EXEC_PATH: null } }).stdout.replace(/\n$/, "");
  return host.realPath(asked) ?? "/dev/null";
}
