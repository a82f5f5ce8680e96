/**
 * The real git for reading objects: nobody's replacements, grafts or commit graphs stand between.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { readEnvironment, readWorkingDirectory } from "../../shim/node/byte-strings.ts";
import { childEnvironment } from "../../shim/node/child-environment.ts";
import { findRealProgram } from "../../shim/node/find-real-program.ts";
import { isKept } from "../../shim/node/run-program.ts";
import { forConnecting, forReading, forSettings } from "../../shim/git/environment.ts";
import { createNodeHost, type NodeHost } from "../../shim/node/node-host.ts";
import { forPlainReading, withoutShallowFile } from "../../shim/verify/reading-host.ts";
import { withoutGraph } from "../../shim/verify/repository-here.ts";
import { ownPrefix } from "./own-install.ts";

export interface RealGit {
  path: string;
  /** Words before the command. */
  options: readonly string[];
  env: { [name: string]: string | undefined };
  /** For short questions. */
  host: NodeHost;
}

/** What verify needs of the caller's environment, and what it asks git about settings for the rules. */
export const toVerify = { reading: forReading, asking: forSettings };
/** `fix` writes too: with the caller's name, settings, and means to sign. */
const toWrite = [...forConnecting, "GPG_*"];
export const toFix = { reading: toWrite, asking: toWrite };

/** Null if there is none. Variables that nobody listed reach no git: what it answers decides (environment.ts). */
export function findRealGit(kept: typeof toVerify): RealGit | null {
  const env = readEnvironment();
  const ownFolder = encodeUtf8(`${ownPrefix()}/bin`);
  const path = findRealProgram("git", env.get("PATH") ?? "", readWorkingDirectory(), ownFolder);
  if (path === "") return null;
  const variables = [...env]
    .filter(([name]) => isKept(name, kept.reading))
    .map(([name, value]) => [decodeUtf8(name), decodeUtf8(value)]);
  const host = createNodeHost({ argv: ["git"], env, ownFolder });
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
        host.runGit(args, { only: kept.asking, ...run, env: { ...forPlainReading, ...run?.env } }),
    },
  };
}

/** Where commits are taken in: what is not here must not count as the end of history. */
export function inPreReceive(git: RealGit): RealGit {
  return {
    ...git,
    env: childEnvironment({ ...git.env, ...(withoutShallowFile as { [name: string]: string }) }),
  };
}
