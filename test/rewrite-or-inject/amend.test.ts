import { describe, expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const amend = ["commit", "-q", "--amend", "--no-edit", "--allow-empty"];
const env = { GIT_COMMITTER_DATE: "1700000000 +0000", GIT_AUTHOR_DATE: "1600000000 +0100" };
const seed = "git commit -q --allow-empty --author 'Eve <eve@example.org>' -m 'fix: it' -m 'Because.'";

/** `why`: null if the message is rewritten before git starts, else why the rules run in git's hook. */
const cases: [what: string, prepare: string, words: string[], why: string | null][] = [
  ["a loose commit", seed, amend, null],
  ["a line that is a comment elsewhere", "git commit -q --allow-empty -m 'fix' -m '# kept'", amend, null],
  ["words that are not ASCII", "git commit -q --allow-empty -m 'voilà ✓'", amend, null],
  ["a detached HEAD", `${seed}; git checkout -q --detach`, amend, null],
  ["a branch with slashes", `git checkout -q -b a/b; ${seed}`, amend, null],
  ["--reset-author", seed, [...amend, "--reset-author"], null],
  ["--author and a path", `echo x >f; git add f; ${seed}`, [...amend, "--author=A <a@b>", "--", "f"], null],
  [
    "a merge",
    `${seed}; git checkout -q -b s; git commit -q --allow-empty -m s; git checkout -q -; git merge -q --no-ff -m m s`,
    amend,
    null,
  ],
  [
    "a message of 30,000 bytes",
    `seq 1 6000 | sed '1s/^/fix: it\\n\\n/' | git commit -q --allow-empty -F -`,
    amend,
    null,
  ],
  ["cleanup=strip", "git commit -q --allow-empty -m 'fix' -m '# x'", [...amend, "--cleanup=strip"], null],
  [
    "cleanup=verbatim",
    "printf 'fix\\n\\n\\nno end' | git commit -q --allow-empty --cleanup=verbatim -F -",
    [...amend, "--cleanup=verbatim"],
    null,
  ],
  [
    "blank lines first",
    "printf '\\n \\nfix\\n' | git commit -q --allow-empty --cleanup=verbatim -F -",
    amend,
    null,
  ],
  [
    "a packed commit",
    `${seed}; git repack -qad; git prune-packed`,
    amend,
    "the commit to amend is not in a file of its own",
  ],
  ["a packed ref", `${seed}; git pack-refs --all`, amend, "the commit to amend is not in a file of its own"],
  [
    "a replaced commit",
    `${seed}; git commit -q --allow-empty -m other; git replace HEAD~ HEAD; git reset -q --hard HEAD~`,
    amend,
    "the commit to amend is not in a file of its own",
  ],
  [
    "a replacement that is packed",
    `${seed}; git commit -q --allow-empty -m other; git replace HEAD~ HEAD; git reset -q --hard HEAD~; git pack-refs --all; git commit -q --allow-empty -m last`,
    amend,
    "the commit to amend is not in a file of its own",
  ],
  [
    "an encoding",
    "printf 'caf\\351\\n' | git -c i18n.commitEncoding=latin1 commit -q --allow-empty -F -",
    amend,
    "the commit has an encoding",
  ],
  ["a template", `${seed}; git log -1 --format=%B >../t`, [...amend, "-t", "../t"], "--template is given"],
  [
    "a template in the settings",
    `${seed}; git log -1 --format=%B >../t; git config commit.template ../t`,
    amend,
    "'commit.template' is configured",
  ],
  ["--no-message", seed, [...amend, "--no-message"], "--no-message is given"],
  ["--signoff", seed, [...amend, "-s"], "--signoff is given"],
  [
    "an empty message",
    "git commit -q --allow-empty --allow-empty-message -m ''",
    amend,
    "the message is blank",
  ],
];

describe("`commit --amend --no-edit` does what git does, and the message keeps the rules", () => {
  test.each(cases)("%s", (_, prepare, words, why) => {
    const sandbox = new Sandbox();
    const plain = new Sandbox();
    for (const each of [sandbox, plain])
      expect(each.shell(`set -e; ${prepare}`, { prefix: null, env })).toMatchObject({ status: 0 });
    const explained = sandbox.interlock(["explain", "--", "git", ...words], { env }).stdout;
    const strategy =
      why === null
        ? "rewrite: the message is that of the amended commit, and nothing touches it later"
        : `inject: ${why}; the rules run in git's commit-msg hook`;
    expect(explained).toContain(`strategy  ${strategy}\n`);
    const ran = plain.realGit(words, { env });
    expect(sandbox.git(words, { env })).toEqual(ran);
    const object = (each: Sandbox): string => each.realGit(["cat-file", "commit", "HEAD"]).stdout;
    const [ours, theirs] = [object(sandbox), object(plain)];
    if (ran.status !== 0) return expect(ours).toBe(theirs);
    expect(ours.split(botTrailer)).toHaveLength(2);
    expect(ours.replace(botTrailer, "").trimEnd()).toBe(theirs.trimEnd());
    if (why !== null) return;
    // Once more: nothing is left to change.
    expect(sandbox.git(words, { env }).status).toBe(0);
    expect(object(sandbox)).toBe(ours);
  });

  test("in another worktree, and where ids are SHA-256", () => {
    for (const format of ["sha1", "sha256"]) {
      const sandbox = new Sandbox();
      const made = sandbox.shell(
        `set -e; git init -q --object-format=${format} ../two; cd ../two; ${seed}
         git worktree add -q ../three; cd ../three; git commit -q --allow-empty -m three`,
        { prefix: null },
      );
      expect(made.status).toBe(0);
      const explained = sandbox.interlock(["explain", "--", "git", "-C", "../three", ...amend]).stdout;
      expect(explained).toContain("strategy  rewrite: ");
      expect(sandbox.git(["-C", "../three", ...amend]).status).toBe(0);
      expect(sandbox.realGit(["-C", "../three", "log", "-1", "--format=%B"]).stdout).toBe(
        `three\n\n${botTrailer}\n\n`,
      );
    }
  });
});
