import { describe, expect, test } from "vitest";
import { createPushing, expectTaken } from "../gate/pushing.ts";
import { expectSame, runTwins } from "./twins.ts";

const recording = (name: string): string =>
  `printf '#!/bin/sh\\necho ${name} >>"$RECORD"\\n' >$OUT/h/${name}; chmod 755 $OUT/h/${name}`;

describe("variables that change git's answers to us, and not what the command does", () => {
  const commit = "git commit -q -s --allow-empty -m fix";
  test.each([
    ["the folder of hooks", "git config core.hooksPath $OUT/h", `GIT_CONFIG=/dev/null ${commit}`],
    [
      "another one that only it shows",
      "git config core.hooksPath $OUT/h; git config -f $OUT/other core.hooksPath /none",
      `GIT_CONFIG=$OUT/other ${commit}`,
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
      "git config core.hooksPath $OUT/h",
      `GIT_CONFIG=/dev/null git --config-env=a.b=GIT_CONFIG --config-env c.d=HOME ${commit.slice(4)}`,
    ],
    ["an exec-path without programs", "mkdir -p $OUT/none", `GIT_EXEC_PATH=$OUT/none ${commit}`],
    ["a namespace", "git config core.hooksPath $OUT/h", `GIT_NAMESPACE=x ${commit}`],
  ])("%s", (_, prepare, script) => {
    expectSame(runTwins({ prepare: `mkdir -p $OUT/h; ${recording("commit-msg")}; ${prepare}`, script }), 1);
  });
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
