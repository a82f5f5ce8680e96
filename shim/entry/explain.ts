/**
 * The dry run: decides as the shim would, shows the decision and its reasons, and does nothing.
 * Entered by `interlock explain -- git ...`, `-- gh ...` or `--message-file`, and by INTERLOCK_DRY_RUN=1.
 */
import { decideGh } from "../commands/gh/decide.ts";
import { decide } from "../commands/table.ts";
import { expandAliases, explainUnknownCommand } from "../explain/aliases.ts";
import { explainText } from "../explain/given-text.ts";
import { explainHooks } from "../explain/hooks.ts";
import { readAllMetadata } from "../explain/metadata.ts";
import { quietHost } from "../explain/quiet-host.ts";
import type { Decision, Host } from "../host.ts";
import { renderJson } from "../report/explain-json.ts";
import { renderText } from "../report/explain-text.ts";
import type { Explained, Report } from "../report/report.ts";
import { paint, wantsColor, type ColorChoice } from "../report/colour.ts";
import { explainForm } from "../verbs/native-verbs.ts";
import { findOption } from "../verbs/common-options.ts";
import { asksForHelp, refuseLine, refuseWords, showHelp } from "../verbs/help.ts";
import { asksForJson, parseLine } from "../verbs/parse-line.ts";

export function runExplain(host: Host): Decision {
  // Under INTERLOCK_DRY_RUN=1 the command line is git's or gh's own.
  if (programName(host.argv[0] || "") !== "interlock")
    return explain(host, host.argv, {
      json: host.env("INTERLOCK_DRY_RUN") === "json",
      time: false,
      runsPrograms: false,
      color: "auto",
    });
  const words = host.argv.slice(2);
  const end = endOfFlags(words);
  const flags = words.slice(0, end);
  const command = words.slice(words[end] === "--" ? end + 1 : end);
  if (asksForHelp(flags)) return showHelp(host, explainForm);
  const line = parseLine(explainForm, flags);
  const refuse = (message: string, hint: string): Decision =>
    refuseLine(host, { message, hint }, asksForJson(flags));
  if ("message" in line) return refuse(line.message, line.hint);
  const color = (line.value("--color") ?? "auto") as ColorChoice;
  const options: Options = {
    json: line.has("--json"),
    time: line.has("--time"),
    runsPrograms: line.has("--run-programs"),
    color,
  };
  const file = line.value("--message-file");
  if (file !== null && command.length > 0)
    return refuse("'--message-file' and a command do not go together", "leave one of them out");
  if (file !== null) return explainGiven(host, file, line.value("--hook") ?? "", refuse, options);
  if (line.has("--hook")) return refuse("'--hook' needs a text", "add '--message-file <file>'");
  if (!/^(?:git|gh)$/.test(programName(command[0] || ""))) return refuseWords(host, explainForm, flags);
  return explain(host, command, options);
}

interface Options {
  json: boolean;
  time: boolean;
  runsPrograms: boolean;
  color: ColorChoice;
}

/** The options stand before the command, which has options of its own. */
function endOfFlags(words: readonly string[]): number {
  let end = 0;
  while (end < words.length && words[end] !== "--" && (words[end] as string).startsWith("-")) {
    const option = findOption(explainForm, words[end] as string);
    end += option !== null && option.value !== undefined ? 2 : 1;
  }
  return Math.min(end, words.length);
}

function explain(host: Host, argv: readonly string[], options: Options): Decision {
  return programName(argv[0] || "") === "gh"
    ? explainGh(host, argv, options)
    : explainGit(host, argv, options);
}

/** What is the same for all of them, if there is nothing more to say. */
const bare: Explained = {
  program: "git",
  argv: [],
  aliases: [],
  expanded: [],
  realProgram: "",
  metadata: null,
  callers: {},
  given: null,
  unrun: 0,
  times: null,
};

function explainGiven(
  realHost: Host,
  file: string,
  hook: string,
  refuse: (message: string, hint: string) => Decision,
  options: Options,
): Decision {
  const { host, times, unrun } = quietHost(realHost, options.runsPrograms);
  const explained = explainText(host, file, hook);
  if ("message" in explained) return refuse(explained.message, explained.hint);
  const { report, point } = explained;
  const { argv } = realHost;
  return show(realHost, options, report, {
    ...bare,
    argv,
    expanded: argv,
    given: { file, point },
    unrun: unrun(),
    times: times(),
  });
}

function explainGh(realHost: Host, argv: readonly string[], options: Options): Decision {
  const { host, times, unrun } = quietHost(realHost, options.runsPrograms);
  const { report, line } = decideGh({ ...host, argv }, true);
  const aliases = line.isExpanded
    ? [{ name: argv.slice(1).join(" "), value: line.argv.slice(1).join(" ") }]
    : [];
  return show(realHost, options, report, {
    ...bare,
    program: "gh",
    argv,
    aliases,
    expanded: line.argv,
    realProgram: host.realProgram(),
    unrun: unrun(),
    times: times(),
  });
}

function explainGit(realHost: Host, argv: readonly string[], options: Options): Decision {
  const { host, times, unrun } = quietHost(realHost, options.runsPrograms);
  const { aliases, expanded } = expandAliases({ ...host, argv });
  // The folder that the command would create.
  const privateFolder: Host["privateFolder"] = () =>
    host.privateFolder(false) || (host.env("TMPDIR") || "/tmp") + "/interlock-" + host.userId();
  const isOwnFolder: Host["isOwnFolder"] = (path) => host.stat(path) === null || host.isOwnFolder(path);
  const quiet = { ...host, privateFolder, isOwnFolder, argv: expanded };
  const report = explainUnknownCommand(quiet, explainHooks(quiet, decide(quiet, true)));
  const metadata = report.subject && options.json ? readAllMetadata(quiet, report.subject) : null;
  return show(realHost, options, report, {
    ...bare,
    argv,
    aliases,
    expanded,
    realProgram: host.realProgram(),
    metadata,
    unrun: unrun(),
    times: times(),
  });
}

/** The same as that of `verify`, where it cannot tell. */
const unknown = 2;

/** Times differ from run to run: they are shown to people, and to a program that asks. */
function show(host: Host, { json, time, color }: Options, report: Report, explained: Explained): Decision {
  const isTerminal = host.isTerminal(1);
  const times = time || (isTerminal && !json) ? explained.times : null;
  const shown: Explained = { ...explained, callers: callersOf(host, report), times };
  if (json) host.write(1, renderJson(report, shown));
  else if (wantsColor(color, (name) => host.env(name), isTerminal)) {
    const safe = withoutControls({ report: { ...report, subject: null }, shown });
    host.write(1, renderText(safe.report, safe.shown, paint), true);
  } else host.write(1, renderText(report, shown));
  const status = report.decision.action === "exit" ? report.decision.status : 0;
  return { action: "exit", status: explained.unrun > 0 ? unknown : status };
}

/** Of the variables that the decision changes. */
function callersOf(host: Host, { decision }: Report): Explained["callers"] {
  const callers: Explained["callers"] = {};
  if (decision.action !== "exec") return callers;
  for (const name of Object.keys(decision.env || {})) {
    const value = host.env(name);
    if (value !== undefined) callers[name] = value;
  }
  return callers;
}

/** With colours, `Host.write` lets escape sequences through: none may come from outside. */
function withoutControls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === "string" ? each.replace(/[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]/g, "?") : each,
  ) as T;
}

function programName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
