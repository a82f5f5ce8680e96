/**
 * A 'planDir' that everybody may write to: what one user leaves there decides nothing for another.
 */
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fnv1a, readPlanFile, renderPlan } from "../../engine/core/plan-file.ts";
import { only, parseExamination } from "../doctor/examination.ts";
import { dist } from "../support/paths.ts";
import { botEnv, botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

const victim = 1000;
const other = 1001;
const amend = "GIT_EDITOR=true git commit -q --amend --allow-empty";

/** A machine with a shared folder for plans, on which two users have a home and a repository each. */
class SharedMachine {
  readonly sandbox = new Sandbox();
  readonly shared = join(this.sandbox.folder, "shared");
  /** The same plan for both, by its name. */
  readonly config = { XDG_CONFIG_HOME: join(this.sandbox.folder, "etc") };
  readonly ran = join(this.sandbox.folder, "tmp", "ran");

  constructor() {
    const { folder, config } = this.sandbox;
    chmodSync(folder, 0o755);
    cpSync(dist, join(folder, "prefix"), { recursive: true, verbatimSymlinks: true });
    this.sandbox.write(
      config,
      `version: 1\nplanDir: ${this.shared}\nplugins:\n  dirs: [../prefix/plugins/github]\n`,
    );
    for (const open of [this.shared, join(folder, "tmp")]) {
      mkdirSync(open);
      chmodSync(open, 0o1777);
    }
    for (const user of [victim, other]) {
      cpSync(join(folder, "home"), this.home(user), { recursive: true });
      chownSync(this.home(user), user, user);
      this.as(user, 'git init -q "$HOME/repo" && cd "$HOME/repo" && git commit -q --allow-empty -m first');
    }
  }

  home(user: number): string {
    return join(this.sandbox.folder, `home-${user}`);
  }

  as(user: number, script: string): Run {
    const become = [`--reuid=${user}`, `--regid=${user}`, "--clear-groups", "sh", "-ec"];
    const enter = 'if [ -d "$HOME/repo" ]; then cd "$HOME/repo"; fi\n';
    return this.sandbox.run("setpriv", [...become, enter + script], {
      cwd: this.sandbox.folder,
      env: { ...botEnv, ...this.config, HOME: this.home(user), TMPDIR: join(this.sandbox.folder, "tmp") },
      prefix: join(this.sandbox.folder, "prefix"),
    });
  }

  /** The other one comes first, with all that a command leaves behind. */
  clear(): void {
    this.sandbox.shell(
      `rm -rf '${this.shared}'/* '${this.sandbox.folder}'/tmp/* '${this.home(victim)}/.cache'`,
    );
  }

  /** What is there of a kind, by its full path. */
  find(kind: RegExp): string[] {
    const names = readdirSync(this.shared).filter((name) => kind.test(name));
    return names.map((name) => join(this.shared, name));
  }

  message(user: number): string {
    return this.as(user, "git log -1 --format=%B").stdout.trim();
  }
}

function started(): SharedMachine {
  const machine = new SharedMachine();
  machine.clear();
  expect(machine.as(other, amend)).toMatchObject({ status: 0, stderr: "" });
  return machine;
}

function thePlan(machine: SharedMachine): string {
  const [plan] = machine.find(/^plan-/) as [string];
  return plan;
}

const why = process.getuid?.() === 0 ? "" : " (skipped: only root can become two users)";
describe.skipIf(why !== "")(`a shared 'planDir'${why}`, () => {
  test("another user's plan without rules is not used; the own one is kept elsewhere", () => {
    const machine = started();
    const plan = thePlan(machine);
    const file = readPlanFile(readFileSync(plan, "latin1"), fnv1a);
    if (typeof file === "string") throw new Error(file);
    const empty = renderPlan({ ...JSON.parse(file.json), points: {} });
    machine.sandbox.write(plan, Buffer.from(empty, "latin1"));
    expect(machine.as(other, "git commit -q --allow-empty -m bare")).toMatchObject({ status: 0 });
    expect(machine.message(other)).toBe("bare");
    for (const title of ["x", "y"]) {
      expect(machine.as(victim, `git commit -q --allow-empty -m ${title}`)).toMatchObject({ status: 0 });
      expect(machine.message(victim)).toBe(`${title}\n\n${botTrailer}`);
    }
    const explained = JSON.parse(machine.as(victim, "interlock explain --json -- git commit -m x").stdout);
    expect(explained.plan).toMatchObject({
      origin: "cache",
      path: expect.stringContaining("/tmp/interlock-1000/"),
    });
    const { findings } = parseExamination(machine.as(victim, "interlock doctor --json || :"));
    expect(only(findings, "plan")[0]).toBe(
      `warn not used, since somebody else owns it or could change it: ${plan}`,
    );
  });

  test.each([
    ["that cannot be read", (plan: string) => `chmod 600 '${plan}'`],
    ["that is a FIFO", (plan: string) => `rm '${plan}'; mkfifo -m 644 '${plan}'`],
    ["that is a folder", (plan: string) => `rm '${plan}'; mkdir '${plan}'`],
  ])("another user's plan %s holds nobody up", (_, plant) => {
    const machine = started();
    expect(machine.as(other, plant(thePlan(machine)))).toMatchObject({ status: 0 });
    expect(machine.as(victim, "timeout 20 git commit -q --allow-empty -m x")).toMatchObject({
      status: 0,
      stderr: "",
    });
    expect(machine.message(victim)).toBe(`x\n\n${botTrailer}`);
  });

  test("a hook that another user puts into a hooks folder does not run", () => {
    const machine = started();
    for (const folder of machine.find(/^hooks-/)) {
      const hook = `${folder}/post-commit`;
      machine.as(
        other,
        `rm -f ${hook}; printf '#!/bin/sh\\nid -u >>${machine.ran}\\n' >${hook}; chmod 755 ${hook}`,
      );
    }
    expect(machine.as(victim, amend)).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(machine.ran)).toBe(false);
    expect(machine.message(victim)).toBe(`first\n\n${botTrailer}`);
  });

  test.each(["the folder", "the note"])(
    "programs in %s that another user has for git's own do not run",
    (which) => {
      const machine = started();
      const evil = join(machine.home(other), "evil");
      machine.as(
        other,
        `mkdir ${evil}; printf '#!/bin/sh\\nid -u >>${machine.ran}\\n' >${evil}/date; chmod 755 ${evil}/date`,
      );
      const [note] = machine.find(/^exec-(path|source)-/) as [string];
      const [folder] = machine.find(/^exec-[0-9a-f]+$/) as [string];
      const plant =
        which === "the folder"
          ? `cp ${evil}/date ${folder}/date`
          : `if [ -d ${note} ]; then ln -sfn ${evil} ${note}/source; else printf %s ${evil} >${note}; fi`;
      expect(machine.as(other, plant)).toMatchObject({ status: 0 });
      machine.as(
        victim,
        "printf '#!/bin/sh\\ndate >/dev/null\\n' >.git/hooks/pre-commit; chmod 755 .git/hooks/pre-commit",
      );
      expect(machine.as(victim, amend)).toMatchObject({ status: 0, stderr: "" });
      expect(existsSync(machine.ran)).toBe(false);
      expect(machine.message(victim)).toBe(`first\n\n${botTrailer}`);
    },
  );

  test("what root has made there serves everybody", () => {
    const machine = started();
    machine.clear();
    const prefix = join(machine.sandbox.folder, "prefix");
    expect(machine.sandbox.interlock(["compile"], { prefix, env: machine.config })).toMatchObject({
      status: 0,
    });
    machine.sandbox.shell(`rm -rf '${machine.home(victim)}/.cache'`);
    const before = readdirSync(machine.shared);
    expect(machine.as(victim, amend)).toMatchObject({ status: 0, stderr: "" });
    expect(machine.message(victim)).toBe(`first\n\n${botTrailer}`);
    const explained = JSON.parse(machine.as(victim, "interlock explain --json -- git commit -m x").stdout);
    expect(explained.plan).toEqual({ origin: "cache", path: thePlan(machine) });
    expect(readdirSync(machine.shared).filter((name) => !name.startsWith("hooks-"))).toEqual(
      before.filter((name) => !name.startsWith("hooks-")),
    );
  });
});
