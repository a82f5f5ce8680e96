/** Our stand-in for the editor that gh starts: the caller's own runs behind it, then the rules see what it left. */
import { editorOf, type GhConfig } from "../../gh/config-file.ts";
import { quote } from "../../hooks/hook-context.ts";
import type { EnvChanges, Host } from "../../host.ts";

/** What the file has: a body alone, or a title above it. */
export type EditedForm = "body" | "titled";

export const editorVerb = "gh-editor";

/** For a command line that gh splits as a shell does. */
export function editorEnvironment(host: Host, config: GhConfig, form: EditedForm): EnvChanges {
  const editor = editorOf((name) => host.env(name), config);
  const ours = quote(host.ownProgram()) + " " + editorVerb + " ";
  // gh was started from an editor of ours.
  if (editor.startsWith(ours)) return {};
  return { GH_EDITOR: ours + form + " " + quote(editor) };
}
