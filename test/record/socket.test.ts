import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { configOf, type RecordedEvent } from "./recording.ts";

/** Runs shell lines while a program listens on the socket, and gives what it received. */
async function whileListening(
  sandbox: Sandbox,
  socket: string,
  script: string,
): Promise<{ stderr: string; events: RecordedEvent[] }> {
  const receiver = join(sandbox.folder, "receive");
  execFileSync("gcc", ["-O1", "-o", receiver, join(import.meta.dirname, "receive.c")]);
  const child = spawn(receiver, [socket], { stdio: ["pipe", "pipe", "pipe"] });
  let received = "";
  child.stdout.on("data", (chunk) => (received += String(chunk)));
  await new Promise((resolve) => child.stderr.once("data", resolve));
  const run = sandbox.shell(script);
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdin.end();
  await ended;
  const lines = received.split("\n").slice(0, -1);
  return { stderr: run.stderr, events: lines.map((line) => JSON.parse(line) as RecordedEvent) };
}

function listening(): { sandbox: Sandbox; socket: string } {
  const sandbox = new Sandbox("version: 1\n");
  const socket = join(sandbox.folder, "socket");
  sandbox.write(sandbox.config, configOf(`{socket: ${socket}}`));
  return { sandbox, socket };
}

const commit = "git commit -q --allow-empty -m";

test("each decision is a datagram", async () => {
  const { sandbox, socket } = listening();
  const { stderr, events } = await whileListening(
    sandbox,
    socket,
    `${commit} 'fix: a'; ${commit} 'fix: b'; GIT_EDITOR=true git commit -q --amend --allow-empty`,
  );
  expect(stderr).toBe("");
  expect(events.map(({ Body }) => Body)).toEqual([
    "git commit: changed 'fix: a'",
    "git commit: changed 'fix: b'",
    "git commit: unchanged 'fix: b'",
  ]);
});

test("one that the socket does not take is sent shortened", async () => {
  const { sandbox, socket } = listening();
  const title = `fix: ${"x".repeat(250)}`;
  const inject = "strace -qq -o /dev/null -e trace=sendto -e inject=sendto:error=EMSGSIZE:when=1..2";
  const { stderr, events } = await whileListening(sandbox, socket, `${inject} ${commit} '${title}'`);
  expect(stderr).toBe("");
  expect(events).toMatchObject([
    { Attributes: { "interlock.message.title": `${title.slice(0, 40)}...`, "interlock.outcome": "changed" } },
  ]);
});

test("a reader that does not keep up is not waited for", async () => {
  const { sandbox, socket } = listening();
  const inject = "strace -qq -o /dev/null -e trace=sendto -e inject=sendto:error=EAGAIN";
  const { stderr, events } = await whileListening(sandbox, socket, `${inject} ${commit} 'fix: a'`);
  expect(stderr).toContain("this is not recorded: its reader does not keep up");
  expect(events).toEqual([]);
  expect(sandbox.commitCount()).toBe(1);
});
