/**
 * The steps of the argument in docs/security.md ("The proof"), each with an attempt that it stops. All pushes here go to a
 * path, where what git has packed arrives as it is.
 */
import { describe, expect, test } from "vitest";
import type { CommitJudge } from "../../shim/push/commit-faults.ts";
import { prove } from "../../shim/push/prove.ts";
import { isProvedAtOnce } from "../../shim/push/prove-at-once.ts";
import { openObjects, type Objects } from "../../shim/push/raw-objects.ts";
import type { ReadObject } from "../../shim/host.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { createPushing, expectStopped, expectTaken, type Pushing } from "./pushing.ts";

/** History from before the rules is on the remote, and here. */
function withOldHistory(): Pushing {
  const pushing = createPushing();
  pushing.bad("Old one");
  pushing.bad("Old two");
  pushing.prepare("git push -q -u origin main");
  return pushing;
}

const old = ["Old one", "Old two"];
/** A commit object, byte for byte as standard input has it. */
const write = "git hash-object -t commit -w --literally --stdin";

describe("bytes that do not have the id are not believed", () => {
  test("other bytes lie under the id of a bad commit, and git packs the true ones", () => {
    const pushing = withOldHistory();
    pushing.bad();
    // The good one's bytes, under the id of the bad one.
    pushing.prepare(`bad=$(git rev-parse HEAD)
      git commit -q --amend --allow-empty -m "Good" -m "Co-authored-by: Robo Bot <bot@example.org>"
      good=$(git rev-parse HEAD); git update-ref refs/heads/main $bad
      file() { echo .git/objects/$(echo $1 | cut -c1-2)/$(echo $1 | cut -c3-); }
      cp -f $(file $bad) ../true; chmod u+w $(file $bad); cp $(file $good) $(file $bad)`);
    expect(pushing.run("git push -q origin main").stderr).toContain("its bytes do not have that id");
    expect(pushing.arrived()).toEqual(old);
  });
});

describe("parents are those that the bytes name", () => {
  test.each([
    ["info/grafts", "mkdir -p .git/info; echo $GOOD $BASE > .git/info/grafts"],
    ["GIT_GRAFT_FILE", "echo $GOOD $BASE > ../grafts; export GIT_GRAFT_FILE=$OUT/grafts"],
    ["refs/replace", "git replace --graft $GOOD $BASE"],
    [".git/shallow, at the commit", "echo $GOOD > .git/shallow"],
    ["GIT_SHALLOW_FILE", "echo $GOOD > ../shallow; export GIT_SHALLOW_FILE=$OUT/shallow"],
    [
      "a commit-graph that was written under a graft",
      `mkdir -p .git/info; echo $GOOD $BASE > .git/info/grafts
       git -c core.commitGraph=true commit-graph write --reachable 2>&1; rm .git/info/grafts; export GIT_TEST_COMMIT_GRAPH=1`,
    ],
  ])("one that is hidden by %s is judged", (_, hide) => {
    const pushing = withOldHistory();
    const base = pushing.prepare("git rev-parse HEAD");
    pushing.bad();
    const good = pushing.good();
    const run = pushing.run(`GOOD=${good} BASE=${base}; ${hide}; git push -q -f origin main`);
    expectStopped(pushing, run);
  });

  test("one that is no commit stops the push", () => {
    const pushing = withOldHistory();
    pushing.prepare(`blob=$(echo text | git hash-object -w --stdin)
      id=$(printf 'tree %s\\nparent %s\\nauthor A <a@b> 1 +0000\\ncommitter A <a@b> 1 +0000\\n\\nGood\\n\\nCo-authored-by: Robo Bot <bot@example.org>\\n' $(git rev-parse HEAD^{tree}) $blob | ${write})
      git update-ref refs/heads/main $id`);
    expect(pushing.run("git push -q -f origin main").stderr).toMatch(
      /is a parent of .*, and is not a commit/,
    );
    expect(pushing.arrived()).toEqual(old);
  });

  test.each(["--all\\nparent", "HEAD"])(
    "one that is no id at all (%s) is nothing that git is asked for",
    (word) => {
      const pushing = withOldHistory();
      pushing.prepare(`id=$(printf 'tree %s\\nparent %-40s\\nauthor A <a@b> 1 +0000\\ncommitter A <a@b> 1 +0000\\n\\nGood\\n\\nCo-authored-by: Robo Bot <bot@example.org>\\n' $(git rev-parse HEAD^{tree}) "$(printf '${word}')" | ${write})
      echo $id > .git/refs/heads/main`);
      const { stderr, status } = pushing.run("git push -q -f origin main");
      expect(stderr).toMatch(/interlock: .*(cannot be proved|cannot be judged)|fatal: |error: /);
      expect(status).not.toBe(0);
      expect(pushing.arrived()).toEqual(old);
    },
  );

  test("one that is missing here stops the push; behind a shallow end the remote decides, as git sends nothing of it", () => {
    const pushing = withOldHistory();
    const bad = pushing.bad();
    pushing.good();
    const kept = pushing.prepare("mktemp").trim();
    const object = `.git/objects/${bad.slice(0, 2)}/${bad.slice(2)}`;
    pushing.prepare(`mv ${object} ${kept}`);
    expect(pushing.run("git push -q -f origin main").stderr).toContain(`because '${bad}' is not here`);
    pushing.prepare("git rev-parse HEAD > .git/shallow");
    expect(pushing.run("git push -q -f origin main").stderr).toContain("shallow update not allowed");
    pushing.prepare(`mv ${kept} ${object}`);
    expectStopped(pushing, pushing.run("git push -q -f origin main"));
    expect(pushing.arrived()).toEqual(old);
  });
});

