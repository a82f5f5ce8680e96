/** What the proof of a push costs at most, in programs and memory: the objects may be made to cost as much as possible. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ReadObject } from "../../shim/host.ts";
import { prove } from "../../shim/push/prove.ts";
import type { Objects } from "../../shim/push/raw-objects.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { readStarted, traced } from "../support/processes.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";
import { createPushing } from "./pushing.ts";

function store(sandbox: Sandbox, type: string, body: string): string {
  const object = Buffer.from(`${type} ${body.length}\0${body}`, "latin1");
  const id = createHash("sha1").update(object).digest("hex");
  const file = join(sandbox.repository, ".git", "objects", id.slice(0, 2), id.slice(2));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, deflateSync(object));
  return id;
}

/** Tags on tags; the last one's id. */
function nest(sandbox: Sandbox, target: string, depth: number): string {
  let id = target;
  for (let i = 0; i < depth; i++)
    id = store(sandbox, "tag", `object ${id}\ntype ${i === 0 ? "commit" : "tag"}\ntag x\n\n`);
  return id;
}

function commit(sandbox: Sandbox, title: string): string {
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", `${title}\n\n${botTrailer}`]);
  return sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
}

/** As a pre-receive hook; the commits are in the repository already, and none of its refs has them. */
function receive(sandbox: Sandbox, id: string, ref: string): Run & { gits: number } {
  sandbox.readyPlan();
  const input = `${"0".repeat(40)} ${id} ${ref}\n`;
  const run = sandbox.shell(traced(sandbox, "interlock verify --pre-receive"), { input });
  return { ...run, gits: readStarted(sandbox).filter((name) => name.startsWith("git ")).length };
}

forBinaryAndColdSide(() => {
  test("a tag may lead to another, and so on, but not without end", () => {
    const sandbox = new Sandbox();
    const id = commit(sandbox, "One");
    sandbox.realGit(["update-ref", "-d", "HEAD"]);
    expect(receive(sandbox, nest(sandbox, id, 16), "refs/tags/x")).toMatchObject({ status: 0 });
    const { status, stderr, gits } = receive(sandbox, nest(sandbox, id, 400), "refs/tags/x");
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /these commits cannot be judged: more than 16 tags lead from one to the next, and then to '[0-9a-f]{40}' \[.*\]\nhint: make a tag that names the commit itself\n/,
    );
    expect(gits).toBeLessThan(50);
  });

  test("tags of that kind that are there already cost an honest push little", () => {
    const sandbox = new Sandbox();
    const one = commit(sandbox, "One");
    const two = commit(sandbox, "Two");
    sandbox.realGit(["update-ref", "refs/tags/deep", nest(sandbox, two, 400)]);
    sandbox.realGit(["checkout", "-q", "-b", "topic", one]);
    const id = commit(sandbox, "Three");
    sandbox.realGit(["update-ref", "-d", "refs/heads/topic"]);
    sandbox.realGit(["symbolic-ref", "HEAD", "refs/heads/main"]);
    const run = receive(sandbox, id, "refs/heads/topic");
    expect(run).toMatchObject({ status: 0, stdout: "interlock: 1 commit, and no rule is broken\n" });
    expect(run.gits).toBeLessThan(50);
  });

  test("what only such tags lead to is judged, and in one listing", () => {
    const sandbox = new Sandbox();
    const ids = Array.from({ length: 40 }, (_, i) => commit(sandbox, `Commit ${i}`));
    sandbox.realGit(["update-ref", "refs/tags/deep", nest(sandbox, ids[38] as string, 400)]);
    sandbox.realGit(["update-ref", "-d", "refs/heads/main"]);
    const run = receive(sandbox, ids[39] as string, "refs/heads/main");
    expect(run).toMatchObject({ status: 0, stdout: "interlock: 40 commits, and no rule is broken\n" });
    expect(run.gits).toBeLessThan(50);
  });
});

test("if git lists nothing, a long history is not read one commit at a time", () => {
  const idOf = (i: number): string => i.toString(16).padStart(40, "0");
  const read: Objects["read"] = (ids, visit) => {
    const objects = ids.map((id): ReadObject => {
      const header = `tree ${id}\nparent ${idOf(parseInt(id, 16) + 1)}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n`;
      return { id, type: "commit", body: `${header}\nOne\n`, isPlain: true };
    });
    visit(objects);
  };
  let lists = 0;
  const list: Objects["list"] = () => {
    lists++;
  };
  const proof = prove({ read, list, readDown: () => undefined }, () => [], [idOf(1)], [], true);
  expect(proof.unproved?.why).toBe("unlisted");
  expect(lists).toBeLessThan(50);
});

test("a branch on top of old commits that break a rule, while the remote has moved on: the old ones are not kept in memory", () => {
  const pushing = createPushing();
  const history = Array.from(
    { length: 20_000 },
    (_, i) => `commit refs/heads/main\ncommitter A <a@b> ${i} +0000\ndata 3\nOld\n`,
  ).join("");
  const { sandbox, bare } = pushing;
  expect(sandbox.realGit(["fast-import", "--quiet"], { cwd: bare, input: history })).toMatchObject({
    status: 0,
  });
  pushing.prepare(
    "git pull -q origin main; git clone -q $BARE ../else; cd ../else; git commit -q --allow-empty -m Theirs; git push -q",
  );
  pushing.good();
  const run = pushing.run("ulimit -v 45000; git push -q origin HEAD:refs/heads/new");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(sandbox.realGit(["log", "-1", "--format=%s", "new"], { cwd: bare }).stdout).toBe("Good\n");
});
