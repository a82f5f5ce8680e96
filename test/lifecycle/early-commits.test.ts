/** A commit in a shell command line is judged before it runs, so that a model learns of a broken rule at once. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitsIn, type ShellCommit } from "../../shim/explain/shell-commits.ts";
import { commandsIn } from "../../shim/explain/shell-line.ts";
import { processorTimeOf } from "../support/processor-time.ts";
import { allowAll, createProject, type Project } from "./project.ts";

describe("which commits are read from a command line", () => {
  const commit = (args: string[], more: Partial<ShellCommit> = {}): ShellCommit => ({
    argv: ["git", ...args],
    cwd: "/app",
    variables: {},
    ...more,
  });
  test.each<[string, ShellCommit[]]>([
    [`git commit -m "fix: a"`, [commit(["commit", "-m", "fix: a"])]],
    [
      `git commit --message=x && git commit -mfoo; ls`,
      [commit(["commit", "--message=x"]), commit(["commit", "-mfoo"])],
    ],
    [
      `git add -A && git -C sub commit -q -am "$(cat <<'EOF'\nfix: a\n\nbody $x\n\nEOF\n)" --no-edit`,
      [commit(["-C", "sub", "commit", "-q", "-am", "fix: a\n\nbody $x", "--no-edit"])],
    ],
    [`git commit -m "$(cat <<"EOF"\nfix: \`a\`\nEOF\n)"`, [commit(["commit", "-m", "fix: `a`"])]],
    [`git commit -m "$(cat <<EOF\nfix: a\nEOF\n)"`, [commit(["commit", "-m", "fix: a"])]],
    [`git commit -m "$(cat <<EOF\nfix: $a\nEOF\n)"`, []],
    [`git commit -m "$(cat <<'EOF'\nEOF\n)"`, [commit(["commit", "-m", ""])]],
    [
      `A=1 B='x y' /usr/bin/git commit -m x`,
      [{ argv: ["/usr/bin/git", "commit", "-m", "x"], cwd: "/app", variables: { A: "1", B: "x y" } }],
    ],
    [`cd sub && git commit -m x`, [commit(["commit", "-m", "x"], { cwd: "/app/sub" })]],
    [`cd ~/app; cd ..; git commit -m x`, [commit(["commit", "-m", "x"], { cwd: "/home/ann" })]],
    [`A=$B git commit -m x`, []],
    [`A=1`, []],
    [`git commit -m "$MESSAGE"`, []],
    [`git log -m "x"`, []],
    [`echo git commit -m x`, []],
    [`git commit -m "a \\"b\\" \\$c"`, [commit(["commit", "-m", 'a "b" $c'])]],
    [`git commit -m 'unbalanced`, []],
    [`cat >notes <<'EOF'\ngit commit -m x\nEOF\ngit commit -m y`, [commit(["commit", "-m", "y"])]],
    [
      `cat <<-END | tee notes\n\tgit commit -m x\n\tEND\nls; git commit -m y`,
      [commit(["commit", "-m", "y"])],
    ],
    [`cat <<EOF\ngit commit -m x`, []],
    [`git commit -F - <<EOF\nfix: x\nEOF\n`, []],
    [`ls # it's there; git commit -m x\ngit commit -m y#1 # done`, [commit(["commit", "-m", "y#1"])]],
    [`git commit -q \\\n  -m "fix: \\\nx"`, [commit(["commit", "-q", "-m", "fix: x"])]],
    [`cd "$there" && git commit -m x`, []],
    [`git commit -m x; cd -; git commit -m y`, [commit(["commit", "-m", "x"])]],
    [`(cd sub && make) && git commit -m x`, []],
    [`pushd sub; git commit -m x`, []],
  ])("%s", (line, expected) => expect(commitsIn(line, "/app", "/home/ann")).toEqual(expected));

  test("a long line takes no long time", () => {
    const time = processorTimeOf(() => {
      commandsIn(`git commit -m "${"\\\\".repeat(200_000)}`);
      commitsIn(`git commit -m "$(cat <<'EOF'\n`.repeat(2000), "/app", "/home/ann");
      commitsIn("cat <<A\n".repeat(20_000), "/app", "/home/ann");
      commitsIn("cat <<A\nA\n".repeat(20_000), "/app", "/home/ann");
      commandsIn("<<a".repeat(80_000));
      commandsIn("<".repeat(240_000) + "\n");
    });
    expect(time).toBeLessThan(2000);
  });
});

const rules = `    - {id: house.wip, hook: commit.message.finalize, effects: [{type: text.forbidMatch, pattern: '^wip', message: say what it does}]}
`;
const programAt = (hook: string, more = ""): string =>
  `    - {id: house.program, hook: ${hook}, handler: {type: command, command: [./program]${more}}}\n`;
const deterministic = ", deterministic: true";

/** `programs`: the lines of the program hooks; `script`: what they all run. */
function createHouse(programs = "", script = "exit 0", files: { [path: string]: string } = {}): Project {
  const project = createProject({
    "install.yaml": `${allowAll}plugins: {dirs: [house]}\n`,
    "house/plugin.yaml": `name: house\nextensions:\n  hookApiVersion: 1\n  hooks:\n${rules}${programs}`,
    "house/program": `#!/bin/sh\necho run >>"$HOME/ran"\n${script}\n`,
    ...files,
  });
  chmodSync(join(project.folder, "house/program"), 0o755);
  spawnSync("/usr/bin/git", ["init", "-q", project.top]);
  return project;
}

