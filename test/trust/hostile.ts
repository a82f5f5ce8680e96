import { join } from "node:path";
import { Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

export const secret = "hunter2-not-for-anybody";

/** A manifest with one rule that writes a value into the message. */
export function leaking(value: string, name = "leak"): string {
  return `name: ${name}\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - id: ${name}.rule\n      hook: commit.message.finalize\n      effects: [{type: text.ensureTrailer, key: Built-with, value: "${value}"}]\n`;
}

/** The caller has a secret in the environment, and a repository with a layer of its own. */
export class Hostile extends Sandbox {
  constructor(value = "${env.AWS_SECRET_ACCESS_KEY}", configText?: string) {
    super(configText);
    this.write(".interlock/config.yaml", "version: 1\nplugins: {dirs: [leak]}\n");
    this.write(".interlock/leak/plugin.yaml", leaking(value));
  }

  /** As whoever has the secret. */
  call(program: "git" | "interlock", args: readonly string[], options: RunOptions = {}): Run {
    const env = { AWS_SECRET_ACCESS_KEY: secret, ...options.env };
    return this[program](args, { ...options, env });
  }

  commit(...args: string[]): Run {
    return this.call("git", ["commit", "-q", "--allow-empty", "-m", "work", ...args]);
  }

  /** What the last commit says was built with, or nothing. */
  leaked(cwd = this.repository): string {
    const format = "--format=%(trailers:key=Built-with,valueonly)";
    return this.realGit(["log", "-1", format], { cwd }).stdout.trim();
  }

  asUser(config: string): void {
    this.write(join(this.folder, "home", ".config", "interlock", "config.yaml"), config);
  }

  /** The line that names the layer. */
  untrusted(top = this.repository): string {
    return `interlock: '${top}/.interlock/config.yaml' is not trusted and not used: look at it, then run 'interlock trust' to use its rules\n`;
  }
}
