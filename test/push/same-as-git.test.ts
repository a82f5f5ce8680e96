/**
 * Pushes in which nothing is wrong, by the real git and through the shim, from the same repositories: what a person
 * sees, what the remote has and what is left here must be equal.
 */
import { spawn, spawnSync } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { botEnv, botTrailer, type Run } from "../support/sandbox.ts";
import { createPushing, type Pushing } from "./pushing.ts";
import { listenForGit } from "../support/serve-git.ts";
import { listenForHttp } from "../support/serve-http.ts";

/** In `script`: a commit with the trailer; one from before the rules; a clone of the remote in which somebody works. */
const words = `
good() { git commit -q --allow-empty -m "\${1:-Good}

${botTrailer}"; }
old() { git commit -q --allow-empty -m "$1"; }
others() { git clone -q $BARE ../others; (cd ../others; for title; do git commit -q --allow-empty -m "$title"; done; git push -q); }
`;

/** `REMOTE` may be where the bare repository is reached by another transport. */
interface Side extends Run {
  /** What the remotes have, and what is left in the repositories here. */
  left: string;
}

/** History from before the rules is on the remote; `prepare` runs on top of it, by the real git. */
async function forBinaryAndColdSide(
  prepare: string,
  push: string,
  remote = "",
): Promise<[real: Side, ours: Side]> {
  const pushing = createPushing();
  const { folder } = pushing.sandbox;
  const variables = `REMOTE=${remote === "" ? "$BARE" : remote.replace("$OUT", folder)}\n`;
  pushing.bad("Old one");
  pushing.bad("Old two");
  pushing.prepare(`git push -q -u origin main\n${variables}${words}${prepare}`);
  const kept = `${folder}.kept`;
  onTestFinished(() => void spawnSync("rm", ["-rf", kept]));
  spawnSync("cp", ["-a", folder, kept]);
  const sides: Side[] = [];
  for (const isReal of [true, false]) {
    if (!isReal) pushing.sandbox.readyPlan();
    const run = await runBeside(pushing, `${variables}${push}`, isReal);
    sides.push({ ...run, left: describeLeft(pushing) });
    if (isReal) spawnSync("sh", ["-c", `rm -rf ${folder} && cp -a ${kept} ${folder}`]);
  }
  return sides as [Side, Side];
}

/** Not with spawnSync: a server may be in this process. */
function runBeside({ sandbox, bare }: Pushing, script: string, isReal: boolean): Promise<Run> {
  const env = { ...botEnv, BARE: bare, OUT: sandbox.folder, GIT_EDITOR: "true" };
  const child = spawn("/bin/sh", ["-c", script], {
    cwd: sandbox.repository,
    env: sandbox.environment(isReal ? { env, prefix: null } : { env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.stdout += chunk.toString("latin1")));
  child.stderr.on("data", (chunk: Buffer) => (said.stderr += chunk.toString("latin1")));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status: status ?? -1, ...said })));
}

/** Refs, files beside them that a fetch would leave, and what programs have recorded. */
function describeLeft({ sandbox }: Pushing): string {
  return sandbox.shell(
    `cd $OUT; find . -name FETCH_HEAD -o -name shallow -o -name '*.lock' -o -name 'tmp_*' -o -name 'incoming-*' | sort
     cat record 2>/dev/null; for git in $(find . -name HEAD -path '*.git/HEAD' | sort); do
     echo $git; git --git-dir=$(dirname $git) for-each-ref; git --git-dir=$(dirname $git) count-objects -v | grep garbage; done`,
    { env: { OUT: sandbox.folder }, prefix: null },
  ).stdout;
}

const clones: [title: string, clone: string][] = [
  ["a shallow clone", "git clone -q --depth 1 file://$BARE ../w"],
  ["a deeper shallow clone", "git clone -q --depth 2 file://$BARE ../w"],
  [
    "a clone without blobs",
    "git -C $BARE config uploadpack.allowFilter true; git clone -q --filter=blob:none file://$BARE ../w",
  ],
  [
    "a clone without trees",
    "git -C $BARE config uploadpack.allowFilter true; git clone -q --filter=tree:0 file://$BARE ../w",
  ],
  ["a mirror clone", "git clone -q --mirror $BARE ../w"],
];
const commit = `cd ../w; id=$(git commit-tree -p HEAD -m "Good

${botTrailer}" "HEAD^{tree}"); git update-ref refs/heads/main $id`;