test.each(["git commit -q --allow-empty -F ../long", "git tag -aF ../long v1"])(
  "what is too large to be read stops the push, and is called so: %s",
  (line) => {
    const pushing = createPushing();
    pushing.good();
    pushing.prepare(`yes 0123456789012345678901234567890123456789 | head -c 17000000 > ../long; ${line}`);
    const run = pushing.run("git push -q --follow-tags origin main");
    expect(run.stderr).toMatch(/error: interlock: '[0-9a-f]{40}' has more than 16 MiB/);
    expect(run.status).toBe(1);
    expect(pushing.arrived()).toEqual([]);
  },
);

describe("published is what a chain of hashed bytes leads to, from a ref of the remote", () => {
  test("an object that the remote has, and that none of its refs leads to, is not", () => {
    const pushing = withOldHistory();
    const bad = pushing.bad();
    // It is there by itself: as an entry of a tree that a tag names, and as an object that lies there.
    pushing.prepare(`git push -q origin HEAD:side; git push -q origin :side
      perl -e 'print "100644 x\\0" . pack("H*", "${bad}")' | git hash-object -t tree -w --literally --stdin > ../tree
      git push -q origin $(cat ../tree):refs/tags/tree; git -C $BARE cat-file -e ${bad}`);
    expectStopped(pushing, pushing.run("git push -q origin main"));
  });

  test("what refs/remotes says is not", () => {
    const pushing = withOldHistory();
    const bad = pushing.bad();
    pushing.prepare(`git update-ref refs/remotes/origin/main ${bad}`);
    expectStopped(pushing, pushing.run("git push -q origin main"));
  });

  test("what the remote has of refs/notes is not, on a branch", () => {
    const pushing = withOldHistory();
    const bad = pushing.bad();
    pushing.prepare(`git push -q origin ${bad}:refs/notes/x`);
    const { status } = pushing.run("git push -q origin main");
    expect(status).toBe(1);
  });

  test("a commit deep below a tip is, also where dates go backwards", () => {
    const pushing = withOldHistory();
    pushing.prepare(`for i in 5 9 2 7 1; do GIT_COMMITTER_DATE="200$i-01-01T00:00:00Z" git commit -q --allow-empty -m "Old $i"; done
      git push -q origin main; git checkout -q -b side HEAD~3`);
    pushing.good();
    expectTaken(
      pushing,
      pushing.run("git push -q origin side"),
      ["Good", ...old, ...[5, 9, 2, 7, 1].map((i) => `Old ${i}`)].sort(),
    );
  });

  test("a commit below an annotated tag of a tag is", () => {
    const pushing = withOldHistory();
    pushing.bad("Tagged");
    pushing.prepare(`git tag -am one one; git tag -am two two one; git push -q origin two; git tag -d one two
      git update-ref -d refs/remotes/origin/main`);
    pushing.good();
    expectTaken(pushing, pushing.run("git push -q origin main"), ["Good", ...old, "Tagged"]);
  });
});

