import { join } from "node:path";
import { expect, test } from "vitest";
import { splitPrinted, streamCommits } from "../../cli/shared/stream-commits.ts";
import type { Commit } from "../../shim/git/commit-object.ts";
import type { RealGit } from "../../cli/shared/real-git.ts";
import { createObjectReader, UnreadableRange } from "../../cli/shared/read-objects.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { realGit, root } from "../support/paths.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const author = "author Ann <ann@example.org> 1 +0000\n";
const committer = "committer Bo <bo@example.org> 1 +0000\n";
const people = author + committer;
const signature =
  "gpgsig -----BEGIN PGP SIGNATURE-----\n \n encoding no-such-code\n -----END PGP SIGNATURE-----\n";
const id = "0123456789012345678901234567890123456789";

/** What stands behind the tree: in `printed` git's print tells all of it, in `others` it does not. */
const printed = {
  "a message": `${people}\nOne\n\nTwo\n`,
  "no line end at the end": `${people}\nOne\n\nTwo`,
  "an empty message": `${people}\n`,
  "indented lines and tabs": `${people}\n    One\n\n        Two\n\tThree\n   Four\n`,
  "lines like those of the print": `${people}\nOne\n\n${id}\ntree ${id}\n${people}\n    Two\n`,
  "bytes that are no UTF-8": `${people}\n\xff\xfe\x80\n`,
  "another encoding": `${people}encoding ISO-8859-1\n\nGr\xf6\xdfe\n`,
  "an encoding of no name": `${people}encoding \n\nGr\xf6\xdfe\n`,
  "a signature": `${people}${signature}\nOne\n`,
  "headers that nobody knows": `${people}x-header a\n b\n\nOne\n`,
  "no author": `${committer}\nOne\n`,
  "nobody at all": "\nOne\n",
  "an author without an address": `author Ann\n${committer}\nOne\n`,
  "two authors": `${author}${people}\nOne\n`,
  "a date that is none": `author Ann <ann@example.org> soon +99999\n${committer}\nOne\n`,
  "a long message": `${people}\nOne\n\n${"line of text\n".repeat(20_000)}`,
};
const others = {
  "a NUL byte": `${people}\nOne\0\n\nTwo\n`,
  "a NUL byte at the end": `${people}\nOne\0`,
  "a NUL byte in the header": `${author}x-header \0\n${committer}\nOne\n`,
  "blank lines first": `${people}\n\n \nOne\n`,
  "blank lines last": `${people}\nOne\n\n\n`,
  "white space at the end of a line": `${people}\nOne \n\nTwo\t\n`,
  "white space in place of a line end": `${people}\nOne `,
  CRs: `${people}\nOne\r\n\r\nTwo\r\n`,
  "nothing but white space": `${people}\n \n\n`,
  "no blank line": people,
  "a header without its line end": people.slice(0, -1),
};

interface Repository {
  git: RealGit;
  sandbox: Sandbox;
  /** By title. */
  ids: { [title: string]: string };
}

function makeRepository(objects: { [title: string]: string }, config = ""): Repository {
  const sandbox = new Sandbox();
  sandbox.write(".git/config", `[core]\n\trepositoryformatversion = 0\n${config}`);
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const hash = ["hash-object", "--literally", "-t", "commit", "-w", "--stdin"];
  const ids = Object.entries(objects).map(([title, rest]) => {
    const input = Buffer.from(`tree ${tree}\n${rest}`, "latin1");
    return [title, sandbox.realGit(hash, { input }).stdout.trim()];
  });
  const env = { ...sandbox.environment({ prefix: null }), GIT_DIR: `${sandbox.repository}/.git` };
  const git = { path: realGit, options: [], env, host: createNodeHost({ argv: ["git"] }) };
  return { git, sandbox, ids: Object.fromEntries(ids) };
}

const rangeOf = ({ ids }: Repository) => ({ options: [], input: Object.values(ids).join("\n") });

async function collect(pieces: AsyncIterable<Commit[]>): Promise<{ [id: string]: Commit }> {
  const commits: Commit[] = [];
  for await (const some of pieces) commits.push(...some);
  return Object.fromEntries(commits.map((commit) => [commit.id, commit]));
}

test.each(["", "[i18n]\n\tlogOutputEncoding = UTF-16\n[log]\n\tshowSignature = true\n"])(
  "commits are read byte for byte, under the settings %j",
  async (config) => {
    const repository = makeRepository({ ...printed, ...others }, config);
    const streamed = await collect(streamCommits(repository.git, rangeOf(repository)));
    expect(Object.keys(streamed)).toHaveLength(Object.keys(repository.ids).length);
    const objects = createObjectReader(repository.git);
    const read = await objects.read(Object.values(repository.ids));
    objects.close();
    expect(streamed).toEqual(Object.fromEntries(read.map((commit) => [commit.id, commit])));
  },
);

test.each([
  ["told", printed],
  ["not told", others],
])("all that is %s by the print is known", async (how, objects: { [title: string]: string }) => {
  const repository = makeRepository(objects);
  const words = ["rev-list", "--header", "--encoding=none", "--stdin"];
  const { stdout } = repository.sandbox.realGit(words, { input: rangeOf(repository).input });
  const isTold: { [title: string]: boolean } = {};
  const titles = new Map(Object.entries(repository.ids).map(([title, each]) => [each, title]));
  // In pieces that end anywhere.
  const pieces = (stdout.match(/[^]{1,1000}/g) ?? []).map((piece) => Buffer.from(piece, "latin1"));
  for await (const some of splitPrinted(streamOf(pieces))) {
    for (const each of some) {
      const known = typeof each !== "string";
      isTold[titles.get(known ? each.id : each) ?? ""] = known;
    }
  }
  expect(isTold).toEqual(Object.fromEntries([...titles.values()].map((title) => [title, how === "told"])));
});

test("an end in the middle of a commit is an error", async () => {
  const read = async (): Promise<void> => {
    for await (const some of splitPrinted(streamOf([Buffer.from(`${id}\ntree`)]))) expect(some).toEqual([]);
  };
  await expect(read()).rejects.toThrow("ended in the middle");
  await expect(read()).rejects.toBeInstanceOf(UnreadableRange);
});

async function* streamOf(pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

forBinaryAndColdSide(() => {
  test("a commit that names one parent twice is no merge", () => {
    const sandbox = new Sandbox(
      `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "conventional-commits")}]\n`,
    );
    sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "feat: base"]);
    const { tree, base } = {
      tree: sandbox.realGit(["rev-parse", "HEAD^{tree}"]).stdout.trim(),
      base: sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim(),
    };
    const object = `tree ${tree}\nparent ${base}\nparent ${base}\n${people}\nwhatever\n`;
    const written = sandbox.realGit(["hash-object", "-t", "commit", "-w", "--stdin"], { input: object });
    sandbox.realGit(["update-ref", "HEAD", written.stdout.trim()]);
    expect(sandbox.interlock(["verify", "HEAD^!"]).status).toBe(1);
  });

  test("other bytes under a commit's id are found out", () => {
    const sandbox = new Sandbox();
    const commitWith = (message: string): string => {
      sandbox.realGit(["commit", "-q", "--allow-empty", "-m", message]);
      const tip = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
      return `.git/objects/${tip.slice(0, 2)}/${tip.slice(2)}`;
    };
    const good = commitWith(`Good\n\n${botTrailer}`);
    const bad = commitWith("Bad");
    sandbox.shell(`cp -f ${good} ${bad}`, { prefix: null });
    expect(sandbox.interlock(["verify", "HEAD"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is another object"),
    });
  });
});
