import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";
import { openTerminal as open } from "../support/terminal.ts";

test("git commit -F - on a terminal: git's own prompt, typed text, the trailer", async () => {
  const sandbox = new Sandbox();
  const session = open(sandbox, "git", ["commit", "--allow-empty", "-F", "-"]);
  await session.shows("(reading log message from standard input)");
  session.type("typed by hand\n\u0004");
  expect((await session.ended).exitCode).toBe(0);
  expect(session.screen()).toContain(`interlock: adding '${botTrailer}' (github.ensure-bot-coauthor)`);
  expect(sandbox.message()).toBe(`typed by hand\n\n${botTrailer}\n`);
});

test("Ctrl-C while the message is being typed ends the command as it would end git", async () => {
  const sandbox = new Sandbox();
  const session = open(sandbox, "git", ["commit", "--allow-empty", "-F", "-"]);
  await session.shows("(reading log message from standard input)");
  session.type("half a mess\u0003");
  expect(await session.ended).toMatchObject({ signal: 2 });
  expect(sandbox.commitCount()).toBe(0);
});

test("git commit -p keeps its dialogue on the terminal", async () => {
  const sandbox = new Sandbox();
  sandbox.write("file", "1\n");
  sandbox.realGit(["add", "file"]);
  sandbox.realGit(["commit", "-qm", "first"]);
  sandbox.write("file", "2\n");
  const session = open(sandbox, "git", ["commit", "-pm", "picked"]);
  await session.shows("Stage this hunk");
  session.type("y\n");
  expect((await session.ended).exitCode).toBe(0);
  expect(sandbox.message()).toBe(`picked\n\n${botTrailer}\n`);
});

test("a commit that opens an editor: the editor has the terminal, and the trailer comes after it", async () => {
  const sandbox = new Sandbox();
  const editor = sandbox.write(
    `${sandbox.folder}/editor`,
    '#!/bin/sh\ntest -t 0 && test -t 1 && test -t 2 && ! grep Co-authored-by "$1" && echo edited >"$1"\n',
    0o755,
  );
  sandbox.realGit(["config", "core.editor", editor]);
  const session = open(sandbox, "git", ["commit", "--allow-empty"]);
  expect((await session.ended).exitCode).toBe(0);
  expect(session.screen()).toContain(`interlock: adding '${botTrailer}' (github.ensure-bot-coauthor)`);
  expect(sandbox.message()).toBe(`edited\n\n${botTrailer}\n`);
});
