import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPushing, type Pushing } from "../push/pushing.ts";
import { root } from "../support/paths.ts";
import { botTrailer } from "../support/sandbox.ts";

const plugins = (...names: string[]): string =>
  `version: 1\nplugins:\n  dirs: [${names.map((name) => join(root, "plugins", name)).join(", ")}]\n`;

/**
 * Bo's commits on `theirs`, of which `Clash` conflicts with main, and Ann's own on `mine` are published; Bo's on `new`
 * are not. Ann is who runs git.
 */
const history = `
  by() { git add .; GIT_AUTHOR_NAME="$1" GIT_AUTHOR_EMAIL="$2" GIT_AUTHOR_DATE="2019-05-06T07:08:0$3+0200" git commit -q -m "$4"; }
  bo() { by "Bo O'Neill" bo@example.org "$@"; }
  seq 9 >a; by Ann ann@example.org 1 Base
  git checkout -q -b theirs; echo 1 >t; bo 2 "Theirs

Why it is so."; echo 2 >t; bo 3 "Theirs too

Signed-off-by: Bo <bo@example.org>"
  git checkout -q -b clash main; sed -i s/9/x/ a; bo 4 Clash
  git checkout -q -b mine main; echo 1 >m; by Ann ann@example.org 5 Mine
  git push -q origin main theirs clash mine
  git checkout -q -b new main; echo 1 >n; bo 6 New
  git checkout -q main; sed -i s/9/y/ a; by Ann ann@example.org 7 "Later

${botTrailer}"`;

const conflict = "git cherry-pick clash; echo z >a; git add a";

/** The titles of the commits on top of `Later`, the newest first; with a mark where the trailer is. */
function made(pushing: Pushing, script: string): string[] {
  pushing.run(`git checkout -q -f -B work main; (${script}) >"$OUT/log" 2>&1`);
  const log = pushing.prepare(
    "git log --format='%s%x00%(trailers:key=Co-authored-by)%x00' main..HEAD; git status --porcelain",
  );
  expect(pushing.prepare("git status | grep 'in progress\\\\|rebasing\\\\|You are' || true")).toBe("");
  const fields = log.split("\0");
  return fields.flatMap((title, i) =>
    i % 2 === 0 && i + 1 < fields.length
      ? [title.trim() + (fields[i + 1]?.includes(botTrailer) ? " + trailer" : "")]
      : [],
  );
}