interface Answer {
  permissionDecision?: string;
  permissionDecisionReason?: string;
  additionalContext?: string;
}

function judge(project: Project, command: string, more: object = {}): Answer | null {
  const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, ...more };
  const { status, stdout, stderr } = project.interlock(["dispatch", "--dialect", "claude"], input);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout === "" ? null : JSON.parse(stdout).hookSpecificOutput;
}

const denied = {
  permissionDecision: "deny",
  permissionDecisionReason: expect.stringContaining("say what it does"),
};

describe("a declared rule refuses", () => {
  test.each([
    `git commit -m "wip: x"`,
    `git -C . commit -m 'wip: x'`,
    `X=y git -c user.name=A commit -qam "wip: x"`,
    `git commit -m "$(cat <<'EOF'\nwip: x\n\nbody\nEOF\n)"`,
    `git commit --amend -m "wip: x"`,
  ])("%s", (line) => expect(judge(createHouse(), line)).toMatchObject(denied));

  test.each([
    `git commit -m "fix: x"`,
    `git commit -F wip`,
    `git commit -m "wip: x" -F file`,
    `git commit --fixup HEAD -m "wip: x"`,
    `git commit --dry-run -m "wip: x"`,
    `git commit -e -m "wip: x"`,
    `git commit --amend --no-edit`,
  ])("and lets pass: %s", (line) => expect(judge(createHouse(), line)).toBeNull());

  test("with a deterministic program there, which is run", () => {
    const house = createHouse(programAt("commit.message.finalize", deterministic));
    expect(judge(house, `git commit -m "wip: x"`)).toMatchObject(denied);
    expect(readFileSync(join(house.folder, "ran"), "utf8")).toBe("run\n");
  });

  test("by the rules of the repository that '-C' names, 'cd' leads to, or the payload says", () => {
    const house = createHouse();
    const other = join(house.folder, "other");
    mkdirSync(join(other, ".interlock/hooks"), { recursive: true });
    spawnSync("/usr/bin/git", ["init", "-q", other]);
    writeFileSync(join(other, ".interlock/config.yaml"), "version: 1\nplugins: {dirs: [more]}\n");
    mkdirSync(join(other, ".interlock/more"));
    writeFileSync(
      join(other, ".interlock/more/plugin.yaml"),
      "name: more\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: more.x, hook: commit.message.finalize, effects: [{type: text.forbidMatch, pattern: secret, message: no secrets}]}\n",
    );
    const refused = { permissionDecisionReason: expect.stringContaining("no secrets") };
    expect(judge(house, "git commit -m secret")).toBeNull();
    expect(judge(house, `git -C ${other} commit -m secret`)).toMatchObject(refused);
    expect(judge(house, `cd ../other && git commit -m secret`)).toMatchObject(refused);
    expect(judge(house, "git commit -m secret", { cwd: other })).toMatchObject(refused);
    expect(judge(house, "cd ../not-there && git commit -m 'wip: x'")).toBeNull();
  });

  test("with the variables that stand before the command", () => {
    const ticket = `    - {id: house.ticket, hook: commit.message.finalize, when: {envPresent: [TICKET]}, effects: [{type: text.forbidMatch, pattern: 'later', message: not under a ticket}]}\n`;
    const house = createHouse(ticket);
    expect(judge(house, "git commit -m later")).toBeNull();
    expect(judge(house, "TICKET=A-1 git commit -m later")).toMatchObject({ permissionDecision: "deny" });
  });

  test("the command that a hook has put in place of the tool's", () => {
    const swap = `    - {id: house.swap, hook: tool.call.before, handler: {type: command, command: "echo '{\\"params\\": {\\"command\\": \\"git commit -m wip\\"}}'"}}\n`;
    expect(judge(createHouse(swap), "git commit -m 'fix: x'")).toMatchObject(denied);
  });
});

