import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { describeSealed, sealedConfig, type Machine } from "../support/sealed-machine.ts";

const file = "/etc/interlock/break-glass";
const log = "/etc/interlock/audit.log";
const commit = "git commit -q --allow-empty -m work";

function breakGlass(machine: Machine, text = "until 2999-01-01T00:00:00Z\nthe bot is renamed\n"): void {
  machine.asRoot(`printf '%s' '${text}' >${file}; touch ${log}; chmod 622 ${log}`);
}

function records(machine: Machine): any[] {
  const lines = machine.asRoot(`cat ${log}`).stdout.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

describeSealed("break-glass in a sealed install", (machine) => {
  test("a commit goes through as it came, says so, and is written down", () => {
    breakGlass(machine());
    const run = machine().asAgent("git commit -q --allow-empty -m 'w\u00f6rk'");
    expect(run).toEqual({
      status: 0,
      stdout: "",
      stderr:
        "interlock: break-glass until 2999-01-01T00:00:00Z: the bot is renamed; rules are not enforced\n" +
        `interlock: (report only) would have added '${botTrailer}' (github.ensure-bot-coauthor)\n`,
    });
    expect(machine().message()).not.toContain(botTrailer);
    expect(records(machine())).toMatchObject([
      {
        SeverityText: "WARN",
        Attributes: {
          "interlock.outcome": "reported",
          "interlock.applied.rules": ["github.ensure-bot-coauthor"],
          "interlock.applied.changes": [expect.stringMatching(/^added 'Co-authored-by: .+'$/)],
          "interlock.break_glass.until": "2999-01-01T00:00:00Z",
          "interlock.break_glass.reason": "the bot is renamed",
          "process.user.id": 1000,
          "process.working_directory": machine().repository,
          "process.command_args": ["git", "commit", "-q", "--allow-empty", "-m", "w\u00f6rk"],
        },
      },
    ]);
  });

  test("so does a command of gh", () => {
    breakGlass(machine());
    const real = "/opt/interlock/lib/interlock/real/gh";
    machine().asRoot(
      `mv ${real} ${real}.kept; printf '#!/bin/sh\nprintf "<%%s>" "$@"' >${real}; chmod 755 ${real}`,
    );
    const run = machine().asAgent("gh issue create --title T");
    machine().asRoot(`mv -f ${real}.kept ${real}`);
    expect(run.stdout).toBe("<issue><create><--title><T>");
    expect(run.stderr).toContain(
      "(report only) would have added 'needs-triage' (github.issue.default-labels)",
    );
    expect(records(machine())).toMatchObject([
      {
        Attributes: {
          "process.command_args": ["gh", "issue", "create", "--title", "T"],
          "interlock.applied.rules": ["github.issue.default-labels"],
        },
      },
    ]);
  });

  test("where rules run in hooks, these write down what would have changed", () => {
    breakGlass(machine());
    const run = machine().asAgent("GIT_EDITOR='echo work >' git commit -q --allow-empty");
    expect(run.stderr.match(/break-glass/g)).toHaveLength(1);
    expect(machine().message()).toBe("work");
    expect(records(machine())).toMatchObject([
      {
        Attributes: {
          "interlock.hook": "commit-msg",
          "interlock.applied.rules": ["github.ensure-bot-coauthor"],
          "interlock.break_glass.reason": "the bot is renamed",
        },
      },
    ]);
  });

  test("commands without a rule to them are not written down", () => {
    breakGlass(machine());
    machine().asAgent("git status; git stash list; git -c alias.x=status x");
    expect(records(machine())).toEqual([]);
  });

  test("a dry run says it, and writes nothing", () => {
    breakGlass(machine());
    const run = machine().asAgent(`interlock explain -- ${commit}`);
    expect(run.stdout).toContain("note      break-glass until 2999-01-01T00:00:00Z: the bot is renamed");
    expect(records(machine())).toEqual([]);
  });

  const uncounted: [title: string, text: string, prepare: string, says: string][] = [
    ["it has expired", "until 2020-01-01T00:00:00Z\nx\n", "true", ""],
    ["it has no reason", "until 2999-01-01T00:00:00Z\n", "true", "does not count: it has no line 'until"],
    ["it is malformed", "until tomorrow\nx\n", "true", "does not count: it has no line 'until"],
    [
      "there is no record file",
      "until 2999-01-01T00:00:00Z\nx\n",
      `rm ${log}`,
      `does not count: '${log}' cannot be written to: no such file or folder`,
    ],
    [
      "the record cannot be written",
      "until 2999-01-01T00:00:00Z\nx\n",
      `chmod 600 ${log}`,
      `does not count: '${log}' cannot be written to: permission denied`,
    ],
  ];
  test.each(uncounted)("the rules hold where %s", (_, text, prepare, says) => {
    breakGlass(machine(), text);
    machine().asRoot(prepare);
    const run = machine().asAgent("git commit --allow-empty -m work");
    expect(run.status).toBe(0);
    expect(run.stderr).not.toContain("rules are not enforced");
    if (says !== "") expect(run.stderr).toContain(says);
    else expect(run.stderr).not.toContain("break-glass");
    expect(machine().message()).toContain(botTrailer);
  });

  test("the rules hold where no 'audit.file' is named", () => {
    machine().configure(sealedConfig.replace(/audit:\n.*\n/, ""));
    breakGlass(machine());
    const run = machine().asAgent("git commit --allow-empty -m work");
    expect(run.stderr).toContain("does not count: the install config names no 'audit.file'");
    expect(machine().message()).toContain(botTrailer);
  });

  test("a file that is not root's alone breaks the seal, and one of the agent's own is none", () => {
    breakGlass(machine());
    machine().asRoot(`chown 1000 ${file}`);
    const run = machine().asAgent(commit);
    expect(run).toMatchObject({ status: 128 });
    expect(run.stderr).toContain(`'${file}' belongs to uid 1000`);
  });

  test("a full disk refuses the command", () => {
    machine().configure(sealedConfig.replace(log, "/dev/full"));
    breakGlass(machine());
    const run = machine().asAgent(commit);
    expect(run).toMatchObject({ status: 128 });
    expect(run.stderr).toContain("must be written down, and cannot be: no space left on the disk");
  });
});
