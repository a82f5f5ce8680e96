import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { splitPrinted } from "../../cli/shared/stream-commits.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

/**
 * What a push may cost the server that judges it. git compresses well, so the size of a push says nothing about the size of
 * what is in it.
 */

let sandbox: Sandbox;

/** Stores the messages as a chain of commits, newest last, by one `git fast-import`. */
function store(messages: readonly string[]): void {
  const commits = messages.map(
    (message) =>
      `commit refs/heads/main\ncommitter A <a@x> 1 +0000\ndata ${Buffer.byteLength(message, "latin1")}\n${message}\n`,
  );
  const input = Buffer.from(commits.join(""), "latin1");
  sandbox.realGit(["fast-import", "--quiet", "--force"], { input });
}

/** As the pre-receive hook of a repository without refs. `limit`: of memory, in kilobytes. */
function judgePush(limit = "unlimited"): Run {
  const tip = sandbox.realGit(["rev-parse", "main"]).stdout.trim();
  sandbox.realGit(["update-ref", "-d", "refs/heads/main"]);
  const line = `${"0".repeat(40)} ${tip} refs/heads/main\n`;
  return sandbox.shell(`ulimit -v ${limit}; exec interlock verify --pre-receive`, { input: line });
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
    const short = Array.from({ length: 400 }, (__, i) => withTrailer(String(i)));
    // The newest are judged first.
    store([...Array.from({ length: 80 }, long), ...short]);
    expect(judgePush()).toMatchObject({ status: 0 });
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
    expect(sandbox.shell("ulimit -v 60000; exec interlock verify main")).toMatchObject({ status: 0 });
  });

  test("of messages that git does not print as they are", () => {
    store(Array.from({ length: 300 }, (_, i) => `${i}\n\n${"x".repeat(300_000)} \n\n${botTrailer}\n`));
    expect(sandbox.shell("ulimit -v 90000; exec interlock verify main")).toMatchObject({ status: 0 });
  });

  test("of brackets in a trailer that names a person", () => {
    sandbox.write(
      sandbox.config,
      `version: 1\nplugins:\n  dirs: [${join(process.cwd(), "plugins", "no-ai-attribution")}]\n`,
    );
    store([`One\n\nCo-authored-by: x${">".repeat(60_000)}\n`]);
    expect(judgePush("60000")).toMatchObject({ status: 0 });
  });
});
