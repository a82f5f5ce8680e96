/**
 * Which repository and index a program at a commit sees: those of git's own hook, whatever the spelling of the command. The rule
 * is the one that docs/programs.md gives.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";
import { describeSealed, sealedConfig, type Machine } from "../support/sealed-machine.ts";
import { addProgram } from "./with-program.ts";
import { spellings, type Spelling } from "./spellings.ts";

const page = readFileSync(join(root, "docs", "programs.md"), "utf8");
const rule = /```python\n([^]*?)```/.exec(page)?.[1] ?? "";

/** What a program and a plain hook are compared by. Both run where `..` holds the notes. */
const notes = "{ pwd -P; git diff --cached --name-only; echo; } >>../seen";
const plainHook = `#!/bin/sh\n${notes}\n`;
const reason = "infra/ changes: name the change request, as in 'CR-123'";

/** The program that notes what it sees, then judges by the rule. `$0` is a file of root's in a sealed install. */
const program = `#!/bin/sh
set -e
${notes}
exec python3 "$(dirname "$0")/rule.py"
`;

const [right, wrong] = ["docs/page.md", "infra/main.tf"];

/** A place with a shell, where git is intercepted, and the real git. */
interface Place {
  run(script: string): Run;
  realGit: string;
}

interface Seen {
  isMade: boolean;
  stderr: string;
  /** What each run of the program, or of the hook, noted. */
  notes: string[];
}

/** In a new repository: the commit through the git in front of git, or by the real one with a plain hook. */
function commitIn({ run, realGit }: Place, { prepare, commit }: Spelling, path: string, hook: string): Seen {
  const { stdout, stderr } =
    run(`cd "$(dirname "$PWD")" && rm -rf repo linked seen exec && mkdir repo exec && cd repo
GIT=${realGit} R=$PWD P=${path}; export GIT_EDITOR="printf 'fix: typed\\n' >"
export GIT_AUTHOR_DATE='2020-01-02 03:04:05 +0000' GIT_COMMITTER_DATE='2020-01-02 03:04:05 +0000'
set -e
$GIT init -q -b main; mkdir docs infra
for f in docs/page.md infra/main.tf second other; do
  printf '1\\n2\\n3\\n4\\n5\\n' >$f; $GIT add $f; $GIT commit -q -m "chore: $f"
done
${prepare}
rm -f "$R/../seen"
set +e
${hook === "" ? "" : plainGit(hook)}
{ ${commit}; } >/dev/null
echo $?
cat "$R/../seen"`);
  const [status, ...rest] = stdout.split("\n");
  const noted = rest.join("\n").split("\n\n").slice(0, -1);
  return { isMade: status === "0", stderr, notes: noted };
}

/** Of gits that the real git starts, too. */
function plainGit(hook: string): string {
  return `printf '%s' '${plainHook}' >$R/.git/hooks/${hook}; chmod +x $R/.git/hooks/${hook}
ln -s $GIT $R/../exec/git; export GIT_EXEC_PATH=$R/../exec; git() { $GIT "$@"; }`;
}

function check(place: Place, spelling: Spelling): void {
  const passed = commitIn(place, spelling, right, "");
  expect(passed).toMatchObject({ isMade: true });
  expect(passed.stderr).not.toContain(reason);
  const refused = commitIn(place, spelling, wrong, "");
  expect(refused).toMatchObject({ isMade: false, stderr: expect.stringContaining(reason) });
  if (spelling.hook === "") return;
  const plain = commitIn(place, spelling, right, spelling.hook);
  expect(plain.notes.join()).toContain(right);
  expect(passed.notes.at(-1)).toBe(plain.notes.at(-1));
}

describe("the rule for infra/, in a PATH install", () => {
  test.each(spellings)("$title", (spelling) => {
    const sandbox = new Sandbox("version: 1\n");
    addProgram(sandbox, program);
    sandbox.write(join(sandbox.folder, "plugins", "acme", "rule.py"), rule);
    check({ run: (script) => sandbox.shell(script), realGit: "/usr/bin/git" }, spelling);
  });
});

const folder = "/opt/interlock/plugins/acme";

function install(machine: Machine): void {
  machine.asRoot(`rm -rf ${folder}; mkdir -p ${folder}
cat >${folder}/plugin.yaml <<'END'
name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - {id: acme.check, hook: commit.message.finalize, handler: {type: command, command: [./check]}}
END
cat >${folder}/check <<'END'
${program}END
cat >${folder}/rule.py <<'END'
${rule}END
chmod 755 ${folder}/check`);
  machine.configure(sealedConfig.replace("plugins/github]", `plugins/github, ${folder}]`));
}

describeSealed("the rule for infra/, in a sealed install", (machine) => {
  test.each(spellings)("$title", (spelling) => {
    install(machine());
    check(
      {
        run: (script) => machine().asAgent(script),
        realGit: "/opt/interlock/lib/interlock/real/git",
      },
      spelling,
    );
  });
});