const cases: [title: string, prepare: string, push: string][] = [
  ...clones.flatMap(([title, clone]): [string, string, string][] => [
    [`from ${title}, to the same branch`, `${clone}; ${commit}`, "cd ../w && git push origin main:main"],
    [
      `from ${title}, to a new branch`,
      `${clone}; ${commit}`,
      "cd ../w && git push origin main:refs/heads/new",
    ],
    [
      `from ${title}, while the remote has moved on`,
      `${clone}; others Theirs More; ${commit}`,
      "cd ../w && git push origin main:refs/heads/new; git push -f origin main:main",
    ],
  ]),
  [
    "--mirror of a mirror clone",
    `git clone -q --mirror $BARE ../w; ${commit}; git update-ref refs/x/y main~2`,
    "cd ../w && git push --mirror",
  ],
  [
    "subtree push",
    `mkdir lib; for i in 1 2 3; do echo $i >lib/f; git add lib; old "Lib $i"; done; git push -q; echo 4 >lib/f; git add lib; good "Lib 4"`,
    "git subtree push --prefix=lib origin lib 2>&1 | tail -2",
  ],
  [
    "upstream's history, which the remote has under another branch that has moved on",
    `git checkout -q --orphan up; old Root; { for i in $(seq 3000); do printf 'commit refs/heads/up\\ncommitter U <u@u> %d +0000\\ndata 6\\nTheirs\\n' $i; test $i != 1 || echo 'from refs/heads/up^0'; done; } | git fast-import --quiet --force
     git push -q origin up:upstream; git branch -q imported up; git reset -q --soft up; old Newest; git push -q origin up:upstream; git checkout -q main; git branch -q -D up
     git update-ref -d refs/remotes/origin/upstream; git reflog expire --all --expire=now; git gc -q --prune=now
     git merge -q --allow-unrelated-histories -m "Import

${botTrailer}" imported; git cat-file -e $(git -C $BARE rev-parse upstream) 2>/dev/null && exit 1; true`,
    "git push origin main",
  ],
  [
    "5,000 refs there, and 5,000 that are pushed",
    `good; git -C $BARE pack-refs --all; git pack-refs --all
     refs() { seq 5000 | awk -v a=$1 -v b=$2 -v n=$3 '{ print ($1 % 2 ? a : b) " refs/heads/" n $1 }' | sort -k 2; }
     refs $(git rev-parse main~ main~2) r >>$BARE/packed-refs; refs $(git rev-parse main main~2) p >>.git/packed-refs`,
    "git push origin 'refs/heads/p*:refs/heads/p*'",
  ],
  [
    "git-lfs's pre-push",
    `mkdir ../bin; printf '#!/bin/sh\\n{ echo "$0 $*"; cat; } >>$OUT/record\\n' >../bin/git-lfs; chmod +x ../bin/git-lfs; good
     printf '#!/bin/sh\\ncommand -v git-lfs >/dev/null 2>&1 || exit 2\\ngit lfs pre-push "$@"\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push`,
    "PATH=$OUT/bin:$PATH; git push origin main main:new",
  ],
  [
    "branch names in UTF-8",
    "good; git branch $(printf 'voil\\303\\240')",
    "git push origin $(printf 'voil\\303\\240') main",
  ],
  [
    "branch names in ISO-8859-1",
    "good; git branch $(printf 'voil\\340'); git branch $(printf 'a\\240b')",
    "git push origin $(printf 'voil\\340') $(printf 'a\\240b:c\\240d')",
  ],
  [
    "SHA-256",
    "git init -q --object-format=sha256 ../w; git init -q --bare --object-format=sha256 ../w.git; cd ../w; old One; git push -q ../w.git main; good",
    "cd ../w && git push ../w.git main main:new",
  ],
  [
    "two addresses to push to",
    "git init -q --bare ../second.git; git push -q ../second.git main; git remote set-url --push origin $BARE; git remote set-url --add --push origin $OUT/second.git; good",
    "git push origin main main:new",
  ],
  [
    "tags of tags, of blobs and of trees",
    "good; git tag -am t t; git tag -am tt tt t; git tag -am b b $(echo x | git hash-object -w --stdin); git tag light $(git mktree </dev/null); git tag -am old o main~2",
    "git push origin --tags main; git push origin tt:refs/heads/tagged; git push origin $(echo x | git hash-object --stdin):refs/tags/blob",
  ],
  [
    "notes",
    "git notes add -m remark; git notes append -m more",
    "git push origin refs/notes/commits; git push origin 'refs/notes/*:refs/notes/*'",
  ],
  [
    "deletions",
    "git push -q origin main:a main:b; good",
    "git push origin :a; git push origin --delete b; git push origin :a main",
  ],
  [
    "push options",
    "git -C $BARE config receive.advertisePushOptions true; good",
    "git push -o one --push-option=two origin main",
  ],
  [
    "--atomic",
    "git push -q origin main:a; others Theirs; good",
    "git push --atomic origin main main:a; git push --atomic -f origin main main:a",
  ],
  ["--follow-tags", "good; git tag -am v1 v1; git tag light", "git push --follow-tags origin main"],
  [
    "--porcelain, --verbose, --progress",
    "good",
    "git push --porcelain origin main; git push -v origin main main:x; git push --no-progress origin main:y",
  ],
  [
    "--force-with-lease, --prune",
    "git push -q origin main:a main:b; git fetch -q; git branch a; good",
    "git push --force-with-lease origin main~2:main; git push --prune origin 'refs/heads/*:refs/heads/*'",
  ],
  ["--dry-run", "good", "git push --dry-run origin main main:x"],
  [
    "a push that the remote refuses",
    "others Theirs; good",
    "git push origin main; git push origin main:refs/heads/.bad",
  ],
  [
    "a hook of the remote that refuses",
    "printf '#!/bin/sh\\necho no >&2; exit 1\\n' >$BARE/hooks/pre-receive; chmod +x $BARE/hooks/pre-receive; good",
    "git push origin main",
  ],
  [
    "a hook of the repository that refuses",
    "printf '#!/bin/sh\\necho no >&2; exit 3\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push; good",
    "git push origin main; git push --no-verify origin main",
  ],
  [
    "an empty push, and one of a detached HEAD",
    "good; git checkout -q --detach; good More",
    "git push origin main~; git push origin HEAD:refs/heads/x; git push origin :",
  ],
  ["a remote that is not there", "good", "git push ../nowhere.git main; git push nowhere main"],
  [
    "ssh",
    "printf '#!/bin/sh\\nwhile case $1 in -*) true ;; *) false ;; esac; do case $1 in -o|-p) shift ;; esac; shift; done; shift; exec sh -c \"$*\"\\n' >../ssh; chmod +x ../ssh; others Theirs; good",
    "export GIT_SSH_COMMAND=$OUT/ssh; git push somebody@example.org:$BARE main:new; git push ssh://example.org$BARE main:other",
  ],
  ["a file:// address", "others Theirs; good", "git push file://$BARE main:new"],
];

