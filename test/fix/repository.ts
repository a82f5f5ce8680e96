import { join } from "node:path";
import { readHead } from "../support/new-repository.ts";
import { botTrailer, Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

export const person = "Ann <ann@example.org> 1500000000 +0130";

export function fix(sandbox: Sandbox, ...args: string[]): Run {
  return sandbox.interlock(["fix", ...args]);
}

/** What the real git prints, without its last line end. */
export function ask(sandbox: Sandbox, ...args: string[]): string {
  const { status, stdout, stderr } = sandbox.realGit(args);
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.replace(/\n$/, "");
}

/** A commit made without interlock; gives its id. */
export function commit(sandbox: Sandbox, message: string, options: RunOptions = {}): string {
  sandbox.realGit(["commit", "-q", "--allow-empty", "--allow-empty-message", "-m", message], options);
  return readHead(join(sandbox.repository, ".git"));
}

/** The bytes of an object. */
export function objectOf(sandbox: Sandbox, id: string): string {
  return sandbox.realGit(["cat-file", "commit", id]).stdout;
}

/** Writes an object byte for byte. */
export function writeObject(sandbox: Sandbox, object: string): string {
  const words = ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"];
  return sandbox.realGit(words, { input: Buffer.from(object, "latin1") }).stdout.trim();
}

interface CommitParts {
  parents?: string[];
  author?: string;
  committer?: string;
  headers?: string;
  message: string;
}

/** A commit with this message and these further headers, byte for byte, made the tip of main. */
export function commitObject(sandbox: Sandbox, parts: CommitParts): string {
  const id = writeObject(sandbox, renderCommit(ask(sandbox, "mktree"), parts));
  sandbox.realGit(["update-ref", "refs/heads/main", id]);
  return id;
}

/** Many of them by few processes, on no branch. */
export function commitObjects(sandbox: Sandbox, all: readonly CommitParts[]): string[] {
  const tree = ask(sandbox, "mktree");
  const paths = all.map((parts, i) =>
    sandbox.write(
      join(sandbox.folder, "objects", String(i)),
      Buffer.from(renderCommit(tree, parts), "latin1"),
    ),
  );
  const words = ["hash-object", "-t", "commit", "-w", "--literally", "--stdin-paths"];
  return sandbox
    .realGit(words, { input: paths.join("\n") })
    .stdout.split("\n")
    .slice(0, -1);
}

function renderCommit(tree: string, parts: CommitParts): string {
  const { parents = [], author = person, committer = person, headers = "", message } = parts;
  const lines = [
    `tree ${tree}`,
    ...parents.map((id) => `parent ${id}`),
    `author ${author}`,
    `committer ${committer}`,
  ];
  return `${lines.join("\n")}\n${headers}\n${message}`;
}

/** The commits of a revision, the oldest first, each as its raw bytes with all ids of commits taken out. */
export function historyOf(sandbox: Sandbox, revision: string): string[] {
  const ids = ask(sandbox, "rev-list", "--topo-order", "--reverse", revision).split("\n");
  const places = new Map(ids.map((id, i) => [id, `<${i}>`]));
  return ids.map((id) =>
    objectOf(sandbox, id).replace(/^parent (.*)$/gm, (_, parent: string) => `parent ${places.get(parent)}`),
  );
}

/** A config with one hook. */
export function useOneHook(sandbox: Sandbox, hook: string): void {
  sandbox.write(
    join(sandbox.folder, "interlock", "local", "plugin.yaml"),
    `name: local\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - ${hook}\n`,
  );
  sandbox.write(sandbox.config, "version: 1\nplugins: {dirs: [local]}\n");
}

export const withTrailer = (message: string): string => `${message}\n\n${botTrailer}\n`;
