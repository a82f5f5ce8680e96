import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { makeRepository } from "../support/new-repository.ts";
import { dist, realGit } from "../support/paths.ts";
import { readyPlan } from "../support/ready-plan.ts";
import { createHome, userConfig, type Home } from "./home.ts";

const files = {
  [userConfig]: `version: 1
plugins:
  dirs: [../../app/rules]
audit:
  file: ../../audit.log
`,
  ".gitconfig": "[user]\n\tname = Ann Author\n\temail = ann@acme.example\n",
  "app/rules/plugin.yaml": `name: rules
extensions:
  hookApiVersion: 1
  hooks:
    - id: rules.ticket
      hook: commit.message.finalize
      summary: every commit names its ticket
      effects: [{type: text.ensureTrailer, key: Refs, value: ABC-1, required: true}]
    - id: rules.no-wip
      hook: commit.message.finalize
      effects: [{type: text.forbidMatch, pattern: "^wip", message: say what the commit does}]
    - id: rules.answer
      hook: response.finalize
      effects: [{type: text.ensureSuffix, value: Checked by the rules.}]
`,
  "app/rules/examples.yaml": `examples:
  - {name: the ticket is added, given: Retry, becomes: "Retry\\n\\nRefs: ABC-1\\n"}
  - {name: this one is wrong, given: Retry, unchanged: true}
`,
};

/** The same ids in every run. */
const date = "2026-01-02T03:04:05Z";

/**
 * A home whose config names a plugin in the repository `app`, where the verbs are called. The first commit was made through
 * interlock, and one was refused; the two after that were made by the real git, and break rules.
 */
export function createProject(): Home {
  const home = createHome(files, {
    subfolder: "app",
    path: ":/usr/bin:/bin",
    input: '{"text": "Done."}',
  });
  const app = join(home.folder, "app");
  makeRepository(app);
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const env = { PATH: `/usr/bin:/bin:${dirname(process.execPath)}`, HOME: home.folder, ...dates };
  readyPlan(env, app);
  const commit = (git: string, title: string): number | null =>
    spawnSync(git, ["commit", "-q", "--allow-empty", "-m", title], { cwd: app, env }).status;
  const ours = join(dist, "bin", "git");
  expect([commit(ours, "Add uploads"), commit(ours, "wip")]).toEqual([0, 1]);
  expect([commit(realGit, "wip"), commit(realGit, "Retry uploads")]).toEqual([0, 0]);
  return home;
}
