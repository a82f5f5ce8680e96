import { join } from "node:path";
import { expect } from "vitest";
import { root } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";

/** Two checks of the `local` plugin, and the github plugin's trailer. */
export function createCheckedRepository(config = ""): Sandbox {
  const sandbox = new Sandbox(
    `version: 1\n${config}plugins:\n  dirs: [${join(root, "plugins", "github")}, ../plugins]\n`,
  );
  sandbox.write(
    join(sandbox.folder, "plugins", "local", "plugin.yaml"),
    `name: local
extensions:
  hookApiVersion: 1
  hooks:
    - id: local.no-bad
      hook: commit.message.finalize
      effects:
        - { type: text.forbidMatch, pattern: '\\bbad\\b', message: no bad commits }
    - id: local.title
      hook: commit.message.finalize
      effects:
        - { type: text.requireMatch, pattern: '^.{1,72}(\\n|$)', message: the title has 72 characters at most }
`,
  );
  return sandbox;
}

/**
 * Branch main: base, ours 1, bad ours 2, ours 3. Branch side: base, side 1, bad side 2, side 3. By somebody else, so
 * that it shows whose a commit is.
 */
export function createRepositoryWithBadCommits(): Sandbox {
  const sandbox = createCheckedRepository();
  const run = sandbox.shell(
    `set -e; export GIT_AUTHOR_NAME=Olga GIT_AUTHOR_EMAIL=olga@example.org
commit() { echo "$1" >"$1"; git add "$1"; git commit -qm "$2"; }
commit base base; git checkout -qb side
commit s1 'side 1'; commit s2 'bad side 2'; commit s3 'side 3'; git format-patch -q -o ../patches main
git checkout -q main; commit o1 'ours 1'; commit o2 'bad ours 2'; commit o3 'ours 3'`,
    { prefix: null },
  );
  expect(run.status, run.stderr).toBe(0);
  return sandbox;
}
