/** From nothing to a commit that visibly changed, and back: the commands that a new user types, with their time. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mustRun } from "../../image/run-mixed.mjs";

const mostCommands = 5;
const mostSeconds = 120;

/** Rules, and a commit that they change. */
export const writeRules = "cd ~/project && interlock init --plugin house";
export const changedCommit = 'git commit --allow-empty -m "Fix the retry of failed uploads"';

/** The user's own repository and identity: they are there before interlock is. */
export function addProject({ root }) {
  const home = join(root, "root");
  mustRun("/usr/bin/git", ["init", "--quiet", "--initial-branch=main", join(home, "project")]);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Ann Author\n\temail = ann@example.org\n");
}

/** All commands are typed into one shell; the message of the commit must have the trailer before the last one. */
export function checkFirstMinutes({ report, say }, image, title, commands) {
  const marks = commands.map(
    (command, index) => `
    begin=$(date +%s%N)
    { ${command}
    } >/tmp/log 2>&1 </dev/null || { echo "failed $?"; cat /tmp/log; exit 1; }
    echo "took ${index} $(($(date +%s%N) - begin))"
    ${index === commands.length - 2 ? "/usr/bin/git -C ~/project log -1 --format=%B" : ""}`,
  );
  const result = image.run(marks.join(""), { env: { DEBIAN_FRONTEND: "noninteractive" } });
  const seconds = [...result.output.matchAll(/^took \d+ (\d+)$/gm)].map((match) => Number(match[1]) / 1e9);
  const total = seconds.reduce((sum, value) => sum + value, 0);
  const problems = [];
  if (!result.ok || seconds.length !== commands.length) problems.push(result.output);
  if (!result.output.includes("\nChecked-by: house\n"))
    problems.push(`the commit is unchanged:\n${result.output}`);
  if (commands.length > mostCommands) problems.push(`more than ${mostCommands} commands`);
  if (total > mostSeconds) problems.push(`more than ${mostSeconds} s`);
  report(`${title}: ${commands.length} commands, ${total.toFixed(1)} s`, problems);
  commands.forEach((command, index) =>
    say(`     ${(seconds[index] ?? 0).toFixed(1).padStart(5)} s  ${command}`),
  );
}
