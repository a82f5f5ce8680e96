/** The editor that gh starts: a command line, split as a shell would, to which it adds the file. */
import type { GhConfig } from "./config-file.ts";

export function editorOf(env: (name: string) => string | undefined, config: GhConfig): string {
  return env("GH_EDITOR") || config.editor || env("GIT_EDITOR") || env("VISUAL") || env("EDITOR") || "nano";
}
