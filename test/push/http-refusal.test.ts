/**
 * What a person or a program sees when a push over http is refused: the helper that sends says so, and git prints its table.
 */
import { expect, test } from "vitest";
import { openTerminal } from "../support/terminal.ts";
import { createPushing, runLater as run, type Pushing } from "./pushing.ts";
import { serve } from "../support/serve-http.ts";

interface OverHttp {
  pushing: Pushing;
  /** The lines that interlock says. */
  said: string[];
  url: string;
  start: string;
}

/** A bad commit on main, a good one on `fine`. */
async function overHttp(): Promise<OverHttp> {
  const pushing = createPushing();
  pushing.prepare("git -C $BARE config http.receivepack true");
  const url = await serve(pushing.sandbox.folder);
  pushing.prepare(`git remote set-url origin ${url}`);
  pushing.good();
  pushing.prepare("git branch fine");
  const id = pushing.bad().slice(0, 12);
  const said = [
    `interlock: commit ${id} Bad`,
    "    github.ensure-bot-coauthor: lacks 'Co-authored-by: Robo Bot <bot@example.org>' (plugin 'github')",
    `error: interlock: 1 of 2 commits for '${url}' breaks a rule; nothing was pushed [E-push-refused]`,
    `hint: fix it, then push again: interlock fix ${id}^..main`,
  ];
  return { pushing, said, url, start: `${id}^..` };
}

test.each([
  ["", "git push origin main fine"],
  [", under -q", "git push -q origin main fine"],
  [", where notices are off", "INTERLOCK_QUIET=1 git push origin main fine"],
])("the reason, the way out, then git's own table%s", async (_, push) => {
  const { pushing, said, url } = await overHttp();
  const { status, stdout, stderr } = await run(pushing, push);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.split("\n")).toEqual([
    ...said,
    `To ${url}`,
    " ! [remote rejected] main -> main (refused by interlock)",
    " ! [remote rejected] fine -> fine (refused by interlock)",
    `error: failed to push some refs to '${url}'`,
    "",
  ]);
  expect(pushing.arrived()).toEqual([]);
});

test("a password in the address is not shown", async () => {
  const { pushing, said, url } = await overHttp();
  pushing.prepare(`git remote set-url origin ${url.replace("://", "://bot:s3cret@")}`);
  const { stderr } = await run(pushing, "git push origin main");
  expect(stderr.split("\n").slice(0, 5)).toEqual([...said, `To ${url}`]);
  const { stdout } = await run(pushing, "interlock explain -- git push origin main");
  expect(stdout).toContain(`for '${url}' breaks a rule`);
  expect(stdout).not.toContain("s3cret");
});

test("a dry run knows what is published there", async () => {
  const { pushing, said } = await overHttp();
  pushing.prepare("git push -q $BARE main");
  pushing.good("Second");
  const tried = await run(pushing, "interlock explain -- git push origin main:new");
  expect(tried).toMatchObject({ status: 0 });
  expect(tried.stdout).toContain("and the gate finds nothing wrong");
  pushing.prepare("git -C $BARE update-ref -d refs/heads/main");
  const { stdout } = await run(pushing, "interlock explain -- git push origin main:new");
  expect(stdout).toContain(said[3]);
});

test("under a trace of the caller's, what is published there counts as new, and that is said", async () => {
  const { pushing } = await overHttp();
  pushing.prepare("git push -q $BARE main");
  const traced = await run(pushing, "GIT_TRACE_PACKET=$OUT/own git push -q origin main:new");
  expect(traced.status).toBe(1);
  expect(traced.stderr).toContain(
    "hint: interlock could not see the remote's refs, so commits that are already there count as new; run it again without GIT_TRACE_PACKET\n",
  );
  expect(await run(pushing, "git push -q origin main:new")).toMatchObject({ status: 0, stderr: "" });
});

test("for a program, the table is on standard output", async () => {
  const { pushing, said, url } = await overHttp();
  const { status, stdout, stderr } = await run(pushing, "git push --porcelain origin main");
  expect(status).toBe(1);
  expect(stdout).toMatch(
    `To ${url}\n!\trefs/heads/main:refs/heads/main\t[remote rejected] (refused by interlock)\n`,
  );
  expect(stderr).toBe([...said, `error: failed to push some refs to '${url}'`, ""].join("\n"));
});

test.each(["--dry-run", "-q --dry-run", "--dry-run --porcelain"])(
  "'%s' warns, and exits with 0",
  async (words) => {
    const { pushing, said } = await overHttp();
    const { status, stderr } = await run(pushing, `git push ${words} origin main`);
    expect(status).toBe(0);
    const warned = said[2]
      ?.replace("error: interlock:", "interlock: warning:")
      .replace("nothing was pushed", "without --dry-run the push is refused");
    expect(stderr.split("\n").slice(0, 4)).toEqual([said[0], said[1], warned, said[3]]);
    expect(stderr).not.toContain("error:");
  },
);

test("on a terminal it is the same, in git's colours", async () => {
  const { pushing, said, url } = await overHttp();
  const terminal = openTerminal(pushing.sandbox, "git", ["push", "origin", "main"]);
  expect(await terminal.ended).toMatchObject({ exitCode: 1 });
  // oxlint-disable-next-line no-control-regex
  const screen = terminal.screen().replace(/\x1b\[\d*m/g, "");
  expect(screen.split("\r\n")).toEqual([
    ...said,
    `To ${url}`,
    " ! [remote rejected] main -> main (refused by interlock)",
    `error: failed to push some refs to '${url}'`,
    "",
  ]);
});

test("the hint, followed, makes the push pass", async () => {
  const { pushing, start } = await overHttp();
  expect((await run(pushing, "git push origin main")).status).toBe(1);
  expect((await run(pushing, `interlock fix ${start}main`)).status).toBe(0);
  expect((await run(pushing, "git push -q origin main")).status).toBe(0);
  expect(pushing.arrived()).toEqual(["Bad", "Good"]);
});
