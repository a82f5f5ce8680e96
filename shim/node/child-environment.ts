/**
 * The environment for child processes. A program packaged with pkg marks every child with
 * PKG_EXECPATH; a child that is packaged too would then take its first argument for a script.
 */

/** pkg's own variables. Not all of PKG_*: PKG_CONFIG_PATH belongs to pkg-config. */
const pkgVariables = ["PKG_EXECPATH", "PKG_STRICT_VER", "DEBUG_PKG", "SIZE_LIMIT_PKG", "FOLDER_LIMIT_PKG"];

type Environment = { [name: string]: string | undefined };

/** For a child of any kind. */
export function childEnvironment(env: Environment): Environment {
  const child: Environment = { ...env };
  for (const name of pkgVariables) delete child[name];
  // pkg's patched spawn adds the variable where it reads undefined. One that is there but cannot be
  // enumerated satisfies it, and node:child_process does not hand it on.
  return Object.defineProperty(child, "PKG_EXECPATH", { value: "", enumerable: false });
}

/** For another run of our own program, which options for somebody's node must not change. */
export function coldEnvironment(env: Environment): Environment {
  const child = childEnvironment(env);
  delete child["NODE_OPTIONS"];
  return child;
}
