/**
 * A dry run of a push judges what would leave, as the push itself would.
 */
import { expect, test } from "vitest";
import { createPushing } from "../push/pushing.ts";

const files = "find $OUT -printf '%p %s %T@\\n' | sort";

test.each([
  "git push origin main",
  "git push -q origin main",
  "git push",
  "git push --all origin",
  "git push --mirror",
  "git push origin HEAD:refs/heads/new",
  "git push --no-verify origin +main -- other",
  "git -C $OUT/repo push $BARE main~0:refs/for/x",
  "git push --dry-run --no-dry-run origin main",
  "git push origin other",
  "git push origin :old",
  "git push -n origin main",
  "git push origin nothing",
  "git push -o x origin main",
  "git push --repo --dry-run origin main",
])("%s ends as the dry run says, which leaves no trace", (line) => {
  const pushing = createPushing();
  pushing.good("Good");
  pushing.prepare("git branch other; git push -q -u origin main main:old; git config push.default upstream");
  pushing.bad();
  // A hook of the repository's own would be seen to run.
  pushing.sandbox.write(".git/hooks/pre-push", "#!/bin/sh\ntouch $OUT/ran\n", 0o755);
  // The fixture lays a plan ready for the first command.
  pushing.run("true");
  const before = pushing.prepare(files);
  const explained = pushing.run(`interlock explain -- ${line}`);
  expect(pushing.prepare(files)).toBe(before);
  const run = pushing.run(line);
  // What git itself refuses is not for us to foresee.
  const isGits = run.status !== 0 && !run.stderr.includes("interlock: ");
  expect(explained.status, explained.stdout).toBe(isGits ? 0 : run.status);
  const refusal = /^error: interlock: .*\nhint: .*$/m.exec(run.stderr)?.[0];
  if (refusal !== undefined) expect(explained.stdout).toContain(refusal);
});

test("the commits, the rule, the refusal and its status", () => {
  const pushing = createPushing();
  const id = pushing.bad();
  const { status, stdout } = pushing.run("interlock explain -- git push origin main");
  expect(status).toBe(1);
  expect(stdout).toContain("strategy  gate: the commits that would leave are judged");
  expect(stdout).toContain(
    `commits\n  ${id.slice(0, 12)} Bad\n    github.ensure-bot-coauthor: lacks 'Co-authored-by: `,
  );
  expect(stdout).toMatch(/result {4}refused, exit 1\n$/);
  const json = pushing.run("INTERLOCK_DRY_RUN=json git push origin main");
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    strategy: "gate",
    exit: 1,
    argv: null,
    commits: [{ id, title: "Bad", faults: [{ id: "github.ensure-bot-coauthor" }] }],
    problems: [{ code: "push-refused" }],
  });
});

test("what the remote has is asked of the remote, by the address with its user", () => {
  const pushing = createPushing();
  pushing.bad("Published");
  pushing.sandbox.write(
    `${pushing.sandbox.folder}/ssh`,
    '#!/bin/sh\ncase $1 in git@*) ;; *) exit 1 ;; esac\nshift $(($# - 1)); exec sh -c "$*"\n',
    0o755,
  );
  pushing.prepare("git push -q origin main; git remote set-url origin git@h.example:$BARE");
  pushing.good();
  const run = pushing.run(
    "GIT_SSH_VARIANT=simple GIT_SSH=$OUT/ssh interlock explain -- git push origin main:new",
  );
  expect(run.stdout).toContain("the gate finds nothing wrong");
  expect(run.status).toBe(0);
});

test("a remote that cannot be reached is git's to report", () => {
  const pushing = createPushing();
  pushing.bad();
  const { status, stdout } = pushing.run("interlock explain -- git push $OUT/nowhere main");
  expect(status).toBe(0);
  expect(stdout).toContain("note      git could not find out what it would push");
});
