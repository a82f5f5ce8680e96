import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { dist } from "../support/paths.ts";
import { createFolder, type Files } from "../support/temporary-folder.ts";

export interface Home {
  folder: string;
  /** The result with the folder redacted. */
  interlock(...args: string[]): Said;
  /** The same with more in the environment. */
  interlockWith(env: { [name: string]: string }, ...args: string[]): Said;
}

export interface HomeOptions {
  /** Where it is called, below the home. */
  subfolder?: string;
  /** Further folders of the PATH. */
  path?: string;
  input?: string;
}

interface Said {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A home folder with these files; the config is at `userConfig`. */
export function createHome(files: Files, { subfolder = ".", path = "", input = "" }: HomeOptions = {}): Home {
  const folder = createFolder(files);
  return {
    folder,
    interlock(...args) {
      return this.interlockWith({}, ...args);
    },
    interlockWith(env, ...args) {
      const { status, stdout, stderr } = spawnSync(join(dist, "bin", "interlock"), args, {
        cwd: join(folder, subfolder),
        env: { PATH: `${dirname(process.execPath)}${path}`, HOME: folder, ...env },
        input,
        encoding: "utf8",
        timeout: 120_000,
      });
      return {
        status,
        stdout: stdout.replaceAll(folder, "<home>"),
        stderr: stderr.replaceAll(folder, "<home>"),
      };
    },
  };
}

export const userConfig = ".config/interlock/config.yaml";

/** Two plugins at several hook points: one policy only, one hook switched off by each means. */
export const localAndTeam = {
  [userConfig]: `version: 1
plugins:
  dirs: [../../plugins]
  manifests: {local: {extensions: {disabledHooks: [local.labels]}}}
`,
  "plugins/local/plugin.yaml": `extensions:
  hookApiVersion: 1
  hooks:
    - id: local.style
      hook: response.finalize
      summary: answers are short
      policies: [{file: hooks/style.md, inject: prompt}]
    - id: local.labels
      hook: issue.labels.suggest
      policies: [{file: hooks/labels.md, inject: prompt}]
    - id: local.ticket
      hook: commit.message.finalize
      summary: every commit names its ticket
      effects: [{type: text.ensureTrailer, key: Refs, value: "\${env.TICKET}", missing: skip}]
      policies:
        - {file: hooks/ticket.md, inject: prompt}
        - {file: hooks/style.md, inject: prompt}
    - id: local.later
      hook: commit.message.prepare
      effects: [{type: text.ensureTrailer, key: Refs, value: x}]
`,
  "plugins/local/hooks/style.md": "Be short.\n\n",
  "plugins/local/hooks/labels.md": "Label everything.\n",
  "plugins/local/hooks/ticket.md": "# Tickets\n\nName one.",
  "plugins/team/plugin.yaml": `extensions:
  hookApiVersion: 1
  hooks:
    - id: team.review
      hook: commit.message.finalize
      priority: 50
      summary: "two\\nlines, and an \\e[31mescape"
      policies: [{file: review.md, inject: prompt}]
    - id: team.old
      hook: commit.message.finalize
      enabled: false
      policies: [{file: review.md, inject: prompt}]
`,
  "plugins/team/review.md": "Ask for a review – always.\r\nThen wait.\r\n",
};
