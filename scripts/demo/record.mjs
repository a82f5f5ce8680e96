// Runs the commands of the demonstration in a real terminal, and keeps what they print.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawn } from "node-pty";
import { renderSvg } from "./svg.mjs";

/** Comments are shown, too. */
const commands = [
  "# An agent that has forgotten the rules:",
  'git commit --allow-empty --no-verify -m "Retry failed uploads"',
  "git log -1 --format=%B",
  "# A rule may also refuse:",
  'git commit --allow-empty -m "wip"',
  "# Why did my commit change?",
  'interlock explain -- git commit --allow-empty -m "Retry failed uploads"',
  "# Commits made elsewhere, in CI:",
  '/usr/bin/git commit -q --allow-empty -m "Made with another git"',
  "interlock verify HEAD~1..HEAD",
];
const mark = "\u001e";

function prepare(folder) {
  const home = join(folder, "ann");
  mkdirSync(join(home, "app"), { recursive: true });
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n\tname = Ann Author\n\temail = ann@acme.example\n[init]\n\tdefaultBranch = main\n[core]\n\tpager = cat\n",
  );
  return home;
}

function runInTerminal(folder, prefix) {
  const home = prepare(folder);
  const shown = commands.map((command) => `${command}\nprintf '${mark}'\n`).join("");
  const script = join(folder, "demo.sh");
  writeFileSync(
    script,
    `git init -q\ninterlock init --plugin house >/dev/null\nprintf '${mark}'\n${shown}read -r _\n`,
  );
  const terminal = spawn("/bin/bash", ["--noprofile", "--norc", script], {
    cwd: join(home, "app"),
    env: {
      PATH: `${join(prefix, "bin")}:/usr/bin:/bin:${dirname(process.execPath)}`,
      HOME: home,
      TMPDIR: folder,
      LANG: "C.UTF-8",
      TERM: "dumb",
      NO_COLOR: "1",
      GIT_CONFIG_NOSYSTEM: "1",
    },
    cols: 200,
    rows: 50,
  });
  return new Promise((resolve, reject) => {
    let screen = "";
    const limit = setTimeout(() => terminal.kill("SIGKILL"), 30_000);
    terminal.onExit(() => reject(new Error(`the demonstration ended early:\n${screen}`)));
    terminal.onData((data) => {
      screen += data;
      if (screen.split(mark).length < commands.length + 2) return;
      clearTimeout(limit);
      terminal.kill("SIGKILL");
      resolve(screen.replaceAll("\r\n", "\n").replaceAll(home, "/home/ann").split(mark).slice(1, -1));
    });
  });
}

/** Ids and times differ from run to run. */
function normalise(text) {
  return text
    .replace(/\b[0-9a-f]{7,40}\b/g, (id) => "a1b2c3d4e5f6".slice(0, Math.min(12, id.length)))
    .replace(/^time .*\n/gm, "")
    .replace(/\b\d+(\.\d+)? ms\b/g, "1 ms");
}

/** The recording as SVG; `prefix` is a built interlock. */
export async function recordDemo(prefix) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "interlock-demo-")));
  try {
    const outputs = await runInTerminal(folder, prefix);
    let at = 0;
    const lines = commands.flatMap((command, i) => {
      const isComment = command.startsWith("#");
      at += isComment ? 1.5 : 1;
      const text = isComment ? command : `$ ${command}`;
      const first = { text, kind: isComment ? "comment" : "command", at };
      const output = normalise(outputs[i]).trimEnd();
      const gap = isComment && i > 0 ? [{ text: "", kind: "output", at }] : [];
      if (output === "") return [...gap, first];
      at += 0.5;
      return [...gap, first, ...output.split("\n").map((line) => ({ text: line, kind: "output", at }))];
    });
    return renderSvg(
      "A terminal: interlock changes a commit, refuses one, explains itself and checks commits",
      lines,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