describe("a deterministic program", () => {
  test("refuses", () => {
    const house = createHouse(
      programAt("commit.message.finalize", deterministic),
      "echo 'no such ticket' >&2; exit 2",
    );
    expect(judge(house, `git commit -m "fix: x"`)).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("no such ticket"),
    });
  });

  test("changes the text that the rules judge", () => {
    const house = createHouse(
      programAt("commit.message.finalize", deterministic),
      `echo '{"text": "fix: x"}'`,
    );
    expect(judge(house, `git commit -m "wip: x"`)).toBeNull();
  });

  test("warns, as context", () => {
    const house = createHouse(
      programAt("commit.message.finalize", deterministic),
      `echo '{"decision": "warn", "reason": "rather short"}'`,
    );
    expect(judge(house, `git commit -m "fix: x"`)).toEqual({
      hookEventName: "PreToolUse",
      additionalContext: "'house.program' warns: rather short",
    });
  });
});

describe("where something may still change the text, the finding is context", () => {
  const context = {
    hookEventName: "PreToolUse",
    additionalContext: expect.stringMatching(
      /^'house\.wip': 'wip' in 'wip: x': say what it does; this refuses the commit unless/,
    ),
  };

  test.each(["commit.message.finalize", "command.before"])("a program at %s, which is not run", (hook) => {
    const house = createHouse(programAt(hook));
    expect(judge(house, `git commit -m "wip: x"`)).toEqual(context);
    expect(() => readFileSync(join(house.folder, "ran"))).toThrow("ENOENT");
    expect(judge(house, `git commit -m "fix: x"`)).toBeNull();
  });

  test("the repository's own commit-msg hook, or a sign-off", () => {
    const house = createHouse();
    expect(judge(house, `git commit -s -m "wip: x"`)).toEqual(context);
    const hook = join(house.top, ".git/hooks/commit-msg");
    writeFileSync(hook, "#!/bin/sh\n");
    chmodSync(hook, 0o755);
    expect(judge(house, `git commit -m "wip: x"`)).toEqual(context);
  });

  test("a program whose condition does not hold changes nothing", () => {
    const house = createHouse(
      `    - {id: house.program, hook: commit.message.finalize, when: {envPresent: [NOWHERE]}, handler: {type: command, command: [./program]}}\n`,
    );
    expect(judge(house, `git commit -m "wip: x"`)).toMatchObject(denied);
  });
});