describe("a commit of somebody else's that is published stays as it is", () => {
  const both = ["Theirs too", "Theirs"];
  const commands: [title: string, script: string, commits: string[]][] = [
    ["cherry-pick", "git cherry-pick theirs~1", ["Theirs"]],
    ["cherry-pick of several", "git cherry-pick theirs~2..theirs", both],
    ["cherry-pick -x", "git cherry-pick -x theirs~2..theirs", both],
    ["cherry-pick -e that changes nothing", "git cherry-pick -e theirs~1", ["Theirs"]],
    ["cherry-pick with a conflict, then --continue", `${conflict}; git cherry-pick --continue`, ["Clash"]],
    ["cherry-pick with a conflict, then commit", `${conflict}; git commit`, ["Clash"]],
    ["rebase", "git checkout -B work theirs; git rebase main", both],
    ["rebase --apply", "git checkout -B work theirs; git rebase --apply main", both],
    ["pull --rebase", "git checkout -B work theirs; git pull --rebase . main", both],
    ["a copy, rebased again", "git cherry-pick theirs~1; git rebase --force-rebase HEAD~", ["Theirs"]],
    [
      "rebase -i that rewords and changes nothing",
      "git checkout -B work theirs; GIT_SEQUENCE_EDITOR='sed -i s/^pick/reword/' git rebase -i main",
      both,
    ],
    ["am", "git format-patch -o ../p1 -2 theirs; git am ../p1/*", both],
    [
      "am -3 of a patch that names no commit",
      "git format-patch -o ../p2 -2 theirs; sed -i 1d ../p2/*; git am ../p2/*",
      both,
    ],
  ];
  const others: typeof commands = [
    ["one's own", "git cherry-pick mine", ["Mine + trailer"]],
    ["one that is not published", "git cherry-pick new", ["New + trailer"]],
    ["rebase of one that is not published", "git checkout -B work new; git rebase main", ["New + trailer"]],
    [
      "cherry-pick -e that changes it",
      "GIT_EDITOR='sed -i 1s/$/!/' git cherry-pick -e theirs~1",
      ["Theirs! + trailer"],
    ],
    ["cherry-pick -s", "git cherry-pick -s theirs~1", ["Theirs + trailer"]],
    // git keeps its list of conflicts in the message, so it is another one.
    ["a conflict, then commit --no-edit", `${conflict}; git commit --no-edit`, ["Clash + trailer"]],
    ["a conflict, then commit -m", `${conflict}; git commit -m Solved`, ["Solved + trailer"]],
    ["amend behind it", "git cherry-pick theirs~1; git commit --amend --no-edit", ["Theirs + trailer"]],
    [
      "rebase -i with a fixup",
      "git checkout -B work theirs; GIT_SEQUENCE_EDITOR='sed -i 2s/^pick/fixup/' git rebase -i main",
      ["Theirs + trailer"],
    ],
    [
      "rebase -i that rewords",
      "git checkout -B work theirs~1; GIT_EDITOR='echo Other >' GIT_SEQUENCE_EDITOR='sed -i s/^pick/reword/' git rebase -i main",
      ["Other + trailer"],
    ],
    [
      "am of a patch with another subject",
      "git format-patch -o ../p3 -1 theirs~1; sed -i 's/Theirs/Ours/' ../p3/*; git am ../p3/*",
      ["Ours + trailer"],
    ],
    [
      "am of a patch with another author",
      "git format-patch -o ../p4 -1 theirs~1; sed -i 's/^From: .*/From: Cy <cy@example.org>/' ../p4/*; git am ../p4/*",
      ["Theirs + trailer"],
    ],
  ];

  test("and any other gets the rules", () => {
    const pushing = createPushing(plugins("github"));
    pushing.prepare(history);
    for (const [title, script, commits] of [...commands, ...others])
      expect([title, ...made(pushing, script)]).toEqual([title, ...commits]);
  }, 120_000);

  test("a check does not stop it, nor does the gate", () => {
    const pushing = createPushing(plugins("github", "conventional-commits"));
    pushing.prepare(history);
    const pick = "git cherry-pick theirs~1; git cherry-pick -x theirs";
    expect(made(pushing, pick)).toEqual(["Theirs too", "Theirs"]);
    pushing.prepare("git push -q origin main");
    expect(pushing.run("git push -q origin work")).toMatchObject({ status: 0, stderr: "" });
  });

  test("a dry run and INTERLOCK_DEBUG say why", () => {
    const pushing = createPushing(plugins("github"));
    pushing.prepare(history);
    const why = "the commit is somebody else's, and published";
    expect(pushing.run("interlock explain -- git cherry-pick theirs~1").stdout).toContain(
      `skipped   github.ensure-bot-coauthor: ${why}`,
    );
    expect(pushing.run("interlock explain -- git cherry-pick new").stdout).not.toContain(why);
    expect(pushing.run("interlock explain -- git rebase theirs").stdout).toContain(
      "commits of somebody else that are published stay as they are",
    );
    expect(pushing.run("INTERLOCK_DEBUG=1 git cherry-pick theirs~1").stderr).toContain(
      `interlock: intercepted: ${why}\n`,
    );
  });
});

/** Messages that git's cleanup would change, for printf; `%s` is the title. The web pages of GitHub write the first. */
const untidy: { [name: string]: string } = {
  "no final line end": "%s\\n\\nWhy it is so.",
  "a title alone without its line end": "%s",
  "CRLF line ends": "%s\\r\\n\\r\\nWhy it is so.\\r\\nAnd more.\\r\\n",
  "blanks and blank lines": "%s  \\n\\n\\n\\nWhy it is so.\\t\\n \\n\\n",
};

