import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

export type Files = { [path: string]: string };

/** A manifest with one rule that shows. */
export function manifest(name: string, { id = `${name}.rule`, value = name, more = "" } = {}): string {
  return `name: ${name}
extensions:
  hookApiVersion: 1
  hooks:
    - id: ${id}
      hook: commit.message.finalize
      effects: [{type: text.ensureTrailer, key: Rules, value: "${value}"}]
${more}`;
}

/** A path install without any config, a repository, and repositories with plugins in `sources`. */
export class Workshop extends Sandbox {
  readonly sources = join(this.folder, "sources");

  /** `interlock` as somebody has it who has configured nothing. */
  call(args: readonly string[], options: RunOptions = {}): Run {
    return this.run("interlock", args, { ...options, env: { INTERLOCK_CONFIG: undefined, ...options.env } });
  }

  plugin(...args: string[]): Run {
    return this.call(["plugin", ...args]);
  }

  /** The message of a commit made now, through the shim. */
  commit(message = "work"): string {
    const env = { INTERLOCK_CONFIG: undefined };
    const run = this.run("git", ["commit", "-q", "--allow-empty", "-m", message], { env });
    if (run.status !== 0) throw new Error(run.stderr);
    return this.message();
  }

  /** A folder; files named in `hooks/` are executable unless they are Markdown. */
  folderOf(name: string, files: Files): string {
    const folder = join(this.sources, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      if (path.startsWith("hooks/") && !path.endsWith(".md")) chmodSync(join(folder, path), 0o755);
    }
    return folder;
  }

  /** A repository with these files in its last commit. */
  source(name: string, files: Files): string {
    const folder = this.folderOf(name, files);
    this.realGit(["init", "-q", folder]);
    this.realGit(["add", "-A"], { cwd: folder });
    this.realGit(["commit", "-q", "-m", "files"], { cwd: folder });
    return folder;
  }

  /** A repository whose commit has a tree that git itself would not write. */
  rawSource(name: string, tree: (git: RawGit) => string): string {
    const folder = this.source(name, { "plugin.yaml": manifest(name) });
    const git = rawGit(this, folder);
    const id = tree(git);
    const commit = this.realGit(["commit-tree", "-m", "raw", id], { cwd: folder }).stdout.trim();
    this.realGit(["update-ref", "HEAD", commit], { cwd: folder });
    return folder;
  }

  /** Every path below the sandbox with what is there. Sources do not count: git may pack them. */
  everything(): string[] {
    return listAll(this.folder, "", "sources");
  }
}

export interface RawGit {
  blob(text: string): string;
  /** `name`: bytes, as latin1. */
  tree(...entries: { mode: string; name: string; id: string }[]): string;
}

function rawGit(box: Workshop, cwd: string): RawGit {
  const write = (type: string, input: Buffer): string =>
    box.realGit(["hash-object", "-w", "--literally", "-t", type, "--stdin"], { cwd, input }).stdout.trim();
  return {
    blob: (text) => write("blob", Buffer.from(text)),
    tree: (...entries) =>
      write(
        "tree",
        Buffer.concat(
          entries.map(({ mode, name, id }) =>
            Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")]),
          ),
        ),
      ),
  };
}

function listAll(folder: string, prefix: string, except = ""): string[] {
  return readdirSync(folder)
    .filter((name) => name !== except)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = lstatSync(path);
      const shown = `${prefix}/${name}`;
      if (stat.isDirectory()) return [`${shown}/`, ...listAll(path, shown)];
      if (stat.isSymbolicLink()) return [`${shown} -> ${readlinkSync(path)}`];
      const sum = stat.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "special";
      return [`${shown} ${(stat.mode & 0o777).toString(8)} ${sum}`];
    });
}
