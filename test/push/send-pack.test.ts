/**
 * `git send-pack` by itself: what it would send is judged, and what is judged is sent.
 */
import { describe, expect, test } from "vitest";
import type { Run } from "../support/sandbox.ts";
import { createPushing, expectStopped, expectTaken, type Pushing } from "./pushing.ts";

/** What can be seen, but for the names of what is sent: git shows the ids that it was told. */
function seen(pushing: Pushing, { status, stdout, stderr }: Run): unknown {
  const said = stderr
    .replaceAll(pushing.sandbox.folder, "<folder>")
    .replace(/^( .*?)\S+( +-> .*)$/gm, "$1<source>$2")
    // What receives says this when it likes.
    .replaceAll("fatal: the remote end hung up unexpectedly\n", "");
  const refs = pushing.prepare("git --git-dir=$BARE for-each-ref; git for-each-ref refs/remotes");
  return { status, stdout, stderr: said, refs };
}

describe("does what git's own does", () => {
  const lines = [
    "git send-pack $BARE main",
    "git send-pack $BARE main; git send-pack $BARE main",
    "git send-pack -v $BARE main; git send-pack --verbose $BARE main",
    "git send-pack $BARE HEAD:refs/heads/new HEAD~:refs/heads/old v1",
    "git send-pack $BARE",
    "git send-pack $BARE main~:refs/heads/main; git send-pack $BARE",
    "git send-pack --all $BARE; git send-pack --al $BARE",
    "git send-pack --mirror $BARE; git branch -D side; git tag -f v1 HEAD; git send-pack --mirror $BARE; git send-pack --mirror -f $BARE",
    "git send-pack $BARE main; git send-pack $BARE main~:main; git send-pack -f $BARE main~:main",
    "git send-pack $BARE main side; git send-pack $BARE +main~:main side~:side; git send-pack --atomic $BARE main~:main main:side",
    "git send-pack $BARE main side; git send-pack $BARE :side; git send-pack $BARE :side; git send-pack $BARE :refs/heads/none",
    "git send-pack $BARE 'refs/heads/*:refs/heads/x/*'; git send-pack $BARE 'refs/heads/*:refs/heads/y/*' '^refs/heads/side'",
    "git send-pack $BARE none; git send-pack $BARE main:refs//x; git send-pack ../none.git main; git send-pack",
    "printf 'main\\nside:refs/heads/other\\r\\n' | git send-pack --stdin $BARE v1",
    "printf '' | git send-pack --stdin $BARE; printf 'main\\n\\n' | git send-pack --stdin $BARE",
    "git send-pack --mirror --all $BARE; git send-pack --all $BARE main; git send-pack --nothing $BARE main; git send-pack -h",
    "git send-pack --force-with-lease=main: $BARE main; git send-pack --force-with-lease=main:$(git rev-parse main~) $BARE main~:main",
    "git send-pack --force-with-lease=main:$(git rev-parse main) $BARE +main~:main",
    "git send-pack --thin --progress --no-progress $BARE main; git send-pack --quiet $BARE side",
    "git send-pack --helper-status $BARE main main~:refs/heads/old",
    "git send-pack --remote=origin $BARE main; git send-pack --remote=other $BARE side",
    "git send-pack --receive-pack='git -c receive.denyDeletes=true receive-pack' $BARE main :main",
    "git send-pack --exec=git-receive-pack --receive-pack false $BARE main",
    "git send-pack --dry-run $BARE main; git send-pack -nf $BARE main; git send-pack --dry-run --no-dry-run $BARE side",
    "git -C .. --git-dir=repo/.git send-pack $BARE main; cd sub; git send-pack $BARE side",
    "git -c push.default=nothing -c remote.bare.url=/none -c url./none.insteadOf=$OUT send-pack $BARE main",
    "cd ..; ln -s bare.git origin; cd repo; ln -s ../bare.git origin; git send-pack origin main",
    "git send-pack -- $BARE main; git send-pack $BARE --end-of-options side",
    "git send-pack --push-option=x $BARE main; git -c push.followTags=true send-pack $BARE side",
    "git send-pack file://$BARE main; git send-pack http://127.0.0.1:1/x main",
  ];
  test.each(lines)("%s", (line) => {
    const said = ["PATH=/usr/bin:/bin; ", ""].map((before) => {
      const pushing = createPushing();
      pushing.prepare("git --git-dir=$BARE config receive.denyDeleteCurrent ignore; mkdir sub");
      for (const title of ["One", "Two", "Three"]) pushing.good(title);
      pushing.prepare("git branch side; git tag -am x v1 main~");
      return seen(pushing, pushing.run(before + line));
    });
    expect(said[1]).toEqual(said[0]);
  });
});

