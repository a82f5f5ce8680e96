/** Programs and commits that exist: at verify, at a push, and where there is nothing but programs. */
import { describe, expect, test } from "vitest";
import { createPushing, type Pushing } from "../push/pushing.ts";
import { addProgram, sh, trailerRule, type ProgramForm } from "./with-program.ts";

function pushingWith(script: string, form: ProgramForm = {}): Pushing {
  const pushing = createPushing("version: 1\n");
  addProgram(pushing.sandbox, script, form);
  return pushing;
}

const deterministic = "command: [./check], deterministic: true";

/** Puts `Checked: yes` at the end, once. */
const addsLine = sh(
  `read -r input
   case $input in *"Checked: yes"*) exit 0 ;; esac
   printf '%s\\n' "$input" | sed 's/^{"text":"\\([^"]*\\)".*/{"text":"\\1\\\\nChecked: yes\\\\n"}/'`,
);

const commit = "git commit -q --allow-empty -m fix";
const other = "git commit -q --allow-empty -m other";
const notJudged = /not judged.*acme\.check.*runs only while a commit is made/g;

describe("a program that says 'deterministic: true'", () => {
  test("is run again by verify: what it made passes, and what it would change does not", () => {
    const pushing = pushingWith(addsLine, { handler: deterministic });
    pushing.run(`${commit}; ${commit}`);
    expect(pushing.sandbox.message()).toContain("Checked: yes");
    expect(pushing.run("interlock verify HEAD")).toMatchObject({
      status: 0,
      stdout: "interlock: 2 commits, and no rule is broken\n",
    });
    pushing.prepare(other);
    const run = pushing.run("interlock verify HEAD");
    expect(run.status).toBe(1);
    expect(run.stdout).toContain("acme.check: would have changed the message");
    expect(run.stdout).toContain("1 of 3 commits breaks a rule");
  });

  test("is run again by the cold side, with the same outcome", () => {
    const pushing = pushingWith(addsLine, { handler: deterministic });
    pushing.run(commit);
    pushing.prepare(other);
    const run = pushing.run("interlock verify --format json HEAD");
    const { violations } = JSON.parse(run.stdout) as { violations: { hook: string }[] };
    expect([run.status, violations]).toMatchObject([1, [{ hook: "acme.check" }]]);
  });

  test("stops a push of a commit that it would have changed, or refused", () => {
    for (const [script, why] of [
      [addsLine, "acme.check: would have changed the message"],
      [sh("grep -q other && { echo no >&2; exit 2; }; exit 0"), "acme.check: refuses: no"],
    ] as const) {
      const pushing = pushingWith(script, { handler: deterministic });
      pushing.run(commit);
      expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
      pushing.prepare(other);
      const run = pushing.run("git push -q origin main");
      expect(run.stderr).toContain(why);
      expect([run.status, pushing.arrived()]).toEqual([1, ["fix"]]);
    }
  });

  test("that fails leaves a commit unjudged, which stops the push", () => {
    const pushing = pushingWith(sh("exit 9"), { handler: deterministic });
    pushing.prepare(other);
    const run = pushing.run("git push -q origin main");
    expect(run.stderr).toContain("acme.check: its program exited with 9");
    expect([run.status, pushing.arrived()]).toEqual([1, []]);
    expect(pushing.run("interlock verify HEAD").status).toBe(2);
  });

  test("does not run in a dry run, which says so", () => {
    const pushing = pushingWith(sh("exit 0"), { handler: deterministic });
    pushing.prepare(other);
    expect(pushing.run("interlock explain -- git push origin main").stdout).toContain(
      "not judged by 'acme.check': programs do not run in a dry run",
    );
  });

  test("is what 'fix' repairs a commit by, with the rules that follow", () => {
    const pushing = pushingWith(addsLine, { handler: deterministic, effects: trailerRule });
    pushing.prepare(`${other}; ${other}`);
    expect(pushing.run("interlock fix HEAD~..HEAD")).toMatchObject({ status: 0 });
    expect(pushing.sandbox.message()).toMatch(/Checked: yes\n+Reviewed-by: Ann <ann@x.org>\n$/);
    expect(pushing.run("interlock verify HEAD~..HEAD").status).toBe(0);
  });

  test.each(["merge", "revert"])("is asked only about the commits that 'when.commit: [%s]' names", (kind) => {
    const pushing = pushingWith(sh("echo no >&2; exit 2"), {
      handler: deterministic,
      more: `when: { commit: [${kind}] }`,
    });
    expect(pushing.run(commit).status).toBe(0);
    expect(pushing.run("interlock verify HEAD").status).toBe(0);
    pushing.prepare("echo x >f; git add f; git commit -q -m second; git revert --no-edit HEAD >/dev/null");
    pushing.prepare("git checkout -q -b side HEAD~; git merge -q --no-ff -m m main");
    expect(pushing.run("interlock verify HEAD").stdout).toContain("acme.check: refuses: no");
  });
});

