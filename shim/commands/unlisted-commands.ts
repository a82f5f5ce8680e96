/**
 * All other commands: those that start git commands, aliases, third-party programs, and mistyped names that
 * git may autocorrect.
 */
import { askAlias, askSettings } from "../git/ask-git.ts";
import { mayBeCorrectedTo } from "../git/autocorrect.ts";
import { noTraits } from "../git/command-traits.ts";
import { allCommands, strategyOf } from "../git/commands.ts";
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
import { isGated, editsToDropNoVerify, withPacketTrace } from "../push/gated-push.ts";
import type { Outcome } from "../report/report.ts";
import type { Command } from "./command.ts";

/** Runs the command unchanged and intercepts the git commands that it starts. */
export const startsOthers: Command<null> = {
  kind: "other",
  traits: noTraits,
  parse: () => null,
  needsRepository: false,
  decide: interceptChildren,
};

/**
 * git expands an alias and starts the result as a new git command, which the shim intercepts. But a name that
 * is neither alias nor program may be autocorrected, and git then runs the other command in the same process.
 */
export const unlisted: Command<null> = {
  kind: "other",
  traits: noTraits,
  parse: () => null,
  needsRepository: false,
  decide,
};

function decide(host: Host, command: OpenCommand): Outcome {
  const { repository, layers, globals, name } = command;
  const correction = repository === null ? unknownCorrection : readCorrection(host, command, repository);
  // The caller can change settings, aliases and programs before git
  // reads them, so a sealed install trusts none of them.
  if (layers.seal) return withoutCorrection(host, command, correction);
  // Without a repository nothing can be committed or pushed.
  if (repository === null) return interceptChildren(host, command);
  if (!isCorrecting(correction.value))
    return correction.isCertain
      ? interceptChildren(host, command)
      : withoutCorrection(host, command, correction);
  if (!mayBeCorrected(host, command)) return withoutCorrection(host, command, correction);
  // The command may turn out to be a push, where --no-verify would skip the hook that is our gate.
  const skip = editsToDropNoVerify(host.argv, globals.commandIndex + 1);
  const injected = inject(host, { ...command, repository }, (settings) => ({
    reason: "git may take '" + name + "' for another command",
    enforcingHooks: ["applypatch-msg", "commit-msg", "pre-push", "prepare-commit-msg"],
    kind: "composed",
    skipped: skip === null ? [] : verifyHooks.concat("pre-push"),
    edits: skip ?? {},
    wrapsEditor: true,
    message: messageWithoutOptions(settings, settings.cleanup ?? "default"),
  }));
  return { ...injected, decision: withPacketTrace(injected.decision) };
}

function mayBeCorrected(host: Host, command: OpenCommand): boolean {
  const { globals, name } = command;
  // Commands that send run no hook of ours, so git must not correct a name to one of them.
  if (isGated(command) && mayBecomeSender(name)) return false;
  return askAlias(host, globals, name) === null && !isProgram(host, "git-" + name);
}

function mayBecomeSender(name: string): boolean {
  const isSender = (each: string): boolean => each !== "push" && strategyOf(each) === "gate";
  return mayBeCorrectedTo(
    name,
    allCommands.filter(isSender),
    allCommands.filter((each) => !isSender(each)),
  );
}

/** The command with autocorrect disabled. git still lists similar commands, if it is set to. */
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
/**
 * A `-c` value that disables autocorrect. It is the last option before the command, so nothing overrides it.
 */
export const correctionOff: string = correctionKey + "=0";

interface Correction {
  value: string | undefined;
  /**
   * We parsed it from plain files, rather than asking a git process whose config the caller may have changed.
   */
  isCertain: boolean;
}

const unknownCorrection: Correction = { value: undefined, isCertain: false };

/**
 * Every alias and third-party program gets here, so ask git (a
 * process) only if our own parsing is not certain.
 */
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

/** help.autocorrect: a delay, `immediate` or `prompt`. With any other value git corrects nothing. */
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
