import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../support/paths.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";

const doc = readFileSync(join(root, "docs", "ci.md"), "utf8");

/** The first block of YAML under a heading, as text. */
function blockUnder(heading: string): string {
  const section = doc.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return /^```yaml\n([^]*?)^```/m.exec(section)?.[1] ?? "";
}

const bot = "Co-authored-by: acme-bot <bot@acme.example>";
let sandbox: Sandbox;
let checkout = "";

/** A bare repository with `main` and, two commits further, a branch; and a clone of it at that branch. */
beforeEach(() => {
  const config = blockUnder("The configuration");
  sandbox = new Sandbox(config.replace("plugins/github", join(root, "plugins", "github")));
  const bare = join(sandbox.folder, "bare.git");
  checkout = join(sandbox.folder, "checkout");
  commit("Before there were rules");
  sandbox.realGit(["init", "-q", "--bare", bare]);
  sandbox.realGit(["remote", "add", "origin", bare]);
  sandbox.realGit(["push", "-q", "origin", "main"]);
  sandbox.realGit(["checkout", "-q", "-b", "topic"]);
});

function commit(message: string): void {
  sandbox.realGit(["commit", "-q", "--allow-empty", "-m", message]);
}

function rev(name: string): string {
  return sandbox.realGit(["rev-parse", name]).stdout.trim();
}

/** Runs lines as the runner does: in a fresh checkout, ending with the first that fails. */
function runJob(lines: string, env: { [name: string]: string }): Run {
  sandbox.realGit(["push", "-q", "origin", "refs/heads/topic"]);
  sandbox.realGit(["clone", "-q", "-b", "topic", join(sandbox.folder, "bare.git"), checkout]);
  return sandbox.run("/bin/sh", ["-e", "-c", lines], { cwd: checkout, env });
}

interface Job {
  steps: { run?: string; env?: { [name: string]: string } }[];
}

interface Workflow {
  on: { pull_request: { branches: string[]; types: string[] } };
  jobs: { [name: string]: Job };
}

function runGithubJob(base = rev("refs/heads/main")): Run {
  const workflow: Workflow = parse(blockUnder("GitHub Actions"));
  // GitHub's own three, and the one for another base.
  expect(workflow.on.pull_request.types.toSorted()).toEqual(["edited", "opened", "reopened", "synchronize"]);
  // A check belongs to a commit: one for another base must not count.
  expect(workflow.on.pull_request.branches).toEqual(["main"]);
  const step = workflow.jobs["verify"]?.steps.find(({ run }) => run !== undefined);
  expect(step?.env).toEqual({ BASE: "${{ github.event.pull_request.base.sha }}" });
  return runJob(step?.run ?? "exit 99", { BASE: base });
}

/** `more`: further variables. */
function runGitlabJob(more: { [name: string]: string } = {}): Run {
  const jobs: { [name: string]: { script: string[] } } = parse(blockUnder("GitLab CI"));
  const lines = jobs["commit-rules"]?.script.join("\n") ?? "exit 99";
  const env = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", CI_COMMIT_SHA: rev("refs/heads/topic") };
  return runJob(lines, { ...env, ...more });
}

test("the workflow for GitHub passes a pull request whose commits are clean", () => {
  commit(`One\n\n${bot}`);
  expect(runGithubJob()).toMatchObject({
    status: 0,
    stdout: "interlock: 1 commit, and no rule is broken\n",
  });
});

test("the workflow for GitHub fails one with a commit that is not, and annotates it", () => {
  commit(`One\n\n${bot}`);
  commit("Two");
  const { status, stdout } = runGithubJob();
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^::error title=interlock%3A github\.ensure-bot-coauthor::commit [0-9a-f]{12} Two: /,
  );
});

test("the workflow for GitHub fails if the event names no base", () => {
  commit(`One\n\n${bot}`);
  const { status, stderr } = runGithubJob("");
  expect(status).not.toBe(0);
  expect(stderr).toContain("this event has no base");
});

test("the job for GitLab passes a merge request whose commits are clean", () => {
  commit(`One\n\n${bot}`);
  expect(runGitlabJob()).toMatchObject({ status: 0 });
  expect(readFileSync(join(checkout, "interlock.xml"), "utf8")).toContain('tests="1" failures="0"');
});

test("the job for GitLab fails one with a commit that is not, and leaves the report", () => {
  commit("One");
  commit(`Two\n\n${bot}`);
  expect(runGitlabJob()).toMatchObject({ status: 1 });
  expect(readFileSync(join(checkout, "interlock.xml"), "utf8")).toContain('tests="2" failures="1"');
});

test("a tag with the name of the target branch changes nothing", () => {
  commit("One");
  for (const name of [
    "main",
    "origin/main",
    "refs/heads/main",
    "HEAD",
    "FETCH_HEAD",
    "refs/interlock/target",
  ]) {
    sandbox.realGit(["update-ref", `refs/tags/${name}`, rev("refs/heads/topic")]);
    sandbox.realGit(["push", "-q", "origin", `refs/tags/${name}:refs/tags/${name}`]);
  }
  expect(runGitlabJob()).toMatchObject({ status: 1 });
  rmSync(checkout, { recursive: true });
  expect(runGithubJob()).toMatchObject({ status: 1 });
});

test("the job for GitLab judges the source branch in a pipeline for merged results", () => {
  commit(`One\n\n${bot}`);
  const branch = rev("topic");
  sandbox.realGit(["checkout", "-q", "--detach", "main"]);
  sandbox.realGit(["merge", "-q", "--no-ff", "-m", "Merge branch 'topic' into 'main'", "topic"]);
  const merged = rev("HEAD");
  sandbox.realGit(["push", "-q", "origin", "HEAD:refs/heads/merged"]);
  const variables = { CI_COMMIT_SHA: merged, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: branch };
  expect(runGitlabJob(variables)).toMatchObject({ status: 0 });
  rmSync(checkout, { recursive: true });
  // Else it is empty.
  const empty = { CI_COMMIT_SHA: branch, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "" };
  expect(runGitlabJob(empty)).toMatchObject({ status: 0 });
});
