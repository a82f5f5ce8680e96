import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const trailer = `\n\n${botTrailer}\n`;

/** git itself turns bytes that are not UTF-8 into what they would be in Latin-1. */
function asGitKeepsIt(sandbox: Sandbox, message: string): string {
  const input = Buffer.from(message, "latin1");
  sandbox.realGit(["commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", "-"], { input });
  return sandbox.message();
}

test("a message that is not UTF-8 arrives as with the real git", () => {
  const sandbox = new Sandbox();
  const run = sandbox.shell(`git commit -q --allow-empty -m "$(printf 'caf\\351 \\377')"`);
  expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining("did not conform to UTF-8") });
  const message = sandbox.message();
  expect(message).toBe(asGitKeepsIt(sandbox, `caf\xe9 \xff${trailer}`));
});

test("every byte but NUL arrives", () => {
  const sandbox = new Sandbox();
  const bytes = Buffer.from(Array.from({ length: 255 }, (_, i) => i + 1)).toString("latin1");
  const file = sandbox.write("message", Buffer.from(`title\n\n${bytes}\nend`, "latin1"));
  sandbox.git(["commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", file]);
  const message = sandbox.message();
  expect(message).toBe(asGitKeepsIt(sandbox, `title\n\n${bytes}\nend\n\n${botTrailer}`));
});

test("an argument that is not UTF-8 arrives byte for byte", () => {
  const sandbox = new Sandbox();
  const run = sandbox.shell(
    `name=$(printf 'odd\\377name'); echo 1 >"$name"; git add "$name"; git commit -q -m fix -- "$name"`,
  );
  expect(run).toMatchObject({ status: 0 });
  expect(sandbox.realGit(["ls-files", "-z"]).stdout).toBe("odd\xffname\0");
  expect(sandbox.message()).toBe(`fix${trailer}`);
});

test("a value from the environment that is not UTF-8 arrives as with the real git", () => {
  const sandbox = new Sandbox();
  sandbox.shell(`GITHUB_APP_BOT_NAME=$(printf 'J\\366rg') git commit -q --allow-empty -m fix`);
  const message = sandbox.message();
  expect(message).toBe(asGitKeepsIt(sandbox, "fix\n\nCo-authored-by: J\xf6rg <bot@example.org>\n"));
});

test.each([
  ["-m of 90 KB", 90_000],
  ["-F of 1 MB", 1_000_000],
])("a long message, %s, arrives whole", (how, size) => {
  const sandbox = new Sandbox();
  const text = `title\n\n${"a line of text, not a short one\n".repeat(size / 32)}`.trimEnd();
  const file = sandbox.write("message", text);
  const run = sandbox.git([
    "commit",
    "-q",
    "--allow-empty",
    ...(how.startsWith("-m") ? ["-m", text] : ["-F", file]),
  ]);
  expect(run.status).toBe(0);
  expect(sandbox.message()).toBe(`${text}${trailer}`);
});

test("several -m that together are too long for one argument", () => {
  const sandbox = new Sandbox();
  const part = "word ".repeat(20_000).trim();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "title", "-m", part, "-m", part]);
  expect(sandbox.message()).toBe(`title\n\n${part}\n\n${part}${trailer}`);
});

test("a message of 1 MB on standard input arrives whole", () => {
  const sandbox = new Sandbox();
  const text = `title\n\n${"x".repeat(999_000)}`;
  sandbox.git(["commit", "-q", "--allow-empty", "-F", "-"], { input: text });
  expect(sandbox.message()).toBe(`${text}${trailer}`);
});

test("a message from a pipe: /dev/stdin, process substitution", () => {
  const sandbox = new Sandbox();
  sandbox.shell("echo 'by pipe' | git commit -q --allow-empty -F /dev/stdin");
  expect(sandbox.message()).toBe(`by pipe${trailer}`);
  sandbox.run("/bin/bash", ["-c", `git commit -q --allow-empty -F <(echo 'by fifo')`], {
    env: { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" },
  });
  expect(sandbox.message()).toBe(`by fifo${trailer}`);
});

test("a message from a pipe that needs no change arrives too", () => {
  const sandbox = new Sandbox();
  for (const file of ["-", "/dev/stdin"]) {
    sandbox.shell(`printf 'by pipe\\n\\n${botTrailer}\\n' | git commit -q --allow-empty -F ${file}`);
    expect(sandbox.message()).toBe(`by pipe${trailer}`);
  }
  expect(sandbox.commitCount()).toBe(2);
});

test("a message with a NUL byte is left to git", () => {
  const sandbox = new Sandbox();
  const input = Buffer.from("a\0b");
  const shimmed = sandbox.git(["commit", "--allow-empty", "-F", "-"], { input });
  const plain = sandbox.realGit(["commit", "--allow-empty", "-F", "-"], { input });
  expect(shimmed).toEqual(plain);
});

test("an open descriptor reaches git's children", () => {
  const sandbox = new Sandbox();
  sandbox.write(".git/hooks/post-commit", "#!/bin/sh\necho 'from the hook' >&5\n", 0o755);
  for (const command of ["commit -q --allow-empty -m fix", "-c alias.x='!echo from the hook >&5' x"]) {
    const run = sandbox.shell(`git ${command} 5>out; cat out`);
    expect(run.stdout).toBe("from the hook\n");
  }
});
