import { expect, test } from "vitest";
import { expectSameButTrailer, runWithBoth, type Scenario } from "./run-with-both.ts";

/** Two plugins that need no network, and a remote on disk. */
const files = {
  "package.json": '{ "name": "released", "version": "0.0.0" }\n',
  ".releaserc.json": JSON.stringify({
    branches: ["main"],
    plugins: ["@semantic-release/commit-analyzer", "@semantic-release/release-notes-generator"],
  }),
};
const before = `
  git init -q --bare ../remote.git && git remote add origin "file://$PWD/../remote.git"
  git add . && git commit -qm 'feat: the first feature' && git push -q -u origin main`;
const repositories = ["repo", "remote.git"];
/** It keeps a note on what it tagged, under the commit's id. */
const ignoredRefs = /^refs\/notes\//;
/** It prints the time before every line, and whole messages: the trailer is taken out again. */
const release = (options: string): string => `
  "$CLIENTS/semantic-release" --no-ci ${options} --repository-url "file://$PWD/../remote.git" 2>&1 |
    sed -E 's/^\\[[0-9:]+ [AP]M\\] //; /^$/d; /^Co-authored-by: /d'`;

const scenarios: { [title: string]: Scenario } = {
  "semantic-release finds a release in commits from before interlock that are not pushed yet": {
    files,
    // Its check whether it may push is `git push --dry-run`: a refusal there means "nothing to release" to it.
    before: `${before}; git commit -q --allow-empty -m 'feat: not pushed yet'`,
    steps: release("--dry-run"),
    repositories,
    ignoredRefs,
  },
  "semantic-release tags a release and pushes the tag": {
    files,
    before,
    steps: `git commit -q --allow-empty -m 'feat: the second feature' && git push -q && ${release("")}`,
    repositories,
    ignoredRefs,
  },
};

for (const [title, scenario] of Object.entries(scenarios)) {
  test(title, () => {
    const sides = runWithBoth(scenario);
    expect(sides.real.run.stdout).toContain("next release version is 1.0.0");
    expectSameButTrailer(sides);
  });
}
