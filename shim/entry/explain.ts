/**
 * The dry run: decides as the shim would, shows the decision and its reasons, and does nothing.
 * Entered by `interlock explain [--json] -- git ...`, or `-- gh ...`, and by INTERLOCK_DRY_RUN=1.
 */
import { decideGh } from "../commands/gh/decide.ts";
import { decide } from "../commands/table.ts";
import { expandAliases, explainUnknownCommand } from "../explain/aliases.ts";
import { explainHooks } from "../explain/hooks.ts";
import { readAllMetadata } from "../explain/metadata.ts";
import type { Decision, Host } from "../host.ts";
import { renderJson } from "../report/explain-json.ts";
import { renderText } from "../report/explain-text.ts";
import type { Explained, Report } from "../report/report.ts";
import { explainForm } from "../verbs/native-verbs.ts";
import { asksForHelp, refuseWords, showHelp } from "../verbs/help.ts";

export function runExplain(host: Host): Decision {
  // Under INTERLOCK_DRY_RUN=1 the command line is git's or gh's own.
  if (programName(host.argv[0] || "") !== "interlock")
    return explain(host, host.argv, host.env("INTERLOCK_DRY_RUN") === "json");
  const words = host.argv.slice(2);
  let end = 0;
  while (end < words.length && words[end] !== "--" && (words[end] as string).startsWith("-")) end++;
  const flags = words.slice(0, end);
  const command = words.slice(words[end] === "--" ? end + 1 : end);
  if (asksForHelp(flags)) return showHelp(host, explainForm);
  if (flags.some((flag) => flag !== "--json") || !/^(?:git|gh)$/.test(programName(command[0] || "")))
    return refuseWords(host, explainForm, flags);
  return explain(host, command, flags.length > 0);
}

/** Dry run: report success, write nothing. */
const writesNothing: Pick<
  Host,
  "makeDirectory" | "makeLink" | "removeFile" | "runHookProgram" | "writeFile"
> = {
  runHookProgram: () => ({ status: 0, stdout: "", stderr: "", failure: "unrun" }),
  makeDirectory: () => 0,
  makeLink: () => 0,
  removeFile: () => 0,
  writeFile: () => 0,
};

function explain(host: Host, argv: readonly string[], json: boolean): Decision {
  return programName(argv[0] || "") === "gh" ? explainGh(host, argv, json) : explainGit(host, argv, json);
}

function explainGh(host: Host, argv: readonly string[], json: boolean): Decision {
  const { report, line } = decideGh({ ...host, ...writesNothing, argv }, true);
  const aliases = line.isExpanded
    ? [{ name: argv.slice(1).join(" "), value: line.argv.slice(1).join(" ") }]
    : [];
  return show(host, json, report, {
    program: "gh",
    argv,
    aliases,
    expanded: line.argv,
    realProgram: host.realProgram(),
    metadata: null,
  });
}

function explainGit(host: Host, argv: readonly string[], json: boolean): Decision {
  // Appending nothing only tests whether the file is writable.
  const appendFile: Host["appendFile"] = (path) => host.appendFile(path, "");
  const { aliases, expanded } = expandAliases({ ...host, argv });
  // The folder that the command would create.
  const privateFolder: Host["privateFolder"] = () =>
    host.privateFolder(false) || (host.env("TMPDIR") || "/tmp") + "/interlock-" + host.userId();
  const isOwnFolder: Host["isOwnFolder"] = (path) => host.stat(path) === null || host.isOwnFolder(path);
  const quiet = { ...host, ...writesNothing, appendFile, privateFolder, isOwnFolder, argv: expanded };
  const report = explainUnknownCommand(quiet, explainHooks(quiet, decide(quiet, true)));
  const metadata = report.subject && json ? readAllMetadata(quiet, report.subject) : null;
  return show(host, json, report, {
    program: "git",
    argv,
    aliases,
    expanded,
    realProgram: host.realProgram(),
    metadata,
  });
}

function show(host: Host, json: boolean, report: Report, explained: Explained): Decision {
  host.write(1, json ? renderJson(report, explained) : renderText(report, explained));
  return { action: "exit", status: report.decision.action === "exit" ? report.decision.status : 0 };
}

function programName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