describe("any other program", () => {
  test("is named as not judged once: by verify, and by a push", () => {
    const pushing = pushingWith(addsLine, { effects: trailerRule });
    pushing.run(`${commit}; ${commit}; ${commit}`);
    const verified = pushing.run("interlock verify HEAD");
    expect(verified.status).toBe(0);
    expect((verified.stdout + verified.stderr).match(notJudged)).toHaveLength(1);
    const pushed = pushing.run("git push -q origin main");
    expect(pushed.status).toBe(0);
    expect(pushed.stderr.match(/were not judged by 'acme.check'/g)).toHaveLength(1);
    expect(pushed.stderr).toContain("'deterministic: true' in its handler");
  });
});

test("a push names several in one line, and compile counts them", () => {
  const more = ["acme.second", "acme.third"].map(
    (id) =>
      `    - { id: ${id}, hook: commit.message.finalize, handler: { type: command, command: [./check] } }\n`,
  );
  const pushing = pushingWith(addsLine, { effects: trailerRule + more.join("") });
  expect(pushing.run("interlock compile").stdout).toContain("plan with 4 contributions from 1 plugin");
  pushing.run(commit);
  const { stderr } = pushing.run("git push -q origin main");
  expect(stderr.match(/were not judged/g)).toHaveLength(1);
  expect(stderr).toContain(
    "the commits were not judged by 'acme.check', 'acme.second', 'acme.third': they are programs, which run only while a commit is made",
  );
});

describe("a plan with programs and no rule", () => {
  test("is healthy, and doctor and compile find it in force", () => {
    const pushing = pushingWith(sh("exit 0"));
    const health = pushing.run("interlock health");
    expect(health.stdout).toContain("interlock: healthy");
    expect(health.status).toBe(0);
    const compiled = pushing.run("interlock compile");
    expect(compiled.stderr).not.toContain("no rule is in force");
    expect(compiled.status).toBe(0);
  });

  test("commits, verifies and pushes", () => {
    const pushing = pushingWith(addsLine);
    expect(pushing.run(`${commit}; git commit -q --amend --no-edit --allow-empty`)).toMatchObject({
      status: 0,
      stderr: "",
    });
    const verified = pushing.run("interlock verify HEAD");
    expect(verified).toMatchObject({ status: 0, stderr: "" });
    expect(verified.stdout.match(notJudged)).toHaveLength(1);
    expect(pushing.run("git push -q origin main").status).toBe(0);
    expect(pushing.arrived()).toEqual(["fix"]);
  });

  test("is not in force where its condition does not hold", () => {
    const pushing = pushingWith(sh("exit 0"), { more: "when: { envPresent: [NO_SUCH_VARIABLE] }" });
    const health = pushing.run("interlock health");
    expect(health.status).toBe(1);
    expect(health.stderr).toContain("acme.check: environment variable 'NO_SUCH_VARIABLE' is not set");
  });
});
