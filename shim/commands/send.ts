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

function isStartedByGit(host: Host): boolean {
  const parent = host.parentProgram();
  if (parent === "") return false;
  if (parent === host.realPath(host.realProgram())) return true;
  // A remote helper, or the other copy of git that some installations have.
  const asked = host.runGit(["--exec-path"], { env: { GIT_EXEC_PATH: null } }).stdout.replace(/\n$/, "");
  return asked !== "" && parent.slice(0, parent.lastIndexOf("/")) === host.realPath(asked);
}