describe("stops what breaks a rule", () => {
  test.each([
    "git send-pack $BARE main",
    "git send-pack $BARE HEAD:refs/heads/x",
    "git send-pack $BARE $(git rev-parse HEAD):refs/heads/x",
    "git send-pack --all $BARE",
    "git send-pack --mirror $BARE",
    "git send-pack $BARE 'refs/heads/*'",
    "echo main | git send-pack --stdin $BARE",
    "git --git-dir=$PWD/.git send-pack $BARE main",
    "cd ..; git -C repo send-pack $BARE main",
    "git send-pack --receive-pack='git receive-pack' $BARE main",
    "git tag -am x v1; git send-pack $BARE v1",
    "git send-pack --dry-run --no-dry-run $BARE main",
    // The name of a ref that is an id.
    "good=$(git rev-parse HEAD~); git update-ref refs/heads/$good HEAD; git send-pack $BARE $good:refs/heads/x HEAD:refs/heads/y",
  ])("%s", (line) => {
    const pushing = createPushing();
    pushing.good("One");
    pushing.bad();
    expectStopped(pushing, pushing.run(line));
    expect(pushing.arrived()).toEqual([]);
  });

  test("and a ref that is named by an id changes nothing for a good one", () => {
    const pushing = createPushing();
    const good = pushing.good("One");
    pushing.bad();
    pushing.prepare(`git update-ref refs/heads/${good} HEAD; git branch -f fine ${good}^0`);
    const run = pushing.run(
      "git send-pack $BARE fine 2>&1 | grep -v -e '^To' -e ambiguous -e '->' | grep interlock >&2",
    );
    expect(run.stderr).toBe("");
    expect(pushing.arrived()).toEqual(["One"]);
  });

  test("also where its branch moves while it is judged", () => {
    const pushing = createPushing();
    pushing.good("One");
    pushing.bad();
    pushing.prepare("git branch worse; git reset -q --soft HEAD~");
    // The program that receives is started by the try, too, and moves the branch then.
    const receive = pushing.sandbox.write(
      "../receive",
      `#!/bin/sh\ngit --git-dir=${pushing.sandbox.repository}/.git update-ref refs/heads/main worse\nexec git receive-pack "$@"\n`,
      0o755,
    );
    pushing.run(`git send-pack --receive-pack=${receive} $BARE main`);
    expect(pushing.arrived()).not.toContain("Bad");
  });

  test("a note's words count only where a push knows that it is one", () => {
    const pushing = createPushing();
    pushing.bad("Notes added by 'git notes add'");
    const run = pushing.run("git send-pack $BARE main:refs/notes/x");
    expect(run.stderr).toContain("'git send-pack' would send commits that nobody has judged");
    expect(pushing.arrived()).toEqual([]);
  });

  test("the remote's refs count for nothing where the caller says what they are", () => {
    const pushing = createPushing();
    const bad = pushing.bad();
    const packet = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;
    const refs = `${packet(`${bad} refs/heads/other\\0report-status`.replace("\\0", "\0"))}0000`;
    pushing.sandbox.write("../in", `${packet("refs/heads/main:refs/heads/main\n")}0000${refs}`);
    const run = pushing.run("git send-pack --stateless-rpc --helper-status http://x/ --stdin <../in");
    expect(run.stderr).toContain("breaks a rule; nothing was pushed");
    expect(run.stdout).toBe("0000error refs/heads/main refused by interlock\n");
  });
});

test("with push.verify: warn it sends, and says so", () => {
  const pushing = createPushing();
  pushing.sandbox.write(
    pushing.sandbox.config,
    `${pushing.sandbox.run("/bin/cat", [pushing.sandbox.config]).stdout}push: {verify: warn}\n`,
  );
  pushing.bad();
  const run = pushing.run("git send-pack $BARE main");
  expect(run.stderr).toContain("interlock: warning: 1 of 1 commit");
  expect(pushing.arrived()).toEqual(["Bad"]);
});

// The arguments hold a thousand; the rest of three thousand is on standard input.
test.each([1000, 3000])("%i refs are sent in one go", (count) => {
  const pushing = createPushing();
  pushing.good("One");
  pushing.prepare(
    `for i in $(seq ${count}); do echo create refs/heads/b$i HEAD; done | git update-ref --stdin`,
  );
  expectTaken(pushing, pushing.run("git send-pack --all $BARE 2>/dev/null"), ["One"]);
  expect(pushing.prepare("git --git-dir=$BARE for-each-ref | wc -l")).toBe(String(count + 1));
});