/** Bo's `Fits` and `Clash` on `theirs` are published; the second conflicts with main. Ann is who runs git. */
const untidyHistory = (message: string): string => `
  raw() { git add .; git reset -q --soft $(printf '${message}' "$2" | GIT_AUTHOR_NAME=Bo GIT_AUTHOR_EMAIL=bo@example.org \
    GIT_AUTHOR_DATE="2019-05-06T07:08:0$1+0200" git commit-tree $(git write-tree) -p HEAD); }
  seq 9 >a; git add a; git commit -q -m Base
  git checkout -q -b theirs; echo 1 >t; raw 1 Fits; sed -i s/9/x/ a; raw 2 Clash
  git push -q origin main theirs
  git checkout -q main; sed -i s/9/y/ a; git commit -q -a -m "Later

${botTrailer}"; git push -q "$BARE" main`;

describe("white space that git's cleanup takes makes no other message of it", () => {
  const solved = "echo z >a; git add a";
  const commands: [title: string, script: string, commits: string[]][] = [
    ["cherry-pick", "git cherry-pick theirs~1", ["Fits"]],
    ["cherry-pick -x", "git cherry-pick -x theirs~1", ["Fits"]],
    ["cherry-pick -e that changes nothing", "git cherry-pick -e theirs~1", ["Fits"]],
    ["cherry-pick --cleanup", "git cherry-pick --cleanup=whitespace theirs~1", ["Fits"]],
    ["am", "git format-patch -o ../p -1 theirs~1; git am ../p/*", ["Fits"]],
    ["rebase", "git checkout -B work theirs~1; git rebase main", ["Fits"]],
    [
      "cherry-pick with a conflict, then --continue",
      `git cherry-pick theirs; ${solved}; git cherry-pick --continue`,
      ["Clash"],
    ],
    [
      "cherry-pick -x with a conflict, then --continue",
      `git cherry-pick -x theirs; ${solved}; git cherry-pick --continue`,
      ["Clash"],
    ],
    ["a conflict, then commit", `git cherry-pick theirs; ${solved}; git commit`, ["Clash"]],
    [
      "rebase with a conflict, then --continue",
      `git checkout -B work theirs; git rebase main; ${solved}; git rebase --continue`,
      ["Clash", "Fits"],
    ],
  ];

  for (const [name, message] of Object.entries(untidy))
    test(`${name}: the copies stay as they are, and pass the gate`, () => {
      const pushing = createPushing(plugins("github"));
      pushing.prepare(untidyHistory(message));
      for (const [i, [title, script, commits]] of commands.entries()) {
        expect([title, ...made(pushing, script)]).toEqual([title, ...commits]);
        pushing.prepare(`git branch copy-${i}`);
      }
      // Only now: a copy that is published would be found in place of the commit.
      const pushed = pushing.run("git push -q origin 'refs/heads/copy-*:refs/heads/copy-*'");
      expect(pushed).toMatchObject({ status: 0, stderr: "" });
    }, 120_000);

  test("commit --no-edit after a conflict keeps git's list of conflicts: another message, which gets the rules", () => {
    const pushing = createPushing(plugins("github"));
    pushing.prepare(untidyHistory("%s\\n\\nWhy it is so."));
    const script = `git cherry-pick theirs; ${solved}; git commit --no-edit`;
    expect(made(pushing, script)).toEqual(["Clash + trailer"]);
    expect(pushing.run("git push -q origin work")).toMatchObject({ status: 0, stderr: "" });
  });

  test("the gate tells a copy from one with another line, or with an indented one", () => {
    const pushing = createPushing(plugins("github"));
    pushing.prepare(untidyHistory("%s\\n\\nWhy it is so."));
    for (const message of [
      "Fits\n\nWhy it is so.\nOr not.",
      "Fits\n\n Why it is so.",
      "Fits\nWhy it is so.",
    ]) {
      pushing.prepare(`git checkout -q -B forged main; git cherry-pick theirs~1 >/dev/null
        git commit -q --amend --cleanup=verbatim -m '${message}'`);
      const pushed = pushing.run("git push -q origin forged");
      expect(pushed.stderr).toContain("breaks a rule");
      expect(pushed.status).not.toBe(0);
    }
  });
});
