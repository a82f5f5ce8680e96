/** Our stand-in for the editor that gh starts: the caller's own runs behind it, then the rules see what it left. */
import { editorOf, type GhConfig } from "../../gh/config-file.ts";
import { splitShellWords } from "../../gh/shell-words.ts";
import { quote } from "../../hooks/hook-context.ts";
import type { EnvChanges, Host } from "../../host.ts";

/** What the file has: a body alone, or a title above it. */
export type EditedForm = "body" | "titled";

const editorVerb = "gh-editor";

/** For a command line that gh splits as a shell does. `repository`: what the line of gh names, or null. */
export function editorEnvironment(
  host: Host,
  config: GhConfig,
  form: EditedForm,
  repository: string | null,
): EnvChanges {
  const own = host.ownProgram();
  const editor = callersEditor(
    own,
    editorOf((name) => host.env(name), config),
  );
  const words = [quote(own), editorVerb, form, quote(editor), quote(repository || "")];
  return { GH_EDITOR: words.join(" ") };
}

/**
 * A program that gh starts sees the editor we gave to gh, and may call gh again. Whoever wrote that line, it is taken
 * apart rather than believed: what is inside is wrapped anew.
 */
function callersEditor(own: string, editor: string): string {
  const [program, verb, , inner, , ...more] = splitShellWords(editor) || [];
  const isOurs = program === own && verb === editorVerb && inner !== undefined && more.length === 0;
  return isOurs ? callersEditor(own, inner) : editor;
}
