/**
 * What is left: commands that start other git commands, aliases, programs of others, and names that git may
 * take for something else.
 */
import { askAlias, askSettings } from "../git/ask-git.ts";
import { mayBecome } from "../git/autocorrect.ts";
import { commandsByStrategy } from "../git/commands.ts";
import { lastSetting, readConfig } from "../git/config.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { verifyHooks } from "../git/hook-names.ts";
import type { Repository } from "../git/repository.ts";
import { wantedSettings } from "../git/wanted-settings.ts";
import { askExecPath } from "../hooks/exec-path.ts";
import { parameterEnvironment } from "../hooks/hook-context.ts";
import { inject } from "../hooks/inject.ts";
import { interceptChildren } from "../hooks/intercept-children.ts";
import { messageWithoutOptions } from "../hooks/settings.ts";
import type { ArgvWord, Host } from "../host.ts";
import type { OpenCommand } from "../plan/open-command.ts";
import { isGated, skippedVerify, traced } from "../push/gated-push.ts";
import type { Outcome } from "../report/report.ts";
import type { Command } from "./command.ts";

/** The command runs as it came; git commands that it starts are intercepted. */
export const startsOthers: Command<null> = {
  parse: () => null,
  needsRepository: false,
  decide: interceptChildren,
};

/**
 * An alias is git's to expand: it starts what comes of it as a git command of its own. A name that is neither
 * that nor a program may be corrected by git to one of its own, and then no new process begins.
 */
export const unlisted: Command<null> = {
  parse: () => null,
  needsRepository: false,
  decide,
};

function decide(host: Host, command: OpenCommand): Outcome {
  const { repository, layers, globals, name } = command;
  const correction = repository === null ? unknownCorrection : readCorrection(host, command, repository);
  // The caller's settings, aliases and programs may be others a moment later: nothing hangs on what we happen to see.
  if (layers.seal) return withoutCorrection(host, command, correction);
  // Outside of a repository nothing can be committed or sent.
  if (repository === null) return interceptChildren(host, command);
  if (!isCorrecting(correction.value))
    return correction.isCertain
      ? interceptChildren(host, command)
      : withoutCorrection(host, command, correction);
  if (!mayBeCorrected(host, command)) return withoutCorrection(host, command, correction);
  // It may be a push: there the option means the hook that our gate is.
  const skip = skippedVerify(host.argv, globals.commandIndex + 1);
  const injected = inject(host, { ...command, repository }, (settings) => ({
    reason: "git may take '" + name + "' for another command",
    enforcingHooks: ["applypatch-msg", "commit-msg", "pre-push", "prepare-commit-msg"],
    kind: "composed",
    skipped: skip === null ? [] : verifyHooks.concat("pre-push"),
    edits: skip ?? {},
    wrapsEditor: true,
    message: messageWithoutOptions(settings, settings.cleanup ?? "default"),
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
  const { pass, rewrite, wrap, gate } = commandsByStrategy;
  const all = pass.concat(rewrite, commandsByStrategy.inject, wrap, gate);
  return mayBecome(
    name,
    all.filter(isSender),
    all.filter((each) => !isSender(each)),
  );
}

/** The command with its correction switched off for certain. git still names similar commands, if it may. */
function withoutCorrection(host: Host, command: OpenCommand, { value: set }: Correction): Outcome {
  const outcome = interceptChildren(host, command);
  const { decision } = outcome;
  if (decision.action !== "exec") return outcome;
  const at = decision.argv.indexOf(command.globals.commandIndex);
  const value = set === "never" ? set : "0";
  const ours: ArgvWord[] = ["-c", correctionKey + "=" + value];
  const argv = [...decision.argv.slice(0, at), ...ours, ...decision.argv.slice(at)];
  const env = { ...decision.env, ...parameterEnvironment(correctionKey, value) };
  return { ...outcome, decision: { ...decision, argv, env } };
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
  const read = isUnusual ? "" : readConfig(host, globals.options, repository, wantedSettings.correction);
  if (typeof read !== "string") return { value: lastSetting(read, correctionKey), isCertain: true };
  const entries = askSettings(host, globals);
  if (typeof entries === "string" || entries === null) return unknownCorrection;
  return { value: lastSetting(entries, correctionKey), isCertain: false };
}

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
