/** The command lines by which agents commit, as their programs and prompts spell them. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { botEnv } from "../support/sandbox.ts";
import { expectSameButTrailer, newTitles, runWithBoth, program, type Scenario } from "./run-with-both.ts";

const githubPlugin = join(root, "plugins", "github");
const before = `
  git config user.name 'Ann Author' && git config user.email ann@example.org
  echo 1 >b && git add b && git commit -qm base && echo 1 >a`;

/** Gemini CLI gives every command settings that switch hooks, editors and helpers off, and no config files. */
const geminiSettings = [
  "credential.helper",
  "core.fsmonitor",
  "core.hooksPath",
  "core.sshCommand",
  "core.pager",
  "core.editor",
  "sequence.editor",
  "diff.external",
];
const gemini = {
  GEMINI_CLI: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_COUNT: String(geminiSettings.length),
  ...Object.fromEntries(geminiSettings.map((key, i) => [`GIT_CONFIG_KEY_${i}`, key])),
  ...Object.fromEntries(
    geminiSettings.map((key, i) => [`GIT_CONFIG_VALUE_${i}`, key === "core.pager" ? "cat" : ""]),
  ),
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
};

const scenarios: { [title: string]: Scenario & { makes: string[] } } = {
  "Claude Code commits a message from a here-document, and looks at the status": {
    steps: `bash -c 'eval "git add a && git commit -m \\"\\$(cat <<'"'EOF'"'
Add a file

It was missing.

\u{1F916} Generated with [Claude Code](https://claude.com/claude-code)

Co-Authored-By: Claude <noreply@anthropic.com>
EOF
)\\" && git status" < /dev/null'`,
    makes: ["Add a file"],
  },
  "Codex commits in a login shell, with its own co-author": {
    // Debian's /etc/profile sets PATH anew; who installs for a PATH puts ours back.
    files: { "../home/.profile": "PATH=$AGENT_PATH\n" },
    steps: `AGENT_PATH=$PATH exec bash -lc 'git add -A && git commit -m "Add a file

Co-authored-by: Codex <noreply@openai.com>"'`,
    makes: ["Add a file"],
  },
  "Codex keeps a snapshot as a commit under an identity of its own": {
    steps: `
      set -e
      export GIT_INDEX_FILE=$PWD/.git/snapshot-index
      git -c core.hooksPath=/dev/null read-tree HEAD
      git -c core.hooksPath=/dev/null add --all
      tree=$(git -c core.hooksPath=/dev/null write-tree)
      export GIT_AUTHOR_NAME='Codex Snapshot' GIT_AUTHOR_EMAIL=snapshot@codex.local
      export GIT_COMMITTER_NAME='Codex Snapshot' GIT_COMMITTER_EMAIL=snapshot@codex.local
      id=$(git -c core.hooksPath=/dev/null commit-tree $tree -p HEAD -m 'codex snapshot')
      git update-ref refs/codex/snapshot $id`,
    makes: ["codex snapshot"],
  },
  "Gemini CLI commits with every setting that could run a program switched off": {
    env: gemini,
    steps: `bash -c 'shopt -u promptvars; git add a && git commit -m "Add a file" && git status --short'`,
    makes: ["Add a file"],
  },
  "Gemini CLI in a GitHub workflow hands over few variables, and the config is found without one": {
    env: {
      ...gemini,
      INTERLOCK_CONFIG: undefined,
      GITHUB_APP_BOT_NAME: undefined,
      GITHUB_APP_BOT_EMAIL: undefined,
    },
    configBesidePrefix: `version: 1\nplugins:\n  dirs: [${githubPlugin}]\nenv: ${JSON.stringify(botEnv)}\n`,
    steps: `bash -c 'shopt -u promptvars; git add a && git commit -m "Add a file"'`,
    makes: ["Add a file"],
  },
  "Gemini CLI keeps checkpoints in a repository beside the project": {
    files: {
      "../home/history/.gitconfig": "[user]\n\tname = Gemini CLI\n\temail = gemini-cli@google.com\n",
    },
    before: `${before}; git init --quiet --initial-branch=main $HOME/history`,
    env: gemini,
    steps: `
      set -e
      export GIT_CONFIG_GLOBAL=$HOME/history/.gitconfig
      git -C $HOME/history commit --allow-empty -m 'Initial commit'
      export GIT_DIR=$HOME/history/.git GIT_WORK_TREE=$PWD
      git add .
      git commit --no-verify -m 'Snapshot for write_file'`,
    repositories: ["repo", "home/history"],
    makes: ["Initial commit", "Snapshot for write_file"],
  },
  "Cursor adds its own co-author as an option": {
    steps: `bash -c 'git add -A && git commit --trailer "Co-authored-by: Cursor <cursoragent@cursor.com>" -m "$(cat <<EOF
Add a file

- say why
EOF
)" && git log -1 --format=%s'`,
    makes: ["Add a file"],
  },
  "aider commits through GitPython, past the hooks": {
    before: `${before}; printf '#!/bin/sh\\nexit 1\\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
    steps: `python3 ${program("aider.py")}`,
    makes: ["feat: add a file"],
  },
};

for (const [title, scenario] of Object.entries(scenarios)) {
  test(title, () => {
    const sides = runWithBoth({ before, ...scenario });
    expect(sides.real.run).toMatchObject({ status: 0, stderr: "" });
    expectSameButTrailer(sides);
    expect(newTitles(sides.shim)).toEqual(scenario.makes);
  });
}