describe("what is missing here of the remote's tips", () => {
  /** The remote has moved on, over a commit that is bad and here. */
  function movedOn(): Pushing {
    const pushing = withOldHistory();
    pushing.prepare(`git clone -q $BARE ../else; cd ../else; git commit -q --allow-empty -m Theirs; git push -q
      cd ../repo; git push -q ../else HEAD:refs/heads/x`);
    pushing.good();
    return pushing;
  }
  const state =
    "find .git -type f ! -name index ! -path '*/logs/*' | sort | xargs sha256sum; git for-each-ref; cat .git/shallow 2>&1 || true; git config -l --local";

  test("is fetched and proved, and nothing of it is kept", () => {
    const pushing = movedOn();
    // Its plan stays in the user's own folder.
    const all = `${state}; ls -I 'interlock-[0-9]*' $OUT`;
    const before = pushing.prepare(all);
    const run = pushing.run("git push -q $BARE HEAD:refs/heads/new");
    expectTaken(pushing, run, ["Good", ...old, "Theirs"]);
    expect(pushing.prepare(all)).toBe(before);
  });

  test("moves and removes no tag, whatever the settings for a fetch say of tags", () => {
    const pushing = movedOn();
    pushing.prepare(`cd ../else; git tag theirs; git push -q origin theirs; cd ../repo; git tag mine
      git config fetch.prune true; git config fetch.pruneTags true`);
    const before = pushing.prepare(state);
    expect(pushing.run("git push -q $BARE HEAD:refs/heads/new")).toMatchObject({ status: 0 });
    expect(pushing.prepare(state)).toBe(before);
  });

  test("does not change the list of a shallow clone's commits either", () => {
    const pushing = movedOn();
    pushing.prepare(`git -C ../else reset -q --hard HEAD~; git clone -q --depth 1 --branch main file://$BARE ../shallow
      cd ../else; git pull -q; git commit -q --allow-empty -m More; git push -q`);
    const before = pushing.prepare(`cd ../shallow; ${state}`);
    const run = pushing.run(
      "cd ../shallow && git commit -q --allow-empty -m Good && git push -q origin HEAD:new && git reset -q --soft HEAD~",
    );
    expect(run).toMatchObject({ status: 0 });
    expect(pushing.arrived()).toContain("Good");
    expect(
      pushing.prepare(`cd ../shallow; git update-ref -d refs/remotes/origin/new; cat .git/shallow`),
    ).toBe(before.split("\n").find((line) => /^[0-9a-f]{40}$/.test(line)));
  });

  test("gains nothing if the fetch is led elsewhere", () => {
    const pushing = movedOn();
    pushing.bad();
    pushing.prepare(`git init -q --bare ../fake.git; git push -q ../fake.git HEAD:refs/heads/main
      git config url.file://$OUT/fake.git.insteadOf file://$BARE; git config url.file://$OUT/.pushInsteadOf x:`);
    const run = pushing.run("git push -q x:bare.git HEAD:refs/heads/new");
    expectStopped(pushing, run);
    expect(run.stderr).toContain("for 'file://");
    expect(run.stderr).toContain("then push again: git fetch x:bare.git\n");
    const elsewhere = pushing.run("cd /; git -C $OUT/repo push -q x:bare.git HEAD:refs/heads/new");
    expect(elsewhere.stderr).toContain(`: cd ${pushing.sandbox.repository} && git fetch x:bare.git\n`);
  });

  test("is not asked for if everything is clean", () => {
    const pushing = createPushing();
    pushing.good("One");
    pushing.prepare(`git push -q -u origin main; git clone -q $BARE ../else; cd ../else
      git commit -q --allow-empty -m Theirs; git push -q`);
    pushing.good("Two");
    // Whoever wants to fetch from there fails.
    pushing.prepare(
      "git config uploadpack.packObjectsHook false; git -C $BARE config transfer.hideRefs refs/none",
    );
    const run = pushing.run(
      "GIT_TRACE2_EVENT=$OUT/trace git push -q origin HEAD:refs/heads/new && grep -c '\"fetch\"\\|ls-remote\\|upload-pack' $OUT/trace",
    );
    expect(run).toMatchObject({ stdout: "0\n", stderr: "" });
  });
});

