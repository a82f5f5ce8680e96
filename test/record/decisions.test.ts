import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../engine/core/version.ts";
import { RecordingSandbox } from "./recording.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const trailer = "Co-authored-by: Robo Bot <bot@example.org>";

test("a commit is one line, in the form of OpenTelemetry's log data model", () => {
  const sandbox = new RecordingSandbox();
  const before = Date.now();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: retry"]);
  const [event, ...others] = sandbox.events();
  expect(others).toEqual([]);
  expect(event).toEqual({
    Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
    SeverityText: "INFO",
    SeverityNumber: 9,
    EventName: "interlock.decision",
    Body: "git commit: changed 'fix: retry'",
    Resource: { "service.name": "interlock", "service.version": version },
    Attributes: {
      "interlock.command": "git commit",
      "interlock.repository": sandbox.repository,
      "interlock.strategy": "rewrite",
      "interlock.reason": "the message stands in -m, and nothing touches it later",
      "interlock.outcome": "changed",
      "interlock.mode": "enforce",
      "interlock.duration_ms": expect.any(Number),
      "interlock.message.title": "fix: retry",
      "interlock.message.before.sha256": sha256("fix: retry\n"),
      "interlock.message.after.sha256": sha256(`fix: retry\n\n${trailer}\n`),
      "interlock.applied.rules": ["github.ensure-bot-coauthor"],
      "interlock.applied.changes": [`added '${trailer}'`],
      "interlock.unchanged.rules": ["conventional-commits.title"],
      "process.user.id": process.getuid?.(),
    },
  });
  const time = Date.parse(event?.Timestamp ?? "");
  expect(time).toBeGreaterThanOrEqual(before - 1);
  expect(time).toBeLessThanOrEqual(Date.now());
  expect(event?.Attributes["interlock.duration_ms"]).toBeGreaterThan(0);
});

/** Each line makes these entries, and no other. */
const lines: [line: string, told: string[]][] = [
  ["git commit -q --allow-empty -m 'fix: a'", ["git commit|changed|fix: a"]],
  [`git commit -q --allow-empty -m 'fix: a' -m '${trailer}'`, ["git commit|unchanged|fix: a"]],
  ["GIT_EDITOR='echo fix: b >' git commit -q --allow-empty", ["git commit|changed|fix: b"]],
  ["git commit -q --amend --no-edit", ["git commit|changed|fix: 2"]],
  ["git commit -q --allow-empty -m bad", ["git commit|refused|bad"]],
  ["GIT_EDITOR='echo bad >' git commit -q --allow-empty", ["git commit|refused|bad"]],
  ["git merge -q --no-ff -m 'fix: merge' side", ["git merge|changed|fix: merge"]],
  ["git rebase -q side", ["git rebase|changed|fix: 1", "git rebase|changed|fix: 2"]],
  ["git cherry-pick side >/dev/null", ["git cherry-pick|changed|fix: side"]],
  ["git format-patch -q --stdout side~1..side >p && git am -q p", ["git am|changed|fix: side"]],
  ["echo 'fix: t' | git commit-tree HEAD^{tree} >/dev/null", ["git commit-tree|changed|fix: t"]],
  ["git push -q remote HEAD:refs/heads/new", ["git push|refused|"]],
  ["git push -q --dry-run remote HEAD:refs/heads/new", []],
  ["interlock explain -- git commit --allow-empty -m 'fix: a'", []],
  ["INTERLOCK_DRY_RUN=1 git commit --allow-empty -m 'fix: a'", []],
  ["git status; git log -1; git stash list; git tag t; git commit --dry-run; git commit -q", []],
];

test.each(lines)("%s", (line, told) => {
  const sandbox = new RecordingSandbox();
  const commit = (title: string): void => {
    sandbox.write(title, "content\n");
    sandbox.realGit(["add", title]);
    sandbox.realGit(["commit", "-q", "-m", `fix: ${title}`]);
  };
  commit("0");
  sandbox.realGit(["checkout", "-q", "-b", "side"]);
  commit("side");
  sandbox.realGit(["checkout", "-q", "main"]);
  commit("1");
  commit("2");
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  sandbox.realGit(["remote", "add", "remote", remote]);
  sandbox.shell(line);
  expect(sandbox.told()).toEqual(told);
});

test("a refusal names the rule, the reason and the exit status", () => {
  const sandbox = new RecordingSandbox();
  const { status } = sandbox.git(["commit", "-q", "--allow-empty", "-m", "bad"]);
  expect(sandbox.events()).toMatchObject([
    {
      SeverityText: "WARN",
      SeverityNumber: 13,
      Attributes: {
        "interlock.exit_code": status,
        "interlock.refused.rules": ["conventional-commits.title"],
        "interlock.refused.reasons": [expect.stringContaining("the title must be")],
      },
    },
  ]);
});

