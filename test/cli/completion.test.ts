import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { spawn } from "node-pty";
import { describe, expect, test } from "vitest";
import { verbs } from "../../cli/verbs.ts";
import { shownOptions } from "../../shim/verbs/common-options.ts";
import { createHome } from "./home.ts";

const shells = ["bash", "zsh", "fish"] as const;
const scriptOf = (shell: string): string => createHome({}).interlock("completion", shell).stdout;

/** What stands on the line when tab is pressed, and one of the words that are offered. */
const offers = [
  ["interlock veri", "verify"],
  ["interlock verify --allow", "--allow-skipped"],
  ["interlock verify --format sa", "sarif"],
  ["interlock doctor --color ne", "never"],
  ["interlock schema plu", "plugin"],
  ["interlock help comple", "completion"],
  ["interlock compile --prefix sub", "subfolder"],
  ["interlock verify --message-file mess", "message.txt"],
  ["interlock fix refs-of-gi", "refs-of-git"],
  ["interlock log -n 5 --sta", "--stats"],
  ["interlock plugin upd", "update"],
  ["interlock plugin validate sub", "subfolder"],
] as const;

/** Legal in git, and a command for a shell that expands it. */
const hostileBranch = "a$(touch${IFS}OWNED)";

/** A folder with something of each kind to complete. */
function createPlace(): string {
  const { folder } = createHome({ "subfolder/file": "", "message.txt": "", "two words": "" });
  const git = (...words: string[]) => spawnSync("git", ["-C", folder, ...words], { encoding: "utf8" });
  git("init", "-q");
  git("-c", "user.name=A", "-c", "user.email=a@x.org", "commit", "-q", "--allow-empty", "-m", "x");
  for (const branch of ["refs-of-git", hostileBranch]) expect(git("branch", branch).status).toBe(0);
  return folder;
}

/** Types a line and a tab into an interactive shell, and gives the line as the shell has completed it. */
async function complete(
  program: string,
  args: string[],
  setUp: string,
  line: string,
  cwd = createPlace(),
): Promise<string> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: cwd,
    TERM: "dumb",
    HISTFILE: "/dev/null",
    SCRIPT: setUp,
  };
  const terminal = spawn(program, args, { cwd, env, cols: 200, rows: 30 });
  let screen = "";
  terminal.onData((data) => (screen += data));
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(screen)) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  terminal.write("PS1='> '; eval \"$SCRIPT\"; echo rea''dy\r");
  await until(/ready\r?\n[^]*> /);
  screen = "";
  // The command is not run: its words are printed.
  terminal.write(`${line}\t\x01echo '[' \x05 ']'\r`);
  await until(/\[ .* \]\r?\n/);
  const ended = new Promise((resolve) => terminal.onExit(resolve));
  terminal.kill("SIGKILL");
  await ended;
  return /\[ (.*?) +\]\r?\n/.exec(screen.slice(screen.lastIndexOf("\n[") + 1))?.[1]?.replace(/\/$/, "") ?? "";
}

describe("completes in a real", () => {
  test.each(offers)("bash: %s", async (line, word) => {
    const done = await complete("bash", ["--norc", "-i"], scriptOf("bash"), line);
    expect(done).toBe(line.replace(/\S+$/, word));
  });

  test.each(offers)("zsh: %s", async (line, word) => {
    const setUp = `autoload -U compinit; compinit -u -D; ${scriptOf("zsh")}`;
    const done = await complete("zsh", ["-f", "-i"], setUp, line);
    expect(done).toBe(line.replace(/\S+$/, word));
  });

  test.each(offers)("fish: %s", (line, word) => {
    const ask = 'source (printf %s "$SCRIPT" | psub); complete -C "$LINE"';
    const cwd = createPlace();
    const env = { PATH: process.env["PATH"], HOME: cwd, SCRIPT: scriptOf("fish"), LINE: line };
    const { stdout } = spawnSync("fish", ["--no-config", "-c", ask], {
      cwd,
      env,
      encoding: "utf8",
    });
    expect(stdout.split("\n").map((each) => each.split("\t")[0]?.replace(/\/$/, ""))).toContain(word);
  });
});

const interactive = [
  ["bash", ["--norc", "-i"], ""],
  ["zsh", ["-f", "-i"], "autoload -U compinit; compinit -u -D; "],
] as const;

describe.each(interactive)("a real %s", (shell, args, before) => {
  const completed = (line: string, cwd: string): Promise<string> =>
    complete(shell, [...args], before + scriptOf(shell), line, cwd);

  test("runs nothing that stands in the name of a branch", async () => {
    const cwd = createPlace();
    expect(await completed("interlock fix a", cwd)).toBe(`interlock fix ${hostileBranch}`);
    expect(readdirSync(cwd)).not.toContain("OWNED");
  });

  test("completes a file with a blank in its name as one word", async () => {
    expect(await completed("interlock verify --message-file tw", createPlace())).toBe(
      "interlock verify --message-file two words",
    );
  });
});

test("fish runs nothing that stands in the name of a branch", () => {
  const cwd = createPlace();
  const ask = 'source (printf %s "$SCRIPT" | psub); complete -C "interlock fix a"';
  const env = { PATH: process.env["PATH"], HOME: cwd, SCRIPT: scriptOf("fish") };
  const { stdout } = spawnSync("fish", ["--no-config", "-c", ask], { cwd, env, encoding: "utf8" });
  expect(stdout.split("\n").map((each) => each.split("\t")[0])).toContain(hostileBranch);
  expect(readdirSync(cwd)).not.toContain("OWNED");
});

describe.each(shells)("the script for %s", (shell) => {
  test("is accepted by that shell, and names every verb and option", () => {
    const script = scriptOf(shell);
    const { folder } = createHome({ script });
    const check = spawnSync(shell, ["-n", `${folder}/script`], { encoding: "utf8" });
    expect({ status: check.status, stderr: check.stderr }).toEqual({ status: 0, stderr: "" });
    for (const verb of verbs) {
      expect(script).toContain(verb.name);
      for (const { name } of shownOptions(verb))
        expect(script).toContain(
          shell === "fish" ? name.replace(/^--/, "-l ").replace(/^-(?!l )/, "-s ") : name,
        );
    }
    expect(script).not.toContain("for-shim");
  });
});

test("a shell that is not known is refused with those that are", () => {
  const home = createHome({});
  expect(home.interlock("completion", "zhs").stderr).toContain("did you mean 'zsh'?");
  expect(home.interlock("completion").stderr).toContain("use one of: bash, zsh, fish");
  expect(home.interlock("completion").status).toBe(129);
});
