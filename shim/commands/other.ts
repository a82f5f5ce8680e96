/**
 * What is left: commands that start other git commands, aliases, programs of others, and names that git may
 * take for something else.
 */
import type { ConfigEntry, SettingsWanted } from "../git/config-file.ts";
import { askAlias, askSettings } from "../git/ask-git.ts";
import { mayBecome } from "../git/autocorrect.ts";
import { commandsByStrategy } from "../git/commands.ts";
import { lastSetting, readConfig } from "../git/config.ts";
import type { GlobalPart } from "../git/global-options.ts";
import type { Repository } from "../git/repository.ts";
import type { ArgvWord, Host } from "../host.ts";
import { verifyHooks } from "../inject/hook-names.ts";
import { injectInto } from "../inject/inject-into.ts";
import { wrapChildren } from "../inject/inject.ts";
import { messageSettings } from "../inject/settings.ts";
import { openCommand, type DecideOptions, type OpenCommand } from "../open-command.ts";
import { passThrough, type Report } from "../report.ts";
import { isGated } from "./is-gated.ts";
import { skippedVerify } from "./skipped-verify.ts";

/** The command runs as it came; git commands that it starts come by here. */
export function decideChildren(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const command = openCommand(host, globals, options, report);
  return command === null ? report : wrap(host, command, report);
}

/** For a command that makes no commit itself. It runs even where there is no place for what would wrap it. */
export function wrap(host: Host, command: OpenCommand, report: Report): Report {
  const decision = wrapChildren(host, command.globals, command.layers);
  if ("code" in decision) {
    report.reason = "there is no place for an exec-path of ours";
    report.warnings = [
      { ...decision, message: "what '" + command.name + "' starts is not intercepted: " + decision.message },
    ];
    report.quiet = false;
    return report;
  }
  report.strategy = "wrap";
  report.reason = "the git commands that '" + command.name + "' starts are intercepted";
  report.decision = decision;
  return report;
}

/**
 * An alias is git's to expand: it starts what comes of it as a git command of its own. A name that is neither
 * that nor a program may be corrected by git to one of its own, and then no new process begins.
 */
export function decideUnknown(host: Host, globals: GlobalPart, options: DecideOptions): Report {
  const report = passThrough(host.argv, "");
  const command = openCommand(host, globals, options, report);
  if (command === null) return report;
  const { repository } = command;
  if (repository === null || !mayBeCorrected(host, command, repository)) return wrap(host, command, report);
  // Nothing of ours would see what these do; without a correction git names them, and runs nothing.
  if (isGated(command) && mayBecomeSender(command.name)) return withoutCorrection(host, command, report);
  // It may be a push: there the option means the hook that our gate is.
  const skip = skippedVerify(host.argv, globals.commandIndex + 1);
  return injectInto(host, command, repository, report, (settings) => ({
    reason: "git may take '" + command.name + "' for another command",
    last: ["applypatch-msg", "commit-msg", "pre-push", "prepare-commit-msg"],
    kind: "composed",
    skipped: skip === null ? [] : verifyHooks.concat("pre-push"),
    edits: skip ?? {},
    options: [],
    revisions: [],
    wrapsEditor: true,
    message: messageSettings(settings, settings.cleanup ?? "default"),
  }));
}

function mayBecomeSender(name: string): boolean {
  const isSender = (each: string): boolean => each !== "push" && commandsByStrategy.gate.indexOf(each) >= 0;
  const { pass, rewrite, inject, wrap: wrapped, gate } = commandsByStrategy;
  const all = pass.concat(rewrite, inject, wrapped, gate);
  return mayBecome(
    name,
    all.filter(isSender),
    all.filter((each) => !isSender(each)),
  );
}

function withoutCorrection(host: Host, command: OpenCommand, report: Report): Report {
  const wrapped = wrap(host, command, report);
  const { decision } = wrapped;
  if (decision.action !== "exec") return wrapped;
  const at = decision.argv.indexOf(command.globals.commandIndex);
  const argv: ArgvWord[] = [
    ...decision.argv.slice(0, at),
    "-c",
    "help.autocorrect=0",
    ...decision.argv.slice(at),
  ];
  return { ...wrapped, decision: { ...decision, argv } };
}

function mayBeCorrected(host: Host, command: OpenCommand, repository: Repository): boolean {
  const settings = correctionSettings(host, command, repository);
  if (!isCorrecting(lastSetting(settings, "help.autocorrect"))) return false;
  return askAlias(host, command.globals, command.name) === null && !isProgram(host, "git-" + command.name);
}

/** Every alias and every program comes by here: git is asked only where our own reading is not certain. */
function correctionSettings(
  host: Host,
  { globals }: OpenCommand,
  repository: Repository,
): readonly ConfigEntry[] {
  const isUnusual = host.env("GIT_CONFIG_PARAMETERS") !== undefined || hasConfigEnv(globals);
  const read = isUnusual ? "" : readConfig(host, globals.options, repository, correctionSettingsWanted);
  const entries = typeof read === "string" ? askSettings(host, globals) : read;
  return typeof entries === "string" || entries === null ? [] : entries;
}

const correctionSettingsWanted: SettingsWanted = {
  words: ["autocorrect", "include", "worktree"],
  keys: /^(?:include(?:if)?\.|help\.autocorrect$|extensions\.worktreeconfig$)/,
};

function hasConfigEnv(globals: GlobalPart): boolean {
  return globals.options.some(({ name }) => name === "--config-env");
}

/** help.autocorrect: a time, `immediate` or `prompt`; anything else runs nothing. */
export function isCorrecting(value: string | undefined): boolean {
  return value !== undefined && !/^(?:0|false|no|off|never|show|)$/i.test(value);
}

export function isProgram(host: Host, name: string): boolean {
  const folders = (host.env("PATH") ?? "").split(":");
  const execPath = host.runGit(["--exec-path"]).stdout.replace(/\n$/, "");
  return [execPath].concat(folders).some((folder) => {
    const stat = host.stat((folder === "" ? "." : folder) + "/" + name);
    return stat !== null && stat.kind === "file" && stat.executable;
  });
}
