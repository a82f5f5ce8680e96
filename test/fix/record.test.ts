/** What `fix` does is in the record; what must be recorded and cannot be is not done. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configOf, RecordingSandbox } from "../record/recording.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";
import { ask, commit, fix } from "./repository.ts";

test("each message that is made right is a line, as of a commit", () => {
  const sandbox = new RecordingSandbox();
  commit(sandbox, "fix: a");
  commit(sandbox, `fix: right\n\n${botTrailer}`);
  commit(sandbox, "fix: c");
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  // What only gets another parent is none: no rule has changed it.
  expect(sandbox.told()).toEqual(["interlock fix|changed|fix: a", "interlock fix|changed|fix: c"]);
  const [first] = sandbox.events();
  expect(first?.Attributes).toMatchObject({
    "interlock.repository": sandbox.repository,
    "interlock.mode": "enforce",
    "interlock.applied.rules": ["github.ensure-bot-coauthor"],
  });
  const { "interlock.message.before.sha256": before, "interlock.message.after.sha256": after } =
    first?.Attributes ?? {};
  expect(after).toMatch(/^[0-9a-f]{64}$/);
  expect(before).not.toBe(after);
  expect(fix(sandbox).status).toBe(0);
  expect(sandbox.events()).toHaveLength(2);
});

test("what no rule can fix is a refusal; a dry run writes nothing", () => {
  const sandbox = new RecordingSandbox();
  commit(sandbox, "not conventional");
  expect(fix(sandbox, "--dry-run").status).toBe(1);
  expect(sandbox.told()).toEqual([]);
  expect(fix(sandbox).status).toBe(1);
  expect(sandbox.told()).toEqual(["interlock fix|refused|not conventional"]);
  expect(sandbox.events()[0]?.Attributes["interlock.refused.rules"]).toEqual(["conventional-commits.title"]);
});

test("under 'mode: report' the record says what was done all the same", () => {
  const sandbox = new RecordingSandbox();
  sandbox.write(sandbox.config, `${sandbox.configText()}mode: report\n`);
  commit(sandbox, "fix: a");
  expect(fix(sandbox).status).toBe(0);
  expect(sandbox.told()).toEqual(["interlock fix|changed|fix: a"]);
});

const sinks: [what: string, audit: string, says: string][] = [
  ["a missing folder", "file: none/audit.log", "no such file or folder"],
  ["a full disk", "file: /dev/full", "no space left on the disk"],
  ["a missing socket", "socket: /nowhere/socket", "no such file or folder"],
];

test.each(sinks)("with 'required', %s refuses it before any branch moves", (_, audit, says) => {
  const sandbox = new Sandbox(configOf(`{${audit}, required: true}`));
  commit(sandbox, "fix: a");
  sandbox.realGit(["branch", "other"]);
  const refs = ask(sandbox, "for-each-ref");
  const objects = ask(sandbox, "count-objects");
  const run = fix(sandbox, "--branches");
  expect(run).toMatchObject({ status: 128, stdout: "" });
  expect(run.stderr).toContain(`'audit.required' is set, and the record cannot be written: ${says}`);
  expect(ask(sandbox, "for-each-ref")).toBe(refs);
  expect(ask(sandbox, "count-objects")).toBe(objects);
  expect(fix(sandbox, "--dry-run").status).toBe(0);
});

test.each(sinks)("without it, %s is said once, and stops nothing", (_, audit, says) => {
  const sandbox = new Sandbox(configOf(`{${audit}}`));
  for (const title of ["fix: a", "fix: b"]) commit(sandbox, title);
  const run = fix(sandbox);
  expect(run.status).toBe(0);
  expect(run.stderr.split("this is not recorded")).toHaveLength(2);
  expect(run.stderr).toContain(says);
  expect(sandbox.message()).toContain(botTrailer);
});

test("a socket gets each line as a datagram", async () => {
  const sandbox = new Sandbox("version: 1\n");
  const socket = join(sandbox.folder, "socket");
  sandbox.write(sandbox.config, configOf(`{socket: ${socket}, required: true}`));
  commit(sandbox, "fix: a");
  const receiver = join(sandbox.folder, "receive");
  execFileSync("gcc", ["-O1", "-o", receiver, join(import.meta.dirname, "..", "record", "receive.c")]);
  const child = spawn(receiver, [socket], { stdio: ["pipe", "pipe", "pipe"] });
  let received = "";
  child.stdout.on("data", (chunk) => (received += String(chunk)));
  await new Promise((resolve) => child.stderr.once("data", resolve));
  expect(fix(sandbox)).toMatchObject({ status: 0, stderr: "" });
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdin.end();
  await ended;
  const events = received.split("\n").filter(Boolean);
  expect(events.map((line) => JSON.parse(line).Body)).toEqual(["interlock fix: changed 'fix: a'"]);
  expect(existsSync(socket)).toBe(true);
});
