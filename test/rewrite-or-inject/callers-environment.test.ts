import { describe, expect, test } from "vitest";
import { createPushing, expectTaken } from "../push/pushing.ts";
import { inEmptyRepository } from "../support/compare-with-git/command-case.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

const recording = (name: string): string =>
  `printf '#!/bin/sh\\necho ${name} >>"$hook_log"\\n' >$now/h/${name}; chmod 755 $now/h/${name}`;

describe("variables that change git's answers to us, and not what the command does", () => {
  const commit = "git commit -q -s --allow-empty -m fix";
  const cases: [title: string, setup: string, run: string][] = [
    ["the folder of hooks", "git config core.hooksPath $now/h", `GIT_CONFIG=/dev/null ${commit}`],
    [
      "another one that only it shows",
      "git config core.hooksPath $now/h; git config -f $now/other core.hooksPath /none",
      `GIT_CONFIG=$now/other ${commit}`,
    ],
    ["an alias", "git config alias.ci 'commit -q -s --allow-empty'", "GIT_CONFIG=/dev/null git ci -m fix"],
    [
      "a correction",
      "git config help.autocorrect immediate",
      "GIT_CONFIG=/dev/null git comit -q -s --allow-empty -m fix",
    ],
    [
      "the comment character",
      "git config core.commentChar ';'",
      `GIT_CONFIG=/dev/null ${commit} -m '; kept'`,
    ],
    [
      "a setting by a variable that hides others",
      "git config core.hooksPath $now/h",
      `GIT_CONFIG=/dev/null git --config-env=a.b=GIT_CONFIG --config-env c.d=HOME ${commit.slice(4)}`,
    ],
    ["an exec-path without programs", "mkdir -p $now/none", `GIT_EXEC_PATH=$now/none ${commit}`],
    ["a namespace", "git config core.hooksPath $now/h", `GIT_NAMESPACE=x ${commit}`],
  ];
  testCommands(
    inEmptyRepository(
      cases.map(([title, setup, run]) => ({
        title,
        setup: `mkdir -p $now/h; ${recording("commit-msg")}; ${setup}`,
        run,
      })),
    ),
  );
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)(
  `a repository of somebody else that a setting of the command calls safe${isRoot ? "" : " (skipped: only root can make one)"}`,
  () => {
    const pushing = createPushing();
    pushing.good("One");
    pushing.prepare("chown -R 1000:1000 .");
    const push = "git push -q origin main";
    expect(pushing.run(push).status).toBe(128);
    expectTaken(pushing, pushing.run(push.replace("git", "git -c safe.directory='*'")), ["One"]);
    pushing.prepare(
      "git -c safe.directory='*' commit -q --allow-empty -m Two -m 'Co-authored-by: Robo Bot <bot@example.org>'",
    );
    const setting = "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'";
    expectTaken(pushing, pushing.run(`${setting} ${push}`), ["One", "Two"]);
  },
);
