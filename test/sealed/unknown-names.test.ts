import { expect, test } from "vitest";
import { describeSealed, type Machine } from "../support/sealed-machine.ts";

const real = "/opt/interlock/lib/interlock/real/git";
const correcting = "git config --global help.autocorrect immediate";

function prepare(machine: Machine, script: string): void {
  machine.asAgent(`git init -q --bare ../bare.git; git remote add origin $HOME/bare.git
    ${real} commit -q --allow-empty -m bad; mkdir ~/bin; ${script}`);
}

/** What git says by itself, where no correction is asked for. */
const listed = "git: 'puhs' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tpush\n";

describeSealed("a name that git does not know, in a sealed install", (machine) => {
  test.each([
    ["nothing else", correcting, "git puhs -q origin main"],
    ["a setting on the line", "true", "git -c help.autocorrect=1 puhs -q origin main"],
    [
      "a file 'git-puhs' that is not executable",
      `${correcting}; touch ~/bin/git-puhs`,
      "git puhs -q origin main",
    ],
    [
      "one that its owner may not run",
      `${correcting}; echo >~/bin/git-puhs; chmod 0654 ~/bin/git-puhs`,
      "git puhs -q origin main",
    ],
    ["a folder 'git-puhs'", `${correcting}; mkdir -m 0111 ~/bin/git-puhs`, "git puhs -q origin main"],
    ["a setting that GIT_CONFIG hides", correcting, "GIT_CONFIG=/dev/null git puhs -q origin main"],
    [
      "an alias that only GIT_CONFIG shows",
      `${correcting}; git config -f ~/aliases alias.puhs status`,
      "GIT_CONFIG=$HOME/aliases git puhs -q origin main",
    ],
  ])("is never corrected, by %s", (_, script, line) => {
    prepare(machine(), script);
    const run = machine().asAgent(`PATH=$HOME/bin:$PATH; ${line}`);
    expect(run).toEqual({ status: 1, stdout: "", stderr: listed });
    expect(machine().asAgent("git --git-dir ../bare.git log --all --format=%s").stdout).toBe("");
  });

  test("is never corrected, by settings that each process reads anew from a FIFO", () => {
    prepare(machine(), "mkfifo ../fifo; git config --global include.path $HOME/fifo");
    // The first reader sees no setting, all others one.
    machine().asAgent(`(printf '[a]\\n' >../fifo; sleep 0.3
      while :; do printf '[help]\\n\\tautocorrect = immediate\\n' >../fifo; sleep 0.1; done) >/dev/null 2>&1 &
      writer=$!; timeout 20 git puhs -q origin main; kill $writer`);
    expect(machine().asAgent("HOME=/none git --git-dir ../bare.git log --all --format=%s").stdout).toBe("");
  });

  test("still is an alias or a program, and leaves no trace in what that sees", () => {
    prepare(machine(), correcting);
    machine()
      .asAgent(`git config alias.three 'rev-parse --is-inside-work-tree'; git config alias.four '!git config -l'
      printf '#!/bin/sh\\necho program; git config -l' >~/bin/git-five; chmod 755 ~/bin/git-five`);
    expect(machine().asAgent("git three").stdout).toBe("true\n");
    const settings = machine().asAgent("git config -l").stdout;
    expect(machine().asAgent("git four").stdout).toBe(settings);
    expect(machine().asAgent("PATH=$HOME/bin:$PATH; git five").stdout).toBe(`program\n${settings}`);
  });

  test("is not even named to others where the setting says so", () => {
    prepare(machine(), "git config --global help.autocorrect never");
    expect(machine().asAgent("git puhs -q origin main").stderr).toBe(
      "git: 'puhs' is not a git command. See 'git --help'.\n",
    );
  });

  test("explain says that it is switched off", () => {
    prepare(machine(), correcting);
    expect(machine().asAgent("interlock explain -- git puhs -q origin main").stdout).toContain(
      "help.autocorrect is 'immediate', and interlock switches it off, so git runs nothing and names similar commands",
    );
  });
});
