/** Runs commands under other mounts: a read-only one is all that root cannot write to. */
import { whyNoMachine } from "./sealed-machine.ts";
import { botEnv, type Run, type RunOptions, type Sandbox } from "./sandbox.ts";

/** Why nothing can be mounted here, or an empty text. */
export const whyNoMounts: string = whyNoMachine;

/** `mounts`: lines of sh, for the command alone. */
export function runMounted(
  sandbox: Sandbox,
  mounts: string,
  argv: readonly string[],
  options: RunOptions = {},
): Run {
  const script = `here=$PWD\ncd /\nmount --make-rprivate /\n${mounts}\ncd "$here"\nexec "$@"`;
  const env = { ...botEnv, ...options.env };
  return sandbox.run("unshare", ["-m", "sh", "-ec", script, "sh", ...argv], { ...options, env });
}

export function readOnly(folder: string): string {
  return `mount --bind '${folder}' '${folder}'\nmount -o remount,bind,ro '${folder}'\n`;
}

/** An empty /dev/shm, but for the sandbox if it is there. */
export function emptySharedMemory({ folder }: Sandbox, options: "ro" | "rw"): string {
  const shared = "mount -t tmpfs -o mode=1777 none /dev/shm";
  const back = `mkdir -p '${folder}'\nmount --rbind /mnt '${folder}'`;
  return `mount --rbind '${folder}' /mnt\n${shared}\n${back}\nmount -o remount,${options} /dev/shm\n`;
}

/** Together with a read-only `emptySharedMemory`: no place is left for a private folder. */
export const noTemporary = { TMPDIR: "/proc/none" };
