/** A plugin with one program, for a sandbox. */
import { join } from "node:path";
import type { Sandbox } from "../support/sandbox.ts";

export interface ProgramForm {
  /** Of `handler`, beside its type. */
  handler?: string;
  hook?: string;
  /** More lines of the hook. */
  more?: string;
  /** More hooks. */
  effects?: string;
  /** More lines of the config. */
  config?: string;
}

/** Writes the plugin and the config that names it. `script`: the program. */
export function addProgram(
  sandbox: Sandbox,
  script: string,
  {
    handler = "command: [./check]",
    hook = "commit.message.finalize",
    more = "",
    effects = "",
    config = "",
  }: ProgramForm = {},
): void {
  const place = join(sandbox.folder, "plugins", "acme");
  sandbox.write(join(place, "check"), script, 0o755);
  sandbox.write(
    join(place, "plugin.yaml"),
    `name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - id: acme.check
      hook: ${hook}
${more === "" ? "" : `      ${more}\n`}      handler: { type: command, ${handler} }
${effects}`,
  );
  sandbox.write(sandbox.config, `version: 1\nplugins:\n  dirs: [${place}]\n${config}`);
}

export function sh(lines: string): string {
  return `#!/bin/sh\n${lines}\n`;
}

/** A rule that adds a trailer. */
export const trailerRule = `    - id: acme.trailer
      hook: commit.message.finalize
      effects: [{ type: text.ensureTrailer, key: Reviewed-by, value: Ann <ann@x.org>, required: true }]
`;

/** A program that keeps what it reads in the home, one line for each run. */
export const keepsInput: string = sh('cat >>"$HOME/input"');
