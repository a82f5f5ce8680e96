/**
 * Says of each way that the commits it makes carry the trailer once, and that all else is as with the real git.
 */
import { beforeAll, expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { carryOut, type Commit, type Outcome, type Outcomes } from "./carry-out.ts";
import type { Way } from "./way.ts";

export function testWays(ways: readonly Way[]): void {
  eachWay(ways, (way, { real, shim }) => {
    const made = newCommits(real);
    expect(made.length, "commits that the real git makes").toBe(way.commits ?? 1);
    expect(newCommits(shim).map((commit) => withPlaces(commit, shim))).toEqual(
      made.map((commit) => withPlaces(commit, real)),
    );
    const untouched = way.untouched?.count ?? 0;
    const messages = newCommits(shim).map(messageOf);
    const wanted = made.map(messageOf).map((text, i) => (messages[i] === text ? text : withTrailer(text)));
    expect(messages).toEqual(wanted);
    const once = newCommits(shim).filter(({ trailers }) => trailers === `${botTrailer}\n`);
    expect(once.length, "commits with the trailer, once").toBe(made.length - untouched);
    expectAlike(way, real, shim);
  });
}

/** Ways that end without a commit. */
export function testAborts(ways: readonly Way[]): void {
  eachWay(ways, (way, { real, shim }) => {
    expect(newCommits(real)).toEqual([]);
    expect(newCommits(shim)).toEqual([]);
    expect(shim.stderr).toBe(real.stderr);
    expect(shim.state).toBe(real.state);
    expectAlike(way, real, shim);
  });
}

function eachWay(ways: readonly Way[], judge: (way: Way, outcomes: Outcomes) => void): void {
  let all: Outcomes[] = [];
  beforeAll(async () => {
    all = await carryOut(ways);
  }, 300_000);
  ways.forEach((way, i) =>
    test(way.title, () => {
      const outcomes = all[i] as Outcomes;
      expect([outcomes.real.setup, outcomes.shim.setup]).toEqual(["", ""]);
      judge(way, outcomes);
    }),
  );
}

function expectAlike(way: Way, real: Outcome, shim: Outcome): void {
  const visible = (outcome: Outcome) => ({
    status: outcome.status,
    stdout: way.ignoresStdout === undefined ? redact(outcome.stdout) : way.ignoresStdout,
    stderr: redact(outcome.stderr.replace(/^interlock: added .*\n/gm, "")),
    reflog: redact(outcome.reflog),
    tree: outcome.tree,
    names: outcome.names,
    hooks: redact(outcome.hooks),
    seen: redact(outcome.seen.replace(new RegExp(`${botTrailer}\n\n?`, "g"), "")),
  });
  expect(visible(shim)).toEqual(visible(real));
}

function newCommits({ commits, before }: Outcome): Commit[] {
  return commits.filter(({ id }) => !before.includes(id));
}

/** Parents by their place in the history: a changed message changes the id. */
function withPlaces(commit: Commit, { commits }: Outcome): unknown {
  const { tree, author, committer, parents } = commit;
  return { tree, author, committer, parents: parents.map((id) => commits.findIndex((one) => one.id === id)) };
}

/** Without ids, and without blank lines at the end, which git keeps only if nothing is cleaned. */
function messageOf({ message }: Commit): string {
  return redact(message).replace(/\n+$/, "\n").replace(`\n\n\n${botTrailer}`, `\n\n${botTrailer}`);
}

/** The trailer at the end, in the block that is there or in one of its own. */
function withTrailer(message: string): string {
  const text = message.replace(/\n+$/, "");
  const last = text.slice(text.lastIndexOf("\n\n") + 2);
  const isBlock = text.includes("\n\n") && /(?:^|\n)(?:[A-Za-z-]+: .+|\(cherry picked from .*)$/.test(last);
  return `${text}${isBlock ? "\n" : "\n\n"}${botTrailer}\n`;
}

function redact(text: string): string {
  return text.replace(/\b[0-9a-f]{7,40}\b/g, "<id>");
}
