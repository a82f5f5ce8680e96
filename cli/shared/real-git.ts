/**
 * The real git for reading objects, without replacements, grafts and commit graphs.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { forConnecting, forReading, forSettings } from "../../shim/git/environment.ts";
import { readEnvironment, readWorkingDirectory } from "../../shim/node/byte-strings.ts";
import { findRealProgram } from "../../shim/node/find-real-program.ts";
import { createNodeHost, type NodeHost } from "../../shim/node/node-host.ts";
import { childEnvironment, isKept } from "../../shim/node/run-program.ts";
import { forPlainReading, withoutShallowFile } from "../../shim/verify/reading-host.ts";
import { withoutGraph } from "../../shim/verify/repository-here.ts";
import { ownFolder } from "./own-install.ts";

export interface RealGit {
  path: string;
  /** Words before the command. */
  options: readonly string[];
  env: { [name: string]: string | undefined };
  /** For short questions. */
  host: NodeHost;
}

/** The caller's variables that git gets in verify: for reading commits, and for reading settings that rules use. */
export const toVerify = { reading: forReading, asking: forSettings };
/** `fix` also writes, with the caller's name, settings and signing keys. */
const toWrite = [...forConnecting, "GPG_*"];
export const toFix = { reading: toWrite, asking: toWrite };

/** Null if there is none. git gets only the listed variables, because its answers decide (environment.ts). */
export function findRealGit(passedOn: typeof toVerify): RealGit | null {
  const env = readEnvironment();
  const own = ownFolder();
  const path = findRealProgram("git", env.get("PATH") ?? null, readWorkingDirectory(), own);
  if (path === "") return null;
  const variables = [...env]
    .filter(([name]) => isKept(name, passedOn.reading))
    .map(([name, value]) => [decodeUtf8(name), decodeUtf8(value)]);
  const host = createNodeHost({ argv: ["git"], env, ownFolder: own });
  return {
    path: decodeUtf8(path),
    options: withoutGraph,
    env: childEnvironment({
      ...Object.fromEntries(variables),
      ...(forPlainReading as { [name: string]: string }),
    }),
    host: {
      ...host,
      runGit: (args, run) =>
        host.runGit(args, { only: passedOn.asking, ...run, env: { ...forPlainReading, ...run?.env } }),
    },
  };
}

/** In pre-receive, a shallow boundary must not count as the end of history. */
export function inPreReceive(git: RealGit): RealGit {
  return {
    ...git,
    env: childEnvironment({ ...git.env, ...(withoutShallowFile as { [name: string]: string }) }),
  };
}
