/** Where the programs of a commit run, and what tells a git that they start which repository and index are meant. */
import { repositoryVariables } from "../../engine/core/program-environment.ts";
import { forReading } from "../git/environment.ts";
import type { Repository } from "../git/repository.ts";
import type { EnvChanges, Host, RunResult } from "../host.ts";

export interface ProgramPlace {
  /** The top of the work tree; of a repository without one, its git folder. */
  folder: string;
  variables: { readonly [name: string]: string };
}

/** In git's own hook: where git has started it, with what git has told it. */
export function placeInHook(host: Host): ProgramPlace {
  return { folder: host.cwd(), variables: givenVariables(host) };
}

/** Before git starts: what it will find out itself. Relative paths in variables are relative to the top, as for git. */
export function placeBeforeGit(host: Host, { top, gitDir }: Repository): ProgramPlace {
  const place: { [name: string]: string } = { ...givenVariables(host), GIT_DIR: gitDir };
  if (top !== gitDir) place["GIT_WORK_TREE"] = top;
  return { folder: top, variables: place };
}

function givenVariables(host: Host): { [name: string]: string } {
  const given: { [name: string]: string } = {};
  for (const name of repositoryVariables) {
    const value = host.env(name);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/** Asks the git that a program there would ask. */
export function askThere(host: Host, { folder, variables }: ProgramPlace, args: string[]): RunResult {
  const env: EnvChanges = variables;
  return host.runGit(["-C", folder].concat(args), { only: forReading, env });
}
