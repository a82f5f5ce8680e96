/**
 * Where each shell reads PATH. A shell that is neither interactive nor a login shell reads: bash and sh nothing (bash: the
 * file that BASH_ENV names), zsh `.zshenv`, fish all of `conf.d`.
 */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";

export const shellNames = ["bash", "zsh", "fish", "sh"] as const;
export type ShellName = (typeof shellNames)[number];

interface Shell {
  files(home: string): string[];
  /** What shows that somebody uses it. */
  signs(home: string): string[];
  /** The line that puts a folder first on PATH, unless it is first already. */
  line(folder: string): string;
}

const posixLine = (folder: string): string => {
  const quoted = `'${folder.replaceAll("'", "'\\''")}'`;
  return `case ":$PATH:" in :${quoted}:*) ;; *) PATH=${quoted}:$PATH; export PATH ;; esac`;
};

const zshFolder = (home: string): string => process.env["ZDOTDIR"] || home;
const fishFolder = (home: string): string =>
  join(process.env["XDG_CONFIG_HOME"] || join(home, ".config"), "fish");

export const shells: { readonly [N in ShellName]: Shell } = {
  bash: {
    files: (home) => [join(home, ".bashrc"), loginFile(home)],
    signs: (home) => [".bashrc", ".bash_profile", ".bash_login"].map((name) => join(home, name)),
    line: posixLine,
  },
  zsh: {
    // Every zsh reads the first; the others may put something else in front again.
    files: (home) => [
      join(zshFolder(home), ".zshenv"),
      ...[".zprofile", ".zshrc"]
        .map((name) => join(zshFolder(home), name))
        .filter((file) => existsSync(file)),
    ],
    signs: (home) => [".zshenv", ".zshrc", ".zprofile"].map((name) => join(zshFolder(home), name)),
    line: posixLine,
  },
  fish: {
    files: (home) => [join(fishFolder(home), "conf.d", "interlock.fish")],
    signs: (home) => [fishFolder(home)],
    line: (folder) => {
      const quoted = `'${folder.replace(/['\\]/g, "\\$&")}'`;
      return `if test "$PATH[1]" != ${quoted}; set -gx PATH ${quoted} $PATH; end`;
    },
  },
  sh: {
    files: (home) => [join(home, ".profile")],
    signs: (home) => [join(home, ".profile")],
    line: posixLine,
  },
};

/** A login bash reads the first of these alone. */
function loginFile(home: string): string {
  const files = [".bash_profile", ".bash_login"].map((name) => join(home, name));
  return files.find((file) => existsSync(file)) ?? join(home, ".profile");
}

/** The login shell, and every shell that has a file here; where nothing is known, sh. */
export function shellsInUse(home: string): ShellName[] {
  const login = basename(process.env["SHELL"] ?? "");
  const used = shellNames.filter(
    (name) => name === login || shells[name].signs(home).some((file) => existsSync(file)),
  );
  return used.length === 0 ? ["sh"] : used;
}
