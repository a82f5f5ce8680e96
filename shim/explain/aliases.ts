/**
 * Dry run of names that are not builtins: expands aliases as git
 * does, and says what git will do with other names.
 */
import { correctionOff, isCorrecting, isProgram } from "../commands/unlisted-commands.ts";
import { askAlias, askGit } from "../git/ask-git.ts";
import { splitCommandLine } from "../git/branch-merge-options.ts";
import { strategyOf } from "../git/commands.ts";
import { parseGlobalOptions } from "../git/global-options.ts";
import type { Host } from "../host.ts";
import type { Report } from "../report/report.ts";

export interface Expansion {
  aliases: { name: string; value: string }[];
  /** The whole command line, with the alias replaced by its words. */
  expanded: readonly string[];
}

export function expandAliases(host: Host): Expansion {
  const aliases: Expansion["aliases"] = [];
  let expanded = host.argv;
  for (;;) {
    const globals = parseGlobalOptions(expanded);
    const name = globals === null ? "" : (expanded[globals.commandIndex] as string);
    if (globals === null || strategyOf(name) !== null || isProgram(host, "git-" + name)) break;
    const value = askAlias({ ...host, argv: expanded }, globals, name);
    // git fails on an alias loop.
    if (value === null || aliases.some((each) => each.name === name)) break;
    aliases.push({ name, value });
    const words = value.startsWith("!") ? null : splitCommandLine(value);
    if (words === null) break;
    const { commandIndex } = globals;
    expanded = expanded.slice(0, commandIndex).concat(words, expanded.slice(commandIndex + 1));
  }
  return { aliases, expanded };
}

/** Adds to the report that git will not know the command, and what git does then. */
export function explainUnknownCommand(host: Host, report: Report): Report {
  const globals = parseGlobalOptions(host.argv);
  const name = globals === null ? "" : (host.argv[globals.commandIndex] as string);
  if (globals === null || strategyOf(name) !== null || isProgram(host, "git-" + name)) return report;
  const alias = askAlias(host, globals, name);
  if (alias !== null) {
    const what = alias.startsWith("!") ? "a shell command" : "an alias that git cannot expand";
    const more = report.strategy === "wrap" ? "; " + report.reason : "";
    return { ...report, reason: "'" + name + "' is " + what + more };
  }
  const words = host.argv.slice(1, globals.commandIndex).concat("config", "--get", "help.autocorrect");
  const setting = askGit(host, words).stdout.replace(/\n$/, "");
  const { decision } = report;
  const mayCorrect = decision.action === "exec" && decision.argv.indexOf(correctionOff) < 0;
  const autocorrect = "help.autocorrect is " + (setting === "" ? "not set" : "'" + setting + "'");
  const notes = report.notes.concat(
    "'" +
      name +
      "' is unknown to git: no command, alias or program 'git-" +
      name +
      "'; " +
      autocorrect +
      (isCorrecting(setting) && mayCorrect
        ? ", so git may run a similar command in its place"
        : (isCorrecting(setting) ? ", and interlock switches it off" : "") +
          ", so git runs nothing and names similar commands"),
  );
  if (decision.action !== "exec" || report.strategy === "inject") return { ...report, notes };
  return {
    ...report,
    notes,
    strategy: "pass",
    reason: "'" + name + "' is unknown to git, which will say so",
  };
}
