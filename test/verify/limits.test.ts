import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { splitPrinted } from "../../cli/shared/stream-commits.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { dist } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

/**
 * What a push may cost the server that judges it. git compresses well, so the size of a push says nothing about the size of
 * what is in it.
 */

let sandbox: Sandbox;

/** Stores the messages as a chain of commits, newest last, by one `git fast-import`. */
function store(messages: readonly string[], name = "A"): void {
  const commits = messages.map(
    (message) =>
      `commit refs/heads/main\ncommitter ${name} <a@x> 1 +0000\ndata ${Buffer.byteLength(message, "latin1")}\n${message}\n`,
  );
  const input = Buffer.from(commits.join(""), "latin1");
  sandbox.realGit(["fast-import", "--quiet", "--force"], { input });
}

/** The same for commits with these further parents and headers. */
function storeWith(commits: readonly { parents?: string[]; headers?: string; message?: string }[]): void {
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  let tip: string[] = [];
  const paths = commits.map(({ parents = [], headers = "", message = withTrailer("x") }, i) => {
    const lines = [`tree ${tree}`, ...[...tip, ...parents].map((id) => `parent ${id}`)];
    const body = `${lines.join("\n")}\nauthor A <a@x> ${i} +0000\ncommitter A <a@x> ${i} +0000\n${headers}\n${message}`;
    tip = [createHash("sha1").update(`commit ${body.length}\0${body}`).digest("hex")];
    return sandbox.write(join(sandbox.folder, "objects", String(i)), body);
  });
  const input = paths.join("\n");
  sandbox.realGit(["hash-object", "-t", "commit", "-w", "--stdin-paths"], { input });
  sandbox.realGit(["update-ref", "refs/heads/main", tip.join("")]);
}

/** As the pre-receive hook of a repository without refs. */
function judgePush(run = (script: string, input: string): Run => sandbox.shell(script, { input })): Run {
  const tip = sandbox.realGit(["rev-parse", "main"]).stdout.trim();
  sandbox.realGit(["update-ref", "-d", "refs/heads/main"]);
  const line = `${"0".repeat(40)} ${tip} refs/heads/main\n`;
  return run("exec interlock verify --pre-receive", line);
}

/**
 * With that many kilobytes of memory, and without a cold side: a walk during which git is silent for a moment, as on a busy
 * machine, would be given to that, and Node does not even start in so little.
 */
function runBinary(kilobytes: number): (script: string, input?: string) => Run {
  sandbox.readyPlan();
  const prefix = join(sandbox.folder, "binary");
  cpSync(join(dist, "bin", "interlock"), join(prefix, "bin", "interlock"));
  return (script, input = "") => sandbox.shell(`ulimit -v ${kilobytes}; ${script}`, { prefix, input });
}

/** The first commit of `storeWith`, if it has no parents or headers of its own. */
function base(): string {
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const body = `tree ${tree}\nauthor A <a@x> 0 +0000\ncommitter A <a@x> 0 +0000\n\n${withTrailer("x")}`;
  const input = Buffer.from(body);
  return sandbox.realGit(["hash-object", "-t", "commit", "-w", "--stdin"], { input }).stdout.trim();
}

const withTrailer = (body: string): string => `One\n\n${body}\n\n${botTrailer}\n`;
const sizes: { [what: string]: [string, string] } = {
  "1 MiB": [`x${"\nline of text".repeat(40_000)}`, "its message has more than 1 MiB"],
  "50,000 lines": ["x\n".repeat(49_990), "its message has more than 50,000 lines"],
};