test("a push names where it goes, its refs and ids, and which commits break which rule", () => {
  const sandbox = new RecordingSandbox();
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", "fix: past the rules"]);
  const bad = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
  expect(sandbox.git(["push", "-q", remote, "HEAD:refs/heads/x"]).status).not.toBe(0);
  sandbox.git(["commit", "-q", "--amend", "--allow-empty", "-m", "fix: by the rules"]);
  const good = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
  expect(sandbox.git(["push", "-q", remote, "HEAD:refs/heads/x"]).status).toBe(0);
  const push = { "interlock.push.remote": remote, "interlock.push.refs": ["refs/heads/x"] };
  expect(sandbox.events()).toMatchObject([
    {
      Attributes: {
        ...push,
        "interlock.outcome": "refused",
        "interlock.push.ids": [bad],
        "interlock.refused.rules": ["github.ensure-bot-coauthor"],
        "interlock.refused.reasons": [expect.stringContaining(`${bad.slice(0, 12)} fix: past the rules`)],
      },
    },
    { Attributes: { "interlock.command": "git commit" } },
    { Attributes: { ...push, "interlock.outcome": "accepted", "interlock.push.ids": [good] } },
  ]);
});

test("what the caller calls a commit in a push does not change the recorded ref and id", () => {
  const sandbox = new RecordingSandbox();
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: a refs/heads/harmless b"]);
  const id = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
  const spec = "HEAD^{/fix: a refs/heads/harmless b}:refs/heads/main";
  expect(sandbox.git(["push", "-q", remote, spec]).status).toBe(0);
  expect(sandbox.events()[1]?.Attributes).toMatchObject({
    "interlock.push.refs": ["refs/heads/main"],
    "interlock.push.ids": [id],
  });
});

test("a password in the address of a remote is not recorded", () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: a"]);
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  sandbox.realGit(["config", `url.${remote}.insteadOf`, "https://ann:secret@example.org/x"]);
  sandbox.realGit(["config", "remote.origin.url", "https://ann:secret@example.org/x"]);
  sandbox.git(["push", "-q", "origin", "main"]);
  expect(sandbox.told().slice(1)).toEqual(["git push|accepted|"]);
  expect(sandbox.lines().join("\n")).not.toContain("secret");
});

test("a password with an '@' in it is not recorded either", () => {
  const sandbox = new RecordingSandbox();
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: a"]);
  const remote = join(sandbox.folder, "remote.git");
  sandbox.realGit(["init", "-q", "--bare", remote]);
  const ssh = sandbox.write("ssh", `#!/bin/sh\nexec git-receive-pack ${remote}\n`, 0o755);
  const env = { GIT_SSH_COMMAND: `${ssh}`, GIT_SSH_VARIANT: "simple" };
  expect(sandbox.git(["push", "-q", "ssh://ann:p@ss@example.org/x", "main"], { env }).stderr).toBe("");
  expect(sandbox.events()[1]?.Attributes["interlock.push.remote"]).toBe("ssh://example.org/x");
});

test("a rule that is skipped is recorded with its reason, and under mode report what would have been done", () => {
  const sandbox = new RecordingSandbox();
  sandbox.write(sandbox.config, `${sandbox.configText()}mode: report\n`);
  const env = { GITHUB_APP_BOT_NAME: undefined, GITHUB_APP_BOT_EMAIL: undefined };
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "bad"], { env });
  expect(sandbox.events()).toMatchObject([
    {
      Attributes: {
        "interlock.outcome": "reported",
        "interlock.mode": "report",
        "interlock.skipped.rules": ["github.ensure-bot-coauthor"],
        "interlock.skipped.reasons": [expect.stringContaining("GITHUB_APP_BOT_NAME")],
        "interlock.warned.rules": ["conventional-commits.title"],
      },
    },
  ]);
});

test("no layer below the highest can set where to record to", () => {
  const sandbox = new RecordingSandbox();
  const user = "home/.config/interlock/config.yaml";
  sandbox.write(join(sandbox.folder, user), "version: 1\naudit: {file: /dev/null}\n");
  const run = sandbox.interlock(["compile"]);
  expect(run.status).toBe(0);
  expect(run.stderr).toContain("'audit'");
  sandbox.git(["commit", "-q", "--allow-empty", "-m", "fix: retry"]);
  expect(sandbox.events()).toHaveLength(1);
});