describe("what git lists is a hint", () => {
  const isBad: CommitJudge = ({ message }) =>
    message.startsWith("Bad") ? [{ id: "", source: "", message: "bad", kind: "broken" }] : [];

  /** The repository's objects as the host proves them, by way of a list that somebody has changed. */
  function lyingObjects({ sandbox }: Pushing, shows: (object: ReadObject) => boolean): Objects {
    const env = new Map(Object.entries(sandbox.environment({ prefix: null })));
    const objects = openObjects(createNodeHost({ argv: ["git"], env, cwd: sandbox.repository }), "");
    return {
      list: (words, ids, visit) => objects.list(words, ids, (lot) => visit(lot.filter(shows))),
      read: objects.read,
      readDown: (ids, generations, visit) =>
        objects.readDown(ids, generations, (lot) => visit(lot.filter(shows))),
    };
  }

  test.each([
    ["shows nothing", () => false],
    ["leaves the bad commit out", ({ body }: ReadObject) => !body.includes("Bad")],
    ["shows nothing else", ({ body }: ReadObject) => body.includes("Bad")],
  ])("a list that %s hides nothing", (_, shows) => {
    const pushing = withOldHistory();
    const tip = pushing.prepare("git rev-parse HEAD");
    pushing.good("One");
    const bad = pushing.bad();
    pushing.prepare("git checkout -q -b side HEAD~");
    pushing.good("Two");
    pushing.prepare("git merge -q -m Merge main");
    const wanted = pushing.prepare("git rev-parse HEAD");
    const proof = prove(lyingObjects(pushing, shows), isBad, [wanted], [tip], true);
    expect(proof.findings.map(({ commit }) => commit.id)).toEqual([bad]);
    expect(proof).toMatchObject({ commits: 4, unproved: null });
  });

  test("a list that shows no chain from the remote's refs publishes nothing", () => {
    const pushing = createPushing();
    const bad = pushing.bad();
    const tip = pushing.good();
    const honest = prove(
      lyingObjects(pushing, () => true),
      isBad,
      [bad],
      [tip],
      true,
    );
    expect(honest).toMatchObject({ commits: 0, findings: [] });
    const proof = prove(
      lyingObjects(pushing, ({ id }) => id !== tip),
      isBad,
      [bad],
      [tip],
      true,
    );
    expect(proof.findings.map(({ commit }) => commit.id)).toEqual([bad]);
  });

  test("an input that git reads nothing of, or only the start, proves nothing", () => {
    const pushing = withOldHistory();
    const tip = pushing.prepare("git rev-parse HEAD");
    const good = pushing.good();
    const bad = pushing.bad();
    const objects = lyingObjects(pushing, () => true);
    for (const most of [0, 1]) {
      const cutOff: Objects = {
        list: (words, ids, visit) => objects.list(words, ids.slice(0, most), visit),
        read: (ids, visit) => objects.read(ids.slice(0, most), visit),
        readDown: (ids, generations, visit) => objects.readDown(ids.slice(0, most), generations, visit),
      };
      const { findings, unproved } = prove(cutOff, isBad, [good, bad], [tip], true);
      expect(findings.length > 0 || unproved !== null).toBe(true);
      expect(isProvedAtOnce(cutOff, isBad, [good, bad], [tip], () => null)).toBe(false);
    }
  });

  describe("what is read at once, without a list, proves what it has the bytes of", () => {
    const noneLoose = (): null => null;

    function atOnce(
      pushing: Pushing,
      wanted: string,
      tips: string,
      shows: (object: ReadObject) => boolean = () => true,
    ): boolean {
      const ids = (words: string): string[] =>
        words === "" ? [] : pushing.prepare(`git rev-parse ${words}`).split("\n");
      return isProvedAtOnce(lyingObjects(pushing, shows), isBad, ids(wanted), ids(tips), noneLoose);
    }

    test("commits on top of a tip, also of several branches, a merge of two, a tag, a tree", () => {
      const pushing = withOldHistory();
      pushing.prepare("git tag base");
      pushing.good("One");
      pushing.prepare("git tag -am x one; git checkout -q -b side base");
      pushing.good("Two");
      pushing.prepare("git merge -q -m Merge main");
      expect(atOnce(pushing, "main", "base")).toBe(true);
      expect(atOnce(pushing, "main side one", "base")).toBe(true);
      expect(atOnce(pushing, "side", "base main")).toBe(true);
      expect(atOnce(pushing, "main one", "base")).toBe(true);
      expect(atOnce(pushing, "one", "main")).toBe(true);
      expect(atOnce(pushing, "one", "base")).toBe(false);
      expect(atOnce(pushing, "main^{tree}", "base")).toBe(true);
      expect(atOnce(pushing, "base", "base")).toBe(true);
      // The second parent is not among what was read, nor was the commit of the tag alone before.
      expect(atOnce(pushing, "side", "base")).toBe(false);
    });

    test("a commit that breaks a rule, wherever it is", () => {
      const pushing = withOldHistory();
      pushing.prepare("git tag base");
      pushing.bad();
      pushing.good();
      expect(atOnce(pushing, "HEAD", "base")).toBe(false);
      expect(atOnce(pushing, "HEAD", "base", ({ body }) => !body.includes("Bad"))).toBe(false);
      expect(atOnce(pushing, "HEAD", "HEAD~")).toBe(true);
    });

    test("more commits than are read, and nothing to read", () => {
      const pushing = withOldHistory();
      pushing.prepare(
        "git tag base; for i in $(seq 8); do git commit -q --allow-empty -m $i; done; git tag near",
      );
      pushing.good();
      expect(atOnce(pushing, "near", "base")).toBe(true);
      expect(atOnce(pushing, "HEAD", "base")).toBe(false);
      expect(atOnce(pushing, "HEAD", "base", () => false)).toBe(false);
      expect(
        isProvedAtOnce(
          lyingObjects(pushing, () => true),
          isBad,
          ["0".repeat(39) + "1"],
          [],
          noneLoose,
        ),
      ).toBe(false);
    });

    test("from the files of commits that are not packed, without git; with it from the first that is", () => {
      const pushing = withOldHistory();
      pushing.prepare("git tag base");
      pushing.good("One");
      pushing.good("Two");
      const [tip = "", below = "", base = ""] = pushing.prepare("git rev-parse HEAD HEAD~ base").split("\n");
      const isRead = (packed: string[]): { proved: boolean; byGit: number } => {
        let byGit = 0;
        const body = (id: string): string => pushing.prepare(`git cat-file commit ${id}`) + "\n";
        const objects = lyingObjects(pushing, () => (byGit++, true));
        const readLoose = (id: string): string | null => (packed.includes(id) ? null : body(id));
        return { proved: isProvedAtOnce(objects, isBad, [tip], [base], readLoose), byGit };
      };
      expect(isRead([])).toEqual({ proved: true, byGit: 0 });
      const mixed = isRead([below]);
      expect(mixed.proved).toBe(true);
      expect(mixed.byGit).toBeGreaterThan(0);
    });

    test("a blob is nobody's parent, also if it is pushed as well", () => {
      const pushing = withOldHistory();
      pushing.prepare(`blob=$(echo text | git hash-object -w --stdin); git tag blob $blob
        id=$(printf 'tree %s\\nparent %s\\nauthor A <a@b> 1 +0000\\ncommitter A <a@b> 1 +0000\\n\\nGood\\n' $(git rev-parse HEAD^{tree}) $blob | ${write})
        git update-ref refs/heads/odd $id`);
      expect(atOnce(pushing, "blob", "main")).toBe(true);
      expect(atOnce(pushing, "blob odd", "main")).toBe(false);
      expect(atOnce(pushing, "odd", "main")).toBe(false);
    });
  });

  test("a tag that is pushed with its commits, and a tree, pass or are judged by what they lead to", () => {
    const pushing = withOldHistory();
    pushing.good();
    pushing.prepare("git tag -am tag v1; git tag -am tree tree HEAD^{tree}; git tag light HEAD^{tree}");
    expectTaken(pushing, pushing.run("git push -q origin v1 tree light"), ["Good", ...old]);
    pushing.bad();
    pushing.prepare("git tag -am tag v2; git tag -am tag v3 v2");
    expectStopped(pushing, pushing.run("git push -q origin v3"));
  });
});

test("a message that is too long to be judged stops the push, and the hint is to write it anew", () => {
  const pushing = createPushing();
  pushing.good();
  pushing.prepare(
    "{ echo One; echo; yes 'Line: of text' | head -n 60000; } | git commit -q --allow-empty -F -",
  );
  const run = pushing.run("git push -q origin main");
  expect(run.stderr).toContain("its message has more than 50,000 lines");
  expect(run.stderr).toContain("1 of 2 commits");
  expect(run.stderr).toContain("[E-push-unjudged]");
  expect(run.stderr).toMatch(/hint: reword .*git commit --amend/);
  expect(run.status).toBe(1);
  expect(pushing.arrived()).toEqual([]);
});
