/** Every `--no-<option>` that the tables have, and what a positive one before it leaves: through the shim as with the real git. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { amOptions } from "../../shim/git/am-line.ts";
import { commitOptions } from "../../shim/git/commit-line.ts";
import { commitTreeOptions } from "../../shim/git/commit-tree-line.ts";
import { mergeOptions } from "../../shim/git/merge-line.ts";
import { readOption, type OptionTable } from "../../shim/git/option-table.ts";
import { pushOptions } from "../../shim/git/push-line.ts";
import { cherryPickOptions, revertOptions } from "../../shim/git/pick-line.ts";
import { rebaseOptions } from "../../shim/git/rebase-line.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

interface Family {
  command: string;
  table: OptionTable;
  /** What a line is without the option: it stands at the ellipsis, which is a word of its own. */
  lines: string[];
  /** For options with a value; `any` for the rest. */
  values: { [option: string]: string };
  /** Does each line begin at the start again? Else it goes on from what the line before has left. */
  resets: boolean;
}

const picks = { any: "x", mainline: "1", strategy: "ort", "strategy-option": "ours", cleanup: "strip" };

const families: Family[] = [
  {
    command: "commit --allow-empty",
    table: commitOptions,
    lines: ["-m x …", "-F message …", "… -F message", "…", "--amend --no-edit …", "--amend -F message …"],
    values: {
      any: "HEAD",
      file: "message",
      author: "'Bob <b@x>'",
      date: "2020-01-01T00:00:00Z",
      message: "other",
      template: "message",
      cleanup: "verbatim",
      "pathspec-from-file": "message",
    },
    resets: false,
  },
  {
    command: "merge",
    table: mergeOptions,
    lines: [
      "--no-ff -m x … side",
      "--no-ff … -F message side",
      "--no-ff -F message … side",
      "--no-ff … side",
    ],
    values: { ...picks, message: "other", file: "message", log: "2", "into-name": "elsewhere" },
    resets: true,
  },
  {
    command: "cherry-pick",
    table: cherryPickOptions,
    lines: ["… side", "-e … side"],
    values: picks,
    resets: true,
  },
  { command: "revert", table: revertOptions, lines: ["… HEAD", "-e … HEAD"], values: picks, resets: true },
  {
    command: "am",
    table: amOptions,
    lines: ["… ../0001-side.patch"],
    values: { ...picks, C: "1", p: "1", "patch-format": "mbox", directory: "sub" },
    resets: true,
  },
  {
    command: "rebase",
    table: rebaseOptions,
    lines: ["… side"],
    values: { ...picks, C: "1", exec: "true", onto: "main~1", whitespace: "nowarn" },
    resets: true,
  },
  {
    command: "push",
    table: pushOptions,
    lines: ["-q … ../remote.git main:out"],
    values: {
      any: "x",
      repo: "../remote.git",
      "recurse-submodules": "no",
      "receive-pack": "git-receive-pack",
      exec: "git-receive-pack",
    },
    resets: true,
  },
  {
    command: "commit-tree",
    table: commitTreeOptions,
    lines: ["-m x … HEAD^{tree}"],
    values: {},
    resets: false,
  },
];

/** Alone, and behind its positive form. */
function negations({ table, values }: Family): string[] {
  return table.options
    .trim()
    .split(" ")
    .map(readOption)
    .filter(({ long, canNegate }) => long !== "" && canNegate)
    .flatMap(({ long, name, value }) => {
      const positive = value === "=" ? `--${long}=${values[name] ?? values["any"] ?? ""}` : `--${long}`;
      const negative = long.startsWith("no-") ? `--${long.slice(3)}` : `--no-${long}`;
      return [negative, `${positive} ${negative}`];
    });
}

/** Names what it does to the message, so that it is seen, and leaves one that git takes. */
const editor = `#!/bin/sh
echo edited
grep -q '^[^#]' "$1" || echo "from the editor" >>"$1"
`;

/** Without anything that a rule could see. */
const say = `#!/bin/sh\nexec /usr/bin/git log -1 --format='%an <%ae> %ad%n%B%D'\n`;

function started(): Sandbox {
  const sandbox = new Sandbox();
  const commit = (name: string, text: string): void => {
    sandbox.write(name, text);
    sandbox.realGit(["add", "."]);
    sandbox.realGit(["commit", "-qm", `${name}\n\n${botTrailer}`]);
  };
  commit("message", "from a file\n\nbody\n");
  commit("base", "1\n");
  sandbox.realGit(["checkout", "-qb", "side"]);
  commit("side", "2\n");
  sandbox.realGit(["format-patch", "-q", "-1", "-o", sandbox.folder]);
  sandbox.realGit(["checkout", "-q", "main"]);
  commit("main", "3\n");
  sandbox.realGit(["tag", "start"]);
  sandbox.realGit(["init", "-q", "--bare", "../remote.git"]);
  sandbox.realGit(["config", "gpg.program", "/bin/false"]);
  for (const hook of ["post-commit", "post-merge", "post-applypatch"])
    sandbox.write(`.git/hooks/${hook}`, say, 0o755);
  sandbox.write(`${sandbox.folder}/editor`, editor, 0o755);
  sandbox.readyPlan();
  return sandbox;
}

/** What each line prints, its status, and the commit that it leaves. */
function transcript(
  sandbox: Sandbox,
  prefix: string | null | undefined,
  lines: string[],
  { command, resets }: Pick<Family, "command" | "resets">,
): string[] {
  const again = `
again() {
  rm -rf .git/rebase-merge .git/rebase-apply .git/sequencer .git/MERGE_* .git/*_HEAD .git/SQUASH_MSG
  /usr/bin/git checkout -qf -B main start
  ${command === "push" ? "/usr/bin/git -C ../remote.git update-ref -d refs/heads/out" : ""}
}`;
  const script = lines.map(
    (line) => `${resets ? "again; " : ""}git ${line} </dev/null 2>&1; echo "ended with $?"
${resets ? "/usr/bin/git log -1 --format='%an <%ae>%n%B%T'; " : ""}${command === "push" ? "/usr/bin/git ls-remote ../remote.git; " : ""}echo ------\n`,
  );
  const run = sandbox.shell(`${again}\n${script.join("")}`, {
    ...(prefix === undefined ? {} : { prefix }),
    env: { GIT_EDITOR: `${sandbox.folder}/editor` },
  });
  return run.stdout.split("------\n").slice(0, -1).map(redact);
}

function redact(text: string): string {
  return text
    .replaceAll(`\n\n${botTrailer}\n`, "\n")
    .replaceAll(`${botTrailer}\n`, "")
    .replace(/\b[0-9a-f]{7,40}\b/g, "<id>");
}

test.each(families)("git $command with each", (family) => {
  const { command } = family;
  const sandbox = started();
  const lines = negations(family).flatMap((words) =>
    family.lines.map((line) => `${command} ${line.replace("…", words)}`),
  );
  const home = sandbox.repository;
  // The same folder for both, because outputs name it.
  const kept = join(sandbox.folder, "kept");
  cpSync(home, kept, { recursive: true });
  const real = transcript(sandbox, null, lines, family);
  sandbox.run("rm", ["-r", home], { cwd: sandbox.folder });
  cpSync(kept, home, { recursive: true });
  const shim = transcript(sandbox, undefined, lines, family);
  const both = lines.map((line, i) => ({ line, real: real[i], shim: shim[i] }));
  expect(both.filter((each) => each.real !== each.shim).slice(0, 5)).toEqual([]);
  // Most lines are good ones.
  expect(real.filter((text) => text.includes("ended with 0")).length).toBeGreaterThan(lines.length / 2);
});