describe("a push that breaks no rule is as git's own", () => {
  test.each(cases)("%s", async (_, prepare, push) => {
    const [real, ours] = await forBinaryAndColdSide(prepare, push);
    expect(ours).toEqual(real);
    expect(ours.stderr + ours.stdout).not.toBe("");
  });

  test("the caller's trace of packets has what it has without us", async () => {
    const [real, ours] = await forBinaryAndColdSide(
      "good",
      "GIT_TRACE_PACKET=1 git push origin main; GIT_TRACE_PACKET=$OUT/record git push -f origin main~:main",
    );
    const plain = (text: string): string[] =>
      text
        .split("\n")
        .map((line) => line.replace(/^\S+ \S+ +/, ""))
        .sort();
    expect(plain(ours.stderr)).toEqual(plain(real.stderr));
    expect(plain(ours.left)).toEqual(plain(real.left));
    expect(ours.stderr).toContain("push> ");
  });

  test("a signed push", async () => {
    const [, ours] = await forBinaryAndColdSide(
      `git -C $BARE config receive.certNonceSeed seed; ssh-keygen -q -t ed25519 -N '' -f ../key; git config gpg.format ssh; git config user.signingKey $OUT/key.pub; good
       printf '#!/bin/sh\\ntest -n "$GIT_PUSH_CERT" && echo certified\\n' >$BARE/hooks/post-receive; chmod +x $BARE/hooks/post-receive`,
      "git push --signed origin main",
    );
    expect(ours.stderr).toContain("remote: certified");
    expect(ours.status).toBe(0);
  });
});

describe.each([
  ["git://", listenForGit],
  ["http", listenForHttp],
])("over %s", (_, serve) => {
  const some: [title: string, prepare: string, push: string][] = [
    ["a new commit, a new branch, a tag", "good; git tag -am v1 v1", "git push $REMOTE main main:new v1"],
    ["the remote has moved on", "others Theirs; good", "git push $REMOTE main:new; git push -f $REMOTE main"],
    [
      "a shallow clone, and the remote has moved on",
      `git clone -q --depth 1 file://$BARE ../w; others Theirs; ${commit}`,
      "cd ../w && git push $REMOTE main:new",
    ],
  ];
  test.each(some)("%s", async (title, prepare, push) => {
    expect(title).not.toBe("");
    const server = await serve("/");
    onTestFinished(server.close);
    const open = "git -C $BARE config http.receivepack true;";
    const [real, ours] = await forBinaryAndColdSide(open + prepare, push, `${server.address}$OUT/bare.git`);
    expect(ours).toEqual(real);
    expect(ours.status).toBe(0);
  });
});

test("a repository with another comment character, whose messages have lines with '#'", () => {
  const pushing = createPushing();
  pushing.prepare("git config core.commentChar ';'");
  const made = pushing.run(
    `printf 'Title\\n\\n# heading\\ntext\\n\\n# last\\n' >m; git commit -q --allow-empty -F m && GIT_EDITOR='printf "Other\\n\\n; no\\n# yes\\n" >' git commit -q --allow-empty && git push -q origin main`,
  );
  expect(made).toMatchObject({ status: 0 });
  expect(pushing.arrived()).toEqual(["Other", "Title"]);
});
