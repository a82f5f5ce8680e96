/**
 * The real git for reading objects: nobody's replacements, grafts or commit graphs stand between.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { readEnvironment, readWorkingDirectory } from "../../shim/node/byte-strings.ts";
import { childEnvironment } from "../../shim/node/child-environment.ts";
import { findRealProgram } from "../../shim/node/find-real-program.ts";
import { createNodeHost, type NodeHost } from "../../shim/node/node-host.ts";
import { ownPrefix } from "../own-prefix.ts";

export interface RealGit {
  path: string;
  /** Words before the command. */
  options: readonly string[];
  env: { [name: string]: string | undefined };
  /** For short questions. */
  host: NodeHost;
}

/** Null if there is none. */
export function findRealGit(): RealGit | null {
  const env = readEnvironment();
  for (const name of env.keys()) if (name.startsWith("GIT_TRACE")) env.delete(name);
  env.set("GIT_NO_REPLACE_OBJECTS", "1");
  env.set("GIT_GRAFT_FILE", "/dev/null");
  // Nobody waits for a single line.
  env.set("GIT_FLUSH", "0");
  const ownFolder = encodeUtf8(`${ownPrefix()}/bin`);
  const path = findRealProgram("git", env.get("PATH") ?? "", readWorkingDirectory(), ownFolder);
  if (path === "") return null;
  const variables = [...env].map(([name, value]) => [decodeUtf8(name), decodeUtf8(value)]);
  return {
    path: decodeUtf8(path),
    options: ["-c", "core.commitGraph=false"],
    env: childEnvironment(Object.fromEntries(variables)),
    host: createNodeHost({ argv: ["git"], env, ownFolder }),
  };
}