forBinaryAndColdSide(() => {
  beforeEach(() => {
    sandbox = new Sandbox();
  });

  test.each(Object.keys(sizes))("a message of up to %s is judged, and none that is longer", (what) => {
    const [body, reason] = sizes[what] as [string, string];
    const short = withTrailer(body);
    const long = what === "1 MiB" ? withTrailer(body.repeat(3)) : withTrailer(body + "x\n".repeat(20));
    store([short]);
    expect(judgePush()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("1 commit, and no rule"),
    });
    store([long]);
    expect(judgePush()).toEqual({
      status: 2,
      stdout: expect.stringMatching(
        new RegExp(`^not judged: commit [0-9a-f]{12}: ${reason} \\(1 commit\\)\n`),
      ),
      stderr:
        "interlock: error: not everything could be judged here [E-not-possible]\n" +
        "hint: make these commits anew, with a plain header, in UTF-8, and not too long\n",
    });
  });

  test.each<[string, (count: number) => { parents?: string[]; headers?: string }, number]>([
    ["has more than 10,000 lines", (count) => ({ headers: `gpgsig x\n${" \n".repeat(count - 5)}` }), 10_000],
    ["names more than 1,000 parents", (count) => ({ parents: Array(count - 1).fill(base()) }), 1000],
  ])("a commit is not judged if its header %s", (reason, make, most) => {
    storeWith([{}, make(most)]);
    expect(judgePush()).toMatchObject({ status: 0 });
    storeWith([{}, make(most + 1)]);
    expect(judgePush()).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(
        new RegExp(
          `^not judged: commit [0-9a-f]{12}: its header ${reason} \\(1 commit\\)\ninterlock: 2 commits,`,
        ),
      ),
    });
  });

  test("headers count in the limit for all commits, and those of signatures and merges do not use it up", () => {
    const signed = (count: number) => ({ headers: `gpgsig x\n${" AAAA\n".repeat(count)}` });
    storeWith(Array.from({ length: 400 }, () => ({ ...signed(120), parents: Array(40).fill(base()) })));
    expect(judgePush()).toMatchObject({ status: 0 });
    storeWith(Array.from({ length: 30 }, () => signed(9000)));
    expect(judgePush()).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("it and the other commits of this push have too many lines"),
    });
  });

  test("long headers count in it, also those of commits that end like others", () => {
    const long = Array.from({ length: 11 }, () => withTrailer("y\n".repeat(45_000)));
    const alike = Array.from({ length: 1500 }, () => withTrailer("x"));
    store([...long, ...alike]);
    expect(judgePush()).toMatchObject({ status: 0 });
    store([...long, ...alike], "N".repeat(1830));
    expect(judgePush()).toMatchObject({ status: 2 });
  });

  test("a commit for a note is judged if its header is not as short as git's", () => {
    const message = "Notes added by 'git notes add'\n";
    const pushNotes = (headers: string): Run => {
      storeWith([{ message, headers }]);
      const tip = sandbox.realGit(["rev-parse", "main"]).stdout.trim();
      sandbox.realGit(["update-ref", "-d", "refs/heads/main"]);
      const input = `${"0".repeat(40)} ${tip} refs/notes/x\n`;
      return sandbox.interlock(["verify", "--pre-receive"], { input });
    };
    expect(pushNotes("")).toMatchObject({ status: 0 });
    expect(pushNotes(`gpgsig x\n${" \n".repeat(2000)}`)).toMatchObject({ status: 1 });
  });

  test("a commit of more than 16 MiB is not read", () => {
    store([withTrailer("x".repeat(17 << 20))]);
    const { status, stdout, stderr } = judgePush();
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(
      /^interlock: error: these commits cannot be judged: '[0-9a-f]{40}' has more than 16 MiB, .*\nhint: make that commit anew/,
    );
  });

  test("short lines count as they are, not as git prints them", () => {
    // git indents each of them, so that 25 MB of its output are 5 MB of the message.
    store([withTrailer("\n".repeat(5 << 20)), withTrailer("x")]);
    expect(judgePush()).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("its message has more than 1 MiB (1 commit)\ninterlock: 2 commits,"),
    });
  });

  test("a large file that is pushed as a tag is no commit", () => {
    store([withTrailer("x")]);
    const input = Buffer.alloc(17 << 20, "x");
    const blob = sandbox.realGit(["hash-object", "-w", "--stdin"], { input }).stdout.trim();
    const line = `${"0".repeat(40)} ${blob} refs/tags/file\n`;
    expect(sandbox.interlock(["verify", "--pre-receive"], { input: line })).toMatchObject({ status: 0 });
  });

  test("of many commits that break a rule, a push shows only some, and none at length", () => {
    store(Array.from({ length: 100 }, (_, i) => `Bad ${i}\n\n${"x".repeat(20_000)}\n`));
    const run = judgePush();
    expect(run.status).toBe(1);
    expect(run.stdout.match(/^commit [0-9a-f]{12} Bad/gm)).toHaveLength(20);
    expect(run.stdout).toContain("    (the message is too long to show)\n");
    expect(run.stdout).toMatch(
      /\n80 more commits not shown; for all, in the clone: interlock verify\ninterlock: 100 of 100 commits break a rule\n$/,
    );
    expect(run.stdout.length).toBeLessThan(20_000);
    // Without a push, all of them are shown.
    store(Array.from({ length: 100 }, (_, i) => `Bad ${i}\n`));
    expect(sandbox.interlock(["verify", "main"]).stdout.match(/^commit [0-9a-f]{12} Bad/gm)).toHaveLength(
      100,
    );
  });

  test("beyond 1,000 broken commits, a push is not judged further", () => {
    // git lists the newest first.
    store(Array.from({ length: 1200 }, (_, i) => (i < 100 ? withTrailer("x\0") : `Bad ${i}\n`)));
    const { status, stdout } = judgePush();
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /\nat least 980 more commits not shown; for all, in the clone: interlock verify\ninterlock: at least 1000 of 1200 commits break a rule\n$/,
    );
    expect(stdout).not.toContain("not judged");
    // If it is only reported, a commit that cannot be judged is refused still.
    sandbox.write(sandbox.config, `${readFileSync(sandbox.config, "utf8")}mode: report\n`);
    store(Array.from({ length: 1200 }, (_, i) => (i < 100 ? withTrailer("x\0") : `Bad ${i}\n`)));
    expect(judgePush()).toMatchObject({ status: 2, stdout: expect.stringContaining("1100 of 1200 commits") });
  });

  test("nor does it list every commit that cannot be judged", () => {
    store(Array.from({ length: 100 }, (_, i) => withTrailer(`${i}${"\n".repeat(50_001)}x`)));
    const { status, stdout } = judgePush();
    expect(status).toBe(2);
    expect(stdout.match(/^not judged: commit/gm)).toHaveLength(20);
    expect(stdout).toContain("\nnot judged: 80 more\n");
  });

  test("long messages have a limit in all, which grows with the number of commits", () => {
    // Each has 3,000 lines, and differs from the others.
    const long = (_: unknown, i: number): string => `One\n\n${`a${i}:\n`.repeat(3000)}${botTrailer}\n`;
    store(Array.from({ length: 60 }, long));
    expect(judgePush()).toMatchObject({ status: 0 });
    store(Array.from({ length: 80 }, long));
    const { status, stdout } = judgePush();
    expect(status).toBe(2);
    expect(stdout).toContain("it and the other commits of this push have too many lines in their messages");
    const short = Array.from({ length: 800 }, (__, i) => withTrailer(String(i)));
    // The newest are judged first.
    store([...Array.from({ length: 80 }, long), ...short]);
    expect(judgePush()).toMatchObject({ status: 0 });
  });

  test("short messages count in it if they have many lines, also where a rule is broken", () => {
    const short = (end: string) => (_: unknown, i: number) => `One\n\n${"a:\n".repeat(600)}b: ${i}\n${end}`;
    store(Array.from({ length: 400 }, short(`${botTrailer}\n`)));
    expect(judgePush()).toMatchObject({ status: 0 });
    store(Array.from({ length: 700 }, short(`${botTrailer}\n`)));
    const tooMany = expect.stringContaining("it and the other commits of this push have too many lines");
    expect(judgePush()).toMatchObject({ status: 2, stdout: tooMany });
    store(Array.from({ length: 700 }, short("")));
    expect(judgePush()).toMatchObject({ status: 1, stdout: tooMany });
  });

  test("they count whether or not one ends like another", () => {
    // All end in the same way.
    store(Array.from({ length: 900 }, (_, i) => withTrailer(`${i}\n${"x\n".repeat(600)}`)));
    expect(judgePush()).toMatchObject({ status: 2 });
  });
});

