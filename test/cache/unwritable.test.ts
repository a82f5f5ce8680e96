/**
 * A cache that cannot be written to, as in sandboxes with a read-only HOME.
 */
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderPlan } from "../../engine/core/plan-file.ts";
import { emptySharedMemory, noTemporary, readOnly, runMounted, whyNoMounts } from "../support/mounts.ts";
import { dist, root } from "../support/paths.ts";
import { botTrailer, Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

/** What git runs hooks for, each with the message that it leads to. Two commits are there. */
const commands: [command: string, message: string][] = [
  ["GIT_EDITOR=true git commit -q --allow-empty --amend", "second"],
  ["git commit -q --allow-empty -C HEAD~1", "first"],
  ["git revert --no-edit HEAD >/dev/null", 'Revert "second"'],
  ["git -c core.editor=true commit -q --allow-empty -m fix -e", "fix"],
  ["git rebase -q --force-rebase --root", "second"],
];

function started(): Sandbox {
  const sandbox = new Sandbox();
  mkdirSync(join(sandbox.folder, "tmp"));
  sandbox.write("file", "1\n");
  sandbox.realGit(["add", "."]);
  sandbox.realGit(["commit", "-q", "-m", "first"]);
  sandbox.write("file", "2\n");
  sandbox.realGit(["commit", "-qam", "second"]);
  return sandbox;
}

const home = (sandbox: Sandbox): string => join(sandbox.folder, "home");
const temporary = (sandbox: Sandbox): string => join(sandbox.folder, "tmp");

/** Of the two places for a private folder, only TMPDIR is left. */
function runLimited(sandbox: Sandbox, command: string): Run {
  return run(sandbox, command, emptySharedMemory(sandbox, "ro"));
}

function run(sandbox: Sandbox, command: string, more = "", options: RunOptions = {}): Run {
  const env = { TMPDIR: temporary(sandbox), ...options.env };
  const mounts = more + readOnly(home(sandbox));
  return runMounted(sandbox, mounts, ["sh", "-c", command], { ...options, env });
}

/** Only what compile has made is left. */
function runClosed(sandbox: Sandbox, command: string): Run {
  return run(sandbox, command, emptySharedMemory(sandbox, "ro"), { env: noTemporary });
}

const why = whyNoMounts === "" ? "" : ` (skipped: ${whyNoMounts})`;
describe.skipIf(why !== "")(`where HOME is read-only${why}`, () => {
  test.each(commands)("'%s' works, by a private folder", (command, title) => {
    const sandbox = started();
    expect(run(sandbox, command)).toMatchObject({ status: 0, stdout: "" });
    expect(sandbox.message()).toContain(title);
    expect(sandbox.message()).toContain(botTrailer);
    expect(readdirSync(home(sandbox))).toEqual([".gitconfig"]);
    expect(readdirSync(temporary(sandbox))).toEqual(["interlock-0"]);
    expect(lstatSync(join(temporary(sandbox), "interlock-0")).mode & 0o777).toBe(0o700);
  });

  test.each(commands)("'%s' works after 'interlock compile', without any such folder", (command, title) => {
    const sandbox = started();
    expect(sandbox.interlock(["compile"])).toMatchObject({ status: 0 });
    expect(runClosed(sandbox, command)).toMatchObject({ status: 0, stdout: "" });
    expect(sandbox.message()).toContain(title);
    expect(sandbox.message()).toContain(botTrailer);
  });

  test("a dispatch uses what an earlier one has compiled in the private folder", () => {
    const sandbox = started();
    const event = {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "git commit -m x" },
    };
    const line = `printf '%s' '${JSON.stringify(event)}' | interlock dispatch --dialect claude`;
    const files = (): string[] => {
      const folder = join(temporary(sandbox), "interlock-0");
      const names = readdirSync(folder, { recursive: true }) as string[];
      return names
        .filter((name) => /plan-/.test(name))
        .map((name) => `${name} ${lstatSync(join(folder, name)).ino}`);
    };
    expect(run(sandbox, line)).toMatchObject({ status: 0 });
    const compiled = files();
    expect(compiled).toContainEqual(expect.stringContaining("findings-plan-"));
    expect(run(sandbox, line)).toMatchObject({ status: 0 });
    expect(files()).toEqual(compiled);
  });

  test("the repository's own hooks run all the same after 'interlock compile'", () => {
    const sandbox = started();
    sandbox.interlock(["compile"]);
    for (const name of ["pre-commit", "post-commit", "reference-transaction"])
      sandbox.write(`.git/hooks/${name}`, `#!/bin/sh\necho ${name} >>'${sandbox.folder}/ran'\n`, 0o755);
    expect(runClosed(sandbox, "git commit -q --allow-empty -m x")).toMatchObject({ status: 0 });
    const ran = sandbox.run("sort", ["-u", join(sandbox.folder, "ran")]).stdout;
    expect(ran).toBe("post-commit\npre-commit\nreference-transaction\n");
    expect(sandbox.message()).toBe(`x\n\n${botTrailer}\n`);
  });

  test.each(["private folder", "compile"])("a push is judged, by a %s", (how) => {
    const sandbox = started();
    sandbox.realGit(["init", "-q", "--bare", "../remote.git"]);
    sandbox.interlock(["compile"]);
    if (how !== "compile") sandbox.shell('rm -r "$HOME/.cache"');
    const push = (): Run =>
      (how === "compile" ? runClosed : run)(sandbox, "git push -q ../remote.git HEAD:main");
    expect(push().status).toBe(1);
    sandbox.realGit(["checkout", "-q", "--orphan", "clean"]);
    sandbox.realGit(["commit", "-q", "-m", `fix\n\n${botTrailer}`]);
    expect(push()).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("the plan is compiled once, and 'interlock compile' says where it went", () => {
    const sandbox = started();
    const origin = (): string => {
      const words = "interlock explain --json -- git commit -m x";
      return JSON.parse(run(sandbox, words).stdout).plan.origin;
    };
    expect(origin()).toBe("compiled");
    expect(run(sandbox, "git commit -q --allow-empty -m x")).toMatchObject({ status: 0 });
    expect(origin()).toBe("cache");
    const compiled = run(sandbox, "interlock compile");
    expect(compiled).toMatchObject({ status: 0 });
    expect(compiled.stdout).toContain(` written to ${temporary(sandbox)}/interlock-0/plan-`);
  });

  test("a folder on a mount without exec serves too, and /dev/shm where TMPDIR does not", () => {
    const sandbox = started();
    const [[command]] = commands as [[string, string]];
    const noexec = `mount -t tmpfs -o noexec,nosuid,nodev,mode=1777 none '${temporary(sandbox)}'\n`;
    expect(run(sandbox, command, noexec)).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`second\n\n${botTrailer}\n`);
    const shared = emptySharedMemory(sandbox, "rw");
    const listed = run(sandbox, `${command} && ls /dev/shm/interlock-0`, shared, { env: noTemporary });
    expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining("hooks-") });
  });

  test("without any place the command ends, and the way out is named", () => {
    const sandbox = started();
    const ended = runClosed(sandbox, "GIT_EDITOR=true git commit -q --allow-empty --amend");
    expect(ended.status).toBe(128);
    expect(ended.stderr).toContain(
      "hint: set HOME, XDG_CACHE_HOME or TMPDIR to a folder that can be written to",
    );
    expect(sandbox.message()).toBe("second\n");
  });
});

