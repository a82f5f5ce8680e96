/**
 * Says of each way that the commits it makes carry the trailer once, and that all else is as with the real git.
 */
import { beforeAll, expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { carryOut, type Commit, type Outcome, type Outcomes } from "./carry-out.ts";
import type { Way } from "./way.ts";

const beginning = Math.floor(Date.now() / 1000);

export function testWays(ways: readonly Way[]): void {
  eachWay(ways, (way, { real, shim }) => {
    const made = newCommits(real);
    expect(made.length, "commits that the real git makes").toBe(way.commits ?? 1);
    expect(newCommits(shim).map((commit) => withPlaces(commit, shim))).toEqual(
      made.map((commit) => withPlaces(commit, real)),
    );
    const untouched = way.untouched?.count ?? 0;
    const messages = newCommits(shim).map(messageOf);
    const plain = made.map(messageOf);
    if (way.early !== undefined) expect(messages.map(withoutTrailer)).toEqual(plain.map(withoutTrailer));
    else expect(messages).toEqual(plain.map((text, i) => (messages[i] === text ? text : withTrailer(text))));
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
    expect(/^interlock: adding /m.test(shim.stderr), "a notice").toBe(way.notice === true);
    expect(withoutTrailer(redact(shim.state))).toBe(withoutTrailer(redact(real.state)));
    if (way.notice !== true) expect(shim.state).toBe(real.state);
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
    stderr: redact(outcome.stderr.replace(/^interlock: adding .*\n/gm, "")),
    reflog: redact(outcome.reflog),
    tree: outcome.tree,
    // git writes it for the prepare-commit-msg hook that we add.
    names: outcome.names.replace(/.*\/COMMIT_EDITMSG\n/, ""),
    hooks: redact(outcome.hooks),
    seen: withoutTrailer(redact(outcome.seen)),
  });
  expect(visible(shim)).toEqual(visible(real));
}

function newCommits({ commits, before }: Outcome): Commit[] {
  return commits.filter(({ id }) => !before.includes(id));
}

/** Parents by their place in the history: a changed message changes the id. */
function withPlaces(commit: Commit, { commits }: Outcome): unknown {
  const { tree, parents } = commit;
  const [author, committer] = [commit.author, commit.committer].map(withClockAsNow);
  return { tree, author, committer, parents: parents.map((id) => commits.findIndex((one) => one.id === id)) };
}

/** The two runs read the clock at different seconds; every date that a way sets itself lies before these tests began. */
function withClockAsNow(ident: string): string {
  return ident.replace(/ (\d+) \+0000$/, (whole, seconds: string) =>
    Number(seconds) >= beginning ? " now +0000" : whole,
  );
}

/** Without ids, and without blank lines at the end, which git keeps only if nothing is cleaned. */
function messageOf({ message }: Commit): string {
  return `${redact(message).replace(/\n+$/, "")}\n`.replace(`\n\n\n${botTrailer}`, `\n\n${botTrailer}`);
}

/** The trailer at the end, in the block that is there or in one of its own. */
function withTrailer(message: string): string {
  const text = message.replace(/\n+$/, "");
  const last = text.slice(text.lastIndexOf("\n\n") + 2);
  const isBlock = text.includes("\n\n") && /(?:^|\n)(?:[A-Za-z-]+: .+|\(cherry picked from .*)$/.test(last);
  return `${text}${isBlock ? "\n" : "\n\n"}${botTrailer}\n`;
}

function withoutTrailer(text: string): string {
  return text.replaceAll(`\n\n${botTrailer}\n`, "\n").replaceAll(`${botTrailer}\n`, "");
}

function redact(text: string): string {
  return text.replace(/\b[0-9a-f]{7,40}\b/g, "<id>").replace(/next-index-\d+/g, "next-index");
}
