/**
 * What is left: commands that start other git commands, aliases, programs of others, and names that git may
 * take for something else.
 */
import type { SettingsWanted } from "../git/config-file.ts";
import { askAlias, askSettings } from "../git/ask-git.ts";
import { mayBecome } from "../git/autocorrect.ts";
import { commandsByStrategy } from "../git/commands.ts";
import { lastSetting, readConfig } from "../git/config.ts";
import type { GlobalPart } from "../git/global-options.ts";
import type { Repository } from "../git/repository.ts";
import type { ArgvWord, Host } from "../host.ts";
import { parameterEnvironment } from "../hooks/hook-context.ts";
import { askExecPath } from "../hooks/exec-path.ts";
import { verifyHooks } from "../git/hook-names.ts";
import { injectInto } from "../hooks/inject-into.ts";
import { wrapChildren } from "../hooks/inject.ts";
import { messageSettings } from "../hooks/settings.ts";
import { openCommand, type DecideOptions, type OpenCommand } from "../plan/open-command.ts";
import { passThrough, type Report } from "../report/report.ts";
import { isGated } from "../push/is-gated.ts";
import { traced } from "../push/traced.ts";
import { skippedVerify } from "../push/skipped-verify.ts";

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
  const correction = repository === null ? unknownCorrection : readCorrection(host, command, repository);
  const runUncorrected = (): Report => withoutCorrection(host, command, correction, report);
  // The caller's settings, aliases and programs may be others a moment later: nothing hangs on what we happen to see.
  if (command.layers.seal) return runUncorrected();
  // Outside of a repository nothing can be committed or sent.
  if (repository === null) return wrap(host, command, report);
  if (!isCorrecting(correction.value))
    return correction.isCertain ? wrap(host, command, report) : runUncorrected();
  if (!mayBeCorrected(host, command)) return runUncorrected();
  // It may be a push: there the option means the hook that our gate is.
  const skip = skippedVerify(host.argv, globals.commandIndex + 1);
  const injected = injectInto(host, command, repository, report, (settings) => ({
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
  return { ...injected, decision: traced(injected.decision) };
}

function mayBeCorrected(host: Host, command: OpenCommand): boolean {
  const { globals, name } = command;
  // Nothing of ours would see what these do.
  if (isGated(command) && mayBecomeSender(name)) return false;
  return askAlias(host, globals, name) === null && !isProgram(host, "git-" + name);
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

/** The command with its correction switched off for certain. git still names similar commands, if it may. */
function withoutCorrection(
  host: Host,
  command: OpenCommand,
  { value: set }: Correction,
  report: Report,
): Report {
  const wrapped = wrap(host, command, report);
  const { decision } = wrapped;
  if (decision.action !== "exec") return wrapped;
  const at = decision.argv.indexOf(command.globals.commandIndex);
  const value = set === "never" ? set : "0";
  const ours: ArgvWord[] = ["-c", correctionKey + "=" + value];
  const argv = [...decision.argv.slice(0, at), ...ours, ...decision.argv.slice(at)];
  const env = { ...decision.env, ...parameterEnvironment(correctionKey, value) };
  return { ...wrapped, decision: { ...decision, argv, env } };
}

const correctionKey = "help.autocorrect";
/** A word that says so; outranked by nothing, because it is the last one before the command. */
export const correctionOff: string = correctionKey + "=0";

interface Correction {
  value: string | undefined;
  /** Read from plain files, and not by asking a git that may have been told something else. */
  isCertain: boolean;
}

const unknownCorrection: Correction = { value: undefined, isCertain: false };

/** Every alias and every program comes by here: git is asked only where our own reading is not certain. */
function readCorrection(host: Host, { globals }: OpenCommand, repository: Repository): Correction {
  const isUnusual = host.env("GIT_CONFIG_PARAMETERS") !== undefined || hasConfigEnv(globals);
  const read = isUnusual ? "" : readConfig(host, globals.options, repository, correctionSettingsWanted);
  if (typeof read !== "string") return { value: lastSetting(read, correctionKey), isCertain: true };
  const entries = askSettings(host, globals);
  if (typeof entries === "string" || entries === null) return unknownCorrection;
  return { value: lastSetting(entries, correctionKey), isCertain: false };
}

const correctionSettingsWanted: SettingsWanted = {
  words: ["autocorrect", "include", "worktree"],
  keys: /^(?:include(?:if)?\.|help\.autocorrect$|extensions\.worktreeconfig$)/,
  doubtful: /^include(?:if)?\./,
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
  const execPath = host.env("GIT_EXEC_PATH") || askExecPath(host);
  return [execPath].concat(folders).some((folder) => {
    const stat = host.stat((folder === "" ? "." : folder) + "/" + name);
    return stat !== null && stat.kind === "file" && stat.executable;
  });
}