describe.skipIf(why !== "")(`a private folder that somebody else has made${why}`, () => {
  const other = 1001;

  /** Plants at the place where root's folder would be. */
  const plants: [title: string, plant: (parent: string, place: string) => void][] = [
    [
      "is not taken",
      (_, place) => {
        mkdirSync(place);
        chownSync(place, other, other);
      },
    ],
    [
      "is not taken by a link to a folder of one's own",
      (parent, place) => {
        mkdirSync(join(parent, "own"), { mode: 0o700 });
        symlinkSync("own", place);
      },
    ],
    [
      "is not taken if others may write to it",
      (_, place) => {
        mkdirSync(place);
        chmodSync(place, 0o777);
      },
    ],
    ["is not taken if it is a file", (_, place) => writeFileSync(place, "")],
    ["is not even made where others could exchange it", (parent) => chmodSync(parent, 0o777)],
    ["is not even made in a folder of somebody else's", (parent) => chownSync(parent, other, other)],
    [
      "is not even made where others could exchange the folder above",
      (parent) => chmodSync(dirname(parent), 0o777),
    ],
    [
      "is not even made where the folder above is somebody else's",
      (parent) => chownSync(dirname(parent), other, other),
    ],
  ];

  test.each(plants)("%s", (_, plant) => {
    const sandbox = started();
    const place = join(temporary(sandbox), "interlock-0");
    plant(temporary(sandbox), place);
    const before = readdirSync(temporary(sandbox), { recursive: true });
    for (const program of ["GIT_EDITOR=true git commit -q --allow-empty --amend", "interlock compile"])
      expect(runLimited(sandbox, program).status).toBe(128);
    expect(readdirSync(temporary(sandbox), { recursive: true })).toEqual(before);
  });

  test("gives no plan either: a commit goes by the config files", () => {
    const sandbox = started();
    expect(run(sandbox, "git commit -q --allow-empty -m x")).toMatchObject({ status: 0 });
    const place = join(temporary(sandbox), "interlock-0");
    const plan = join(place, readdirSync(place).find((name) => name.startsWith("plan-")) as string);
    // Whoever reads it shows that.
    const text = readFileSync(plan, "utf8").replaceAll("Co-authored-by", "Forged-by");
    writeFileSync(plan, renderPlan(JSON.parse(text.slice(text.indexOf("\n")))));
    const commit = "git commit -q --allow-empty -m y";
    expect(run(sandbox, commit).status).toBe(0);
    expect(sandbox.message()).toContain("Forged-by");
    chownSync(place, other, other);
    expect(runLimited(sandbox, commit)).toMatchObject({ status: 0 });
    expect(sandbox.message()).toBe(`y\n\n${botTrailer}\n`);
  });
});

test("'interlock compile' makes hooks and exec-path beside the plan, where 'planDir' says", () => {
  const sandbox = new Sandbox();
  const folder = join(sandbox.folder, "plans");
  const config = `version: 1\nplanDir: ${folder}\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`;
  sandbox.write(sandbox.config, config);
  expect(sandbox.interlock(["compile"])).toMatchObject({ status: 0 });
  const kinds = readdirSync(folder).map((name) => name.replace(/-[0-9a-f]+$/, ""));
  const all = [".gitignore", "exec", "exec-source", "findings-plan", "hooks", "plan"];
  expect([...new Set(kinds)].sort()).toEqual(all);
  const links = sandbox.shell(`readlink ${folder}/hooks-*/interlock-editor | sort -u`);
  expect(links.stdout).toBe(`${dist}/bin/interlock\n`);
});
