/**
 * Editors and hooks on a terminal, with the real git and through the shim: keys, signals and sizes arrive alike.
 */
import { readdirSync, readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";
import { openTerminal, type Session } from "../support/terminal.ts";

interface Scene {
  title: string;
  /** Shell scripts: what the editor does, and hooks by name. */
  editor?: string;
  hooks?: { [name: string]: string };
  setup?: (sandbox: Sandbox) => void;
  /** `git` and its words, or a shell. */
  command: string[];
  act: (session: Session) => void | Promise<void>;
  /** The subject of the commit that comes of it, or null. */
  subject: string | null;
  /** What is typed into a shell is echoed whenever the shell gets to it. */
  unsteadyScreen?: true;
}

interface Outcome {
  end: string;
  message: string;
  screen: string;
  /** The names in the git folder. */
  files: string;
  /** Processes that did not end. */
  left: string[];
}

const interrupt = "\u0003";
const quit = "\u001c";
const suspend = "\u001a";
/**
 * git ignores Ctrl-C and Ctrl-\\ only a moment after it has started the editor (launch_specified_editor in editor.c). The
 * last digit of SigIgn has both. During a hook git does not ignore them, and none is waited for.
 */
const ignoring = `ignoring() {
  p=$PPID
  while test "$p" -gt 1; do
    ! grep -q '^SigIgn:.*[67ef]$' /proc/$p/status || return 0
    p=$(sed -n 's/^PPid:[^0-9]*//p' /proc/$p/status)
  done
  return 1
}
i=0; until ignoring || test $((i += 1)) -gt 1000; do sleep 0.02; done`;
const opened = "echo 'editor is open'; while :; do sleep 0.05; done";
const waiting = `${ignoring}; ${opened}`;
const waitingHook = `sleep 0.3; ${opened}`;
const commit = ["git", "commit", "--allow-empty"];
const shell = ["bash", "--norc", "--noprofile", "-i"];

/** Waits for the text that the script printed, then presses. */
const press =
  (text: string, keys: string): Scene["act"] =>
  async (session) => {
    await session.shows(text);
    session.type(keys);
  };

const patch = (sandbox: Sandbox): void => {
  sandbox.shell(
    "git commit -q --allow-empty -m base; echo 1 >file; git add file; git commit -qm patched;" +
      "git format-patch -q --stdout -1 >../patch; git reset -q --hard HEAD~1",
    { prefix: null },
  );
};

const suspendAndResume =
  (open: string, rest: string): Scene["act"] =>
  async (session) => {
    await session.shows("bash-");
    session.type("git commit --allow-empty -e -m one\n");
    await session.shows(open);
    session.type(suspend);
    await session.shows("Stopped");
    session.type("fg\n");
    await session.shows("git commit --allow-empty -e -m one\r\n");
    session.type(rest);
    await session.shows("] ");
    session.type("exit\n");
  };

const scenes: Scene[] = [
  {
    title: "Ctrl-C ends an editor, and git",
    editor: waiting,
    command: commit,
    act: press("editor is open", interrupt),
    subject: null,
  },
  {
    title: "Ctrl-C is the editor's own, if it takes it",
    editor: `trap 'echo edited >"$1"; exit 0' INT; ${waiting}`,
    command: commit,
    act: press("editor is open", interrupt),
    subject: "edited",
  },
  {
    title: "Ctrl-\\ ends an editor, and git",
    editor: `ulimit -c 0; ${waiting}`,
    command: commit,
    act: press("editor is open", quit),
    subject: null,
  },
  {
    title: "SIGTERM to git while the editor runs",
    editor: waiting,
    command: commit,
    act: async (session) => {
      await session.shows("editor is open");
      process.kill(session.pid, "SIGTERM");
    },
    subject: null,
  },
  { title: "an editor that exits with 1", editor: "exit 1", command: commit, act: () => {}, subject: null },
  {
    title: "an editor that is killed",
    editor: "kill -KILL $$",
    command: commit,
    act: () => {},
    subject: null,
  },
  {
    title: "an editor that is terminated",
    editor: "kill -TERM $$",
    command: commit,
    act: () => {},
    subject: null,
  },
  {
    title: "a terminal that is resized while the editor runs",
    editor: `trap 'stty size; echo resized >"$1"; exit 0' WINCH; ${waiting}`,
    command: commit,
    act: async (session) => {
      await session.shows("editor is open");
      session.resize(132, 43);
      await session.shows("43 132");
    },
    subject: "resized",
  },
  {
    title: "Ctrl-Z and fg with an editor",
    editor: `echo 'editor is open'; read line; echo "$line" >"$1"`,
    command: shell,
    act: suspendAndResume("editor is open", "typed after fg\n"),
    subject: "typed after fg",
    unsteadyScreen: true,
  },
  {
    title: "Ctrl-Z and fg with a commit-msg hook",
    editor: ":",
    hooks: { "commit-msg": `echo 'hook is open'; read line </dev/tty; echo "$line" >"$1"` },
    command: shell,
    act: suspendAndResume("hook is open", "typed after fg\n"),
    subject: "typed after fg",
    unsteadyScreen: true,
  },
  ...["pre-commit", "prepare-commit-msg", "commit-msg"].map((name) => ({
    title: `Ctrl-C during the repository's ${name} hook`,
    editor: "echo edited >$1",
    hooks: { [name]: waitingHook },
    command: commit,
    act: press("editor is open", interrupt),
    subject: null,
  })),
  {
    title: "Ctrl-C during a commit-msg hook that takes it",
    editor: "echo edited >$1",
    hooks: { "commit-msg": `trap 'exit 0' INT; ${waitingHook}` },
    command: commit,
    act: press("editor is open", interrupt),
    subject: null,
  },
  {
    title: "SIGTERM to git during a commit-msg hook",
    editor: "echo edited >$1",
    hooks: { "commit-msg": waitingHook },
    command: commit,
    act: async (session) => {
      await session.shows("editor is open");
      process.kill(session.pid, "SIGTERM");
    },
    subject: null,
  },
  {
    title: "am -i with an edited message",
    editor: "sed -i '1s/$/ and edited/' \"$1\"",
    setup: patch,
    command: ["git", "am", "-i", "../patch"],
    act: async (session) => {
      await session.shows("ccept all");
      session.type("e\n");
      await session.shows("patched and edited");
      await session.shows("ccept all"); // typed earlier, the answer would stand before the question
      session.type("y\n");
    },
    subject: "patched and edited",
  },
  {
    title: "am -i with yes",
    setup: patch,
    command: ["git", "am", "-i", "../patch"],
    act: press("ccept all", "y\n"),
    subject: "patched",
  },
  {
    title: "am -i with Ctrl-C in the editor",
    editor: waiting,
    setup: patch,
    command: ["git", "am", "-i", "../patch"],
    act: async (session) => {
      await session.shows("ccept all");
      session.type("e\n");
      await session.shows("editor is open");
      session.type(interrupt);
    },
    subject: "base",
  },
  {
    title: "rebase -i with reword, and the editor on the terminal",
    editor: `case $1 in *todo) sed -i 's/^pick/reword/' "$1";; *) test -t 0 && sed -i '1s/$/ reworded/' "$1";; esac`,
    setup: (sandbox) => {
      patch(sandbox);
      sandbox.realGit(["reset", "-q", "--hard", "ORIG_HEAD"]);
    },
    command: ["git", "rebase", "-i", "HEAD~1"],
    act: () => {},
    subject: "patched reworded",
  },
];

for (const scene of scenes) {
  test(`${scene.title}: as with the real git`, async () => {
    const real = await play(scene, null);
    const shim = await play(scene, undefined);
    expect({ ...shim, message: withoutTrailer(shim.message) }).toEqual(real);
    expect(real.message.split("\n")[0]).toBe(scene.subject ?? "");
    const isNew = scene.subject !== null && scene.subject !== "base";
    expect(shim.message.split(botTrailer).length - 1).toBe(isNew ? 1 : 0);
  });
}

async function play(scene: Scene, prefix: null | undefined): Promise<Outcome> {
  const sandbox = new Sandbox();
  const script = (path: string, text: string): string => sandbox.write(path, `#!/bin/sh\n${text}\n`, 0o755);
  scene.setup?.(sandbox);
  if (scene.editor !== undefined)
    sandbox.realGit(["config", "core.editor", script(`${sandbox.folder}/editor`, scene.editor)]);
  for (const [name, text] of Object.entries(scene.hooks ?? {})) script(`.git/hooks/${name}`, text);
  const [program = "", ...args] = scene.command;
  const session = openTerminal(sandbox, program, args, prefix === null ? { prefix } : {});
  await scene.act(session);
  const end = await session.ended;
  const hasCommit = sandbox.commitCount() > 0;
  return {
    end: JSON.stringify(end),
    message: hasCommit ? sandbox.message() : "",
    screen: scene.unsteadyScreen ? "" : readScreen(session.screen(), sandbox),
    left: await processesIn(sandbox.folder),
    files: sandbox.shell("cd .git; ls -d * rebase-*/* | sort", { prefix: null }).stdout,
  };
}

/** Programs that still run there after a while. */
async function processesIn(folder: string): Promise<string[]> {
  const isThere = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false; // it has ended
    }
  };
  for (let tries = 0; ; tries++) {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isThere(name));
    if (pids.length === 0 || tries === 100) return pids.map((pid) => readlinkSync(`/proc/${pid}/exe`));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What stays of it when ids and our own lines are left out. */
function readScreen(screen: string, sandbox: Sandbox): string {
  return screen
    .replaceAll(sandbox.folder, "<folder>")
    .replace(/interlock: adding .*\r\n/g, "")
    .replaceAll(`${botTrailer}\r\n`, "")
    .replace(/(?:\r\n)+/g, "\n")
    .replace(/\b[0-9a-f]{7,40}\b/g, "<id>");
}

function withoutTrailer(message: string): string {
  return message.replace(`\n\n${botTrailer}\n`, "\n");
}
