/** What a repository's refs hold, in a form that two runs of the same steps have in common. */
import { botTrailer, type Sandbox } from "../support/sandbox.ts";

export interface Commit {
  title: string;
  message: string;
  /** From before the steps, under the same id on both sides; the ids of new commits depend on the clock. */
  id: string | "new";
  author: string;
  committer: string;
  tree: string;
  parents: string[];
}

export interface History {
  /** The titles that refs point to. */
  refs: { [name: string]: string };
  commits: Commit[];
}

const format = ["%H", "%T", "%P", "%an <%ae>", "%cn <%ce>", "%B"].join("%x01");

/** The ids of all commits that refs lead to. */
export function listIds(sandbox: Sandbox, repository: string): string[] {
  return git(sandbox, repository, ["rev-list", "--all"]).split("\n").filter(Boolean);
}

/** Refs whose name matches `ignored` hold something of the run itself, such as a time, and are left out. */
export function readHistory(
  sandbox: Sandbox,
  repository: string,
  known: ReadonlySet<string>,
  ignored: RegExp | null,
): History {
  const refs = git(sandbox, repository, ["for-each-ref", "--format=%(refname) %(objecttype) %(objectname)"])
    .split("\n")
    .map((line) => line.split(" ") as [string, string, string])
    .filter(([name]) => name !== "" && !ignored?.test(name));
  // git-annex keeps a tree under a ref.
  const tips = refs.filter(([, type]) => type === "commit").map(([, , id]) => id);
  const log = tips.length === 0 ? "" : git(sandbox, repository, ["log", "-z", `--format=${format}`, ...tips]);
  const records = log.split("\0").filter(Boolean);
  const fields = records.map(
    (record) => record.split("\x01") as [string, string, string, string, string, string],
  );
  const titles = new Map(fields.map(([id, , , , , message]) => [id, titleOf(hideIds(message))]));
  const commits = fields.map(([id, tree, parents, author, committer, message]) => ({
    title: titles.get(id) as string,
    message: hideIds(message),
    id: known.has(id) ? id : "new",
    author,
    committer,
    tree,
    parents: parents
      .split(" ")
      .filter(Boolean)
      .map((parent) => titles.get(parent) ?? parent),
  }));
  return {
    refs: Object.fromEntries(refs.map(([name, , id]) => [name, titles.get(id) ?? id])),
    // By content: the order of a log depends on the clock.
    commits: commits.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}

/** The history that the rule asks for: git itself adds the trailer to each new message but the named ones. */
export function addTrailer(sandbox: Sandbox, history: History, except: readonly string[]): History {
  const add = [
    "interpret-trailers",
    "--no-divider",
    "--if-exists",
    "addIfDifferent",
    "--trailer",
    botTrailer,
  ];
  const commits = history.commits.map((commit) => {
    if (commit.id !== "new" || except.includes(commit.title)) return commit;
    // stgit ends no message with a newline, and `interpret-trailers` does not know such messages.
    const ending = commit.message.endsWith("\n") ? "" : "\n";
    const { stdout } = sandbox.realGit(add, { input: Buffer.from(commit.message + ending, "latin1") });
    return { ...commit, message: stdout.slice(0, stdout.length - ending.length) };
  });
  return { ...history, commits };
}

/** The ids of new commits depend on the clock, and on the trailer. */
export function hideIds(text: string): string {
  return text.replace(/\b[0-9a-f]{7,40}\b/g, "<id>");
}

function titleOf(message: string): string {
  return message.split("\n", 1)[0] as string;
}

function git(sandbox: Sandbox, repository: string, args: readonly string[]): string {
  const run = sandbox.realGit(args, { cwd: repository });
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
  return run.stdout;
}
