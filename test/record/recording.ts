import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";

export interface RecordedEvent {
  Timestamp: string;
  SeverityText: string;
  SeverityNumber: number;
  EventName: string;
  Body: string;
  Resource: { [name: string]: string };
  Attributes: { [name: string]: any };
}

const bundled = (...names: string[]): string => names.map((name) => join(root, "plugins", name)).join(", ");

/** An install config with the bundled plugins, and `audit`. */
export function configOf(audit: string, plugins = bundled("github", "conventional-commits")): string {
  return `version: 1\nplugins:\n  dirs: [${plugins}]\naudit: ${audit}\n`;
}

/** A sandbox whose decisions are recorded in `audit.log`, beside its config. */
export class RecordingSandbox extends Sandbox {
  constructor(audit = "{file: audit.log}") {
    super(configOf(audit));
  }

  get record(): string {
    return join(this.folder, "interlock", "audit.log");
  }

  configText(): string {
    return readFileSync(this.config, "utf8");
  }

  lines(): string[] {
    return existsSync(this.record) ? readFileSync(this.record, "latin1").split("\n").slice(0, -1) : [];
  }

  events(): RecordedEvent[] {
    return this.lines().map((line) => JSON.parse(line) as RecordedEvent);
  }

  /** The command, outcome and title of each event. */
  told(): string[] {
    return this.events().map(({ Attributes: all }) =>
      [all["interlock.command"], all["interlock.outcome"], all["interlock.message.title"] ?? ""].join("|"),
    );
  }
}
