/** The examples in `--help` and docs/commands.md, which both come from the table of verbs. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { verbs } from "../../cli/verbs.ts";
import { statusesOf } from "../../shim/verbs/common-options.ts";
import { createWorld, removeWorld, type World } from "./run-session.ts";

/** Something to show for each of them: rules, policies, a layer to trust, a plugin, commits, and a remote. */
const before = `set -e
mkdir -p ~/.config/interlock
printf 'version: 1\naudit: {file: %s/audit.log}\n' ~ > ~/.config/interlock/config.yaml
interlock init --plugin house
mkdir -p ~/.zfunc ~/.config/fish/completions
cp -r .interlock/plugins/house ~/plugin && sed -i s/house/mine/ ~/plugin/plugin.yaml ~/plugin/examples.yaml
/usr/bin/git init -q --bare ../remote.git
/usr/bin/git remote add origin ../remote.git
/usr/bin/git commit -q --allow-empty -m first
/usr/bin/git push -q origin main
for i in 1 2 3; do git commit -q --allow-empty -m "step $i"; done
echo 'Try it' > .git/COMMIT_EDITMSG
`;

/** What stands for words of the reader's. */
const placeholders: [shown: string, typed: string][] = [
  ["<org/repo | address | ./folder>", "~/plugin"],
  ["plugin remove <org/repo>", "plugin remove plugin"],
  [" [<org/repo>]", ""],
  ["[<folder>]", "~/plugin"],
  ["[<name>]", "mine"],
  ["HEALTHCHECK CMD ", ""],
  ["interlock init", "rm -rf .interlock ~/.config/interlock && interlock init"],
];

function run(world: World, script: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync("/bin/bash", ["-c", script], {
    cwd: `${world.env["HOME"]}/app`,
    env: world.env,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

/** `npm run packages:check` seals, in root filesystems. */
const shown = verbs.filter(({ name, examples = [] }) => examples.length > 0 && name !== "seal");

describe.each(shown.map((verb) => [verb.name, verb] as const))("%s", (_, verb) => {
  test("its examples run", () => {
    const world = createWorld(true);
    try {
      const prepared = run(world, before);
      expect(prepared.status, prepared.output).toBe(0);
      // The last two statuses are those of a broken set-up and of a wrong command line.
      const expected = statusesOf(verb)
        .map(([status]) => status)
        .filter((status) => status < 128);
      for (const [line] of verb.examples ?? []) {
        const typed = placeholders.reduce((all, [each, word]) => all.replace(each, word), line);
        const { status, output } = run(world, typed);
        expect(expected, `${typed}: status ${status}, ${output}`).toContain(status);
      }
    } finally {
      removeWorld(world);
    }
  });
});
