/** A plugin to begin with: a rule that shows, a policy and an example of each outcome. */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { pluginName } from "../../engine/compile/schema/schema-parts.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";
import { printable } from "../../engine/core/printable.ts";
import { ask } from "./ask.ts";
import { sayError } from "./output.ts";
import type { NewFolder } from "./overlay-files.ts";

export const usualPlugin = "house-rules";

export function whyBadPluginName(name: string): Refusal | null {
  if (pluginName.safeParse(name).success && name.length <= 100) return null;
  const near = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  const example = near === "" || near.length > 100 ? "" : `: '${near}'`;
  return {
    message: `'${name}' is not a plugin name`,
    hint: `use small letters, digits and '-', beginning with a letter${example}`,
  };
}

/** Asks again until it is a name. Null at the end of input. */
export function askPluginName(question: string): string | null {
  for (;;) {
    const answer = ask(`${question} [${usualPlugin}]: `);
    if (answer === null) return null;
    const bad = whyBadPluginName(answer || usualPlugin);
    if (bad === null) return answer || usualPlugin;
    sayError(`${printable(bad.message)}: ${printable(bad.hint)}\n`);
  }
}

export function renderNewPlugin(name: string): NewFolder {
  const files = {
    "plugin.yaml": manifest(name),
    "hooks/commit-message.md": policy(name),
    "examples.yaml": examples(name),
  };
  return new Map(
    Object.entries(files).map(([path, text]) => [
      encodeUtf8(path),
      { bytes: Buffer.from(text), mode: 0o644 },
    ]),
  );
}

function manifest(name: string): string {
  return `name: ${name}
description: rules for commit messages
extensions:
  hookApiVersion: 1
  hooks:
    - id: ${name}.checked
      # The message as it will be committed. 'interlock hooks --points' lists all hook points.
      hook: commit.message.finalize
      summary: every commit says which rules it was made under
      effects:
        # Replace it with what you need: a sign-off, a ticket, a co-author.
        - type: text.ensureTrailer
          key: Checked-by
          value: ${name}
          required: true
      policies:
        # For people and agents: what the rule is about. 'interlock policies' prints it for a prompt.
        - file: hooks/commit-message.md
          inject: prompt
    - id: ${name}.no-wip
      hook: commit.message.finalize
      summary: no unfinished work
      # git writes the titles of merges, reverts and fixups itself.
      when:
        commit: [composed, amend, cherry-pick, rebase, am]
      effects:
        - type: text.forbidMatch
          pattern: '^(?:wip|WIP)\\b'
          message: "the title begins with 'wip'; say what the commit does"
`;
}

function policy(name: string): string {
  return `# Commit messages

Say in the title what the commit does. A commit that begins with "wip" is refused. \`Checked-by: ${name}\` is added for you; do
not write it yourself.
`;
}

function examples(name: string): string {
  return `# What the rules do, run by 'interlock plugin test'.
examples:
  - name: a commit gets the trailer
    given: |
      Fix the retry
    becomes: |
      Fix the retry

      Checked-by: ${name}

  - name: a trailer that is there stays as it is
    given: |
      Fix the retry

      Checked-by: ${name}
    unchanged: true

  - name: unfinished work is refused
    given: "wip: retry"
    refused: the title begins with 'wip'
`;
}
