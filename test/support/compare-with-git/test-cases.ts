import { beforeAll, expect, test } from "vitest";
import { botTrailer } from "../sandbox.ts";
import type { CommandCase } from "./command-case.ts";
import type { Commit, Outcome, Outcomes } from "./outcome.ts";
import { runCases } from "./run-cases.ts";

const beginning = Math.floor(Date.now() / 1000);

/** Every new commit has the trailer once, and all else is as with the real git. */
export function testCommands(cases: readonly CommandCase[]): void {
  testEach(cases, (one, { real, shim }) => {
    const made = newCommits(real);
    expect(made.length, "commits that the real git makes").toBe(one.commits ?? 1);
    expect(newCommits(shim).map((commit) => withPlaces(commit, shim))).toEqual(
      made.map((commit) => withPlaces(commit, real)),
    );
    const untouched = one.untouched?.count ?? 0;
    const messages = newCommits(shim).map(messageOf);
    const plain = made.map(messageOf);
    if (one.early !== undefined) expect(messages.map(withoutTrailer)).toEqual(plain.map(withoutTrailer));
    else expect(messages).toEqual(plain.map((text, i) => (messages[i] === text ? text : withTrailer(text))));
    const once = newCommits(shim).filter(({ trailers }) => trailers === `${botTrailer}\n`);
    expect(once.length, "commits with the trailer, once").toBe(made.length - untouched);
    expectSame(one, real, shim);
  });
}

/** No commit is made, and everything is as with the real git. */
export function testCommandsWithoutCommit(cases: readonly CommandCase[]): void {
  testEach(cases, (one, { real, shim }) => {
    expect(newCommits(real)).toEqual([]);
    expect(newCommits(shim)).toEqual([]);
    expect(/^interlock: adding /m.test(shim.stderr), "a notice").toBe(one.notice === true);
    expect(withoutTrailer(redact(shim.state))).toBe(withoutTrailer(redact(real.state)));
    if (one.notice !== true) expect(shim.state).toBe(real.state);
    expectSame(one, real, shim);
  });
}

function testEach(
  cases: readonly CommandCase[],
  judge: (one: CommandCase, outcomes: Outcomes) => void,
): void {
  let all: Outcomes[] = [];
  beforeAll(async () => {
    all = await runCases(cases);
  }, 300_000);
  cases.forEach((one, i) =>
    test(one.title, () => {
      const outcomes = all[i] as Outcomes;
      expect([outcomes.real.setup, outcomes.shim.setup]).toEqual(["", ""]);
      judge(one, outcomes);
      one.check?.(outcomes);
    }),
  );
}

function expectSame(one: CommandCase, real: Outcome, shim: Outcome): void {
  const visible = (outcome: Outcome) => ({
    status: outcome.status,
    stdout: one.ignoresStdout === undefined ? redact(outcome.stdout) : one.ignoresStdout,
    stderr: redact(outcome.stderr.replace(/^interlock: adding .*\n/gm, "")),
    reflog: redact(outcome.reflog),
    tree: outcome.tree,
    // git writes it for the prepare-commit-msg hook that we add.
    files: redact(one.start === "empty" ? outcome.files : outcome.files.replace(/.*\/COMMIT_EDITMSG\n/g, "")),
    config: outcome.config,
    hooks: redact(outcome.hooks),
    seen: withoutTrailer(redact(outcome.seen)),
  });
  const stderr = one.differentStderr?.(shim.stderr) ?? shim.stderr;
  expect(visible({ ...shim, stderr })).toEqual(visible(real));
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

/** The two runs read the clock at different seconds; every date that a one sets itself lies before these tests began. */
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
