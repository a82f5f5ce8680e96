/** The files of docs/ci.md, run as the services would: each step in a shell that stops at the first failure. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dist, root } from "../support/paths.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";
import { readPage } from "./pages.ts";
import { readSteps, type Block } from "./read-blocks.ts";

const blocks = readSteps(readPage("docs/ci.md")).filter((step): step is Block => step.kind === "block");

function blockWith(text: string): Block {
  const block = blocks.find((each) => each.text.includes(text));
  if (block === undefined) throw new Error(`docs/ci.md has no block with '${text}'`);
  return block;
}

/** The config that the page shows, as the install config; a base commit, and a branch with one more. */
function createBranch(message: string): Sandbox {
  const config = blockWith("GITHUB_APP_BOT_NAME").text;
  const sandbox = new Sandbox(config.replace("plugins/github", join(root, "plugins", "github")));
  const git = (...words: string[]): void => expect(sandbox.realGit(words).status, words.join(" ")).toBe(0);
  git("commit", "-q", "--allow-empty", "-m", "Before there were rules");
  git("init", "-q", "--bare", "../remote.git");
  git("remote", "add", "origin", "../remote.git");
  git("push", "-q", "origin", "main");
  git("checkout", "-q", "-b", "topic");
  git("commit", "-q", "--allow-empty", "-m", message);
  return sandbox;
}

const kept = "Retry uploads\n\nCo-authored-by: acme-bot <bot@acme.example>";
const cases = [
  ["a commit that keeps the rules", kept, 0],
  ["a commit that breaks one", "Retry uploads", 1],
] as const;

/** Without the values of the sandbox: the job has those of its config only. */
const job = { GITHUB_APP_BOT_NAME: undefined, GITHUB_APP_BOT_EMAIL: undefined };

function runStep(sandbox: Sandbox, script: string, env: { [name: string]: string }): Run {
  return sandbox.shell(`set -e\n${script}`, { env: { ...job, ...env } });
}

describe.each(cases)("%s", (_, message, status) => {
  test("GitHub Actions", () => {
    const workflow = parse(blockWith("pull_request:").text);
    const { steps } = workflow.jobs.verify;
    const sandbox = createBranch(message);
    const base = sandbox.realGit(["rev-parse", "main"]).stdout.trim();
    const run = runStep(sandbox, steps.at(-1).run, { BASE: base });
    expect(run.status).toBe(status);
    expect(run.stdout.startsWith("::error title=interlock%3A github.ensure-bot-coauthor::")).toBe(
      status === 1,
    );
  });

  test("GitLab CI", () => {
    const { script } = parse(blockWith("CI_PIPELINE_SOURCE").text)["commit-rules"];
    const sandbox = createBranch(message);
    const id = sandbox.realGit(["rev-parse", "HEAD"]).stdout.trim();
    const env = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", CI_COMMIT_SHA: id };
    expect(runStep(sandbox, script.join("\n"), env).status).toBe(status);
    const report = readFileSync(join(sandbox.repository, "interlock.xml"), "utf8");
    expect(report).toContain(`failures="${status}"`);
  });

  test("a pre-receive hook", () => {
    const sandbox = createBranch(message);
    const hook = sandbox.write("../remote.git/hooks/pre-receive", blockWith("--pre-receive").text);
    chmodSync(hook, 0o755);
    const push = sandbox.realGit(["push", "origin", "topic"], {
      env: { ...job, PATH: `${join(dist, "bin")}:${process.env["PATH"]}` },
    });
    expect(push.status).toBe(status);
    if (status === 1) expect(push.stderr).toContain("lacks 'Co-authored-by: acme-bot <bot@acme.example>'");
  });
});