test("of a print that is too large, Node keeps the id, however it comes, and its end is needed", async () => {
  const id = "0123456789".repeat(4);
  const small = (length: number): Buffer => Buffer.alloc(length, "x");
  const pieces = [
    Buffer.from(`${id}\n`),
    small((16 << 20) - 50),
    small(10),
    small(3),
    small(1 << 16),
    small(1),
  ];
  async function* streamOf(...last: Buffer[]): AsyncGenerator<Buffer> {
    yield* pieces;
    yield* last;
  }
  const read = async (output: AsyncIterable<Buffer>): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const some of splitPrinted(output)) found.push(...some);
    return found;
  };
  const next = "9876543210".repeat(4);
  expect(await read(streamOf(Buffer.from(`x\0${next}\ntree`), Buffer.from("\n\0")))).toEqual([id, next]);
  await expect(read(streamOf())).rejects.toThrow("ended in the middle");
});

describe("the binary keeps little of what it has judged", () => {
  beforeEach(() => {
    sandbox = new Sandbox();
  });

  test("of long messages", () => {
    store(Array.from({ length: 200 }, (_, i) => `One\n\n${botTrailer}\nx: ${i} ${"x".repeat(300_000)}\n`));
    expect(runBinary(60000)("exec interlock verify main")).toMatchObject({ status: 0 });
  });

  test("of messages that git does not print as they are", () => {
    store(Array.from({ length: 300 }, (_, i) => `${i}\n\n${"x".repeat(300_000)} \n\n${botTrailer}\n`));
    expect(runBinary(90000)("exec interlock verify main")).toMatchObject({ status: 0 });
  });

  test("of parents that are named again and again", () => {
    storeWith(Array.from({ length: 60 }, () => ({ parents: Array(20_000).fill(base()) })));
    expect(judgePush(runBinary(90000))).toMatchObject({ status: 2 });
  });

  test("of what breaks a rule", () => {
    store(Array.from({ length: 600 }, (_, i) => `One\n\n${"a:\n".repeat(600)}b: ${i}\n`));
    expect(judgePush(runBinary(90000))).toMatchObject({ status: 1 });
  });

  test("of brackets in a trailer that names a person", () => {
    sandbox.write(
      sandbox.config,
      `version: 1\nplugins:\n  dirs: [${join(process.cwd(), "plugins", "no-ai-attribution")}]\n`,
    );
    store([`One\n\nCo-authored-by: x${">".repeat(60_000)}\n`]);
    expect(judgePush(runBinary(60000))).toMatchObject({ status: 0 });
  });
});
