/**
 * What must hold in an image that is sealed, however it was made. `image` has `run(script, options)`, which runs a
 * script inside, and `name`.
 */
import { readFileSync } from "node:fs";

export const commitPaths = readFileSync(new URL("commit-paths.sh", import.meta.url), "utf8");
const asAgent = { user: "agent" };

const bot = { GITHUB_APP_BOT_NAME: "acme-bot", GITHUB_APP_BOT_EMAIL: "bot@acme.example" };

/** Name, script, user; what it prints must match. */
const checks = [
  {
    name: "the demo of the README",
    script: `cd "$(mktemp -d)" && git init -q -b main . && git -c user.name=Ann -c user.email=a@example.org \
      commit --allow-empty -m "Fix the retry of failed uploads" && git log -1 --format=%B`,
    prints:
      /added 'Co-authored-by' \(github\.ensure-bot-coauthor\)[^]*\n\nCo-authored-by: acme-bot <bot@acme\.example>\n/,
  },
  { name: "interlock health", script: "interlock health", prints: /^interlock: [^\n]+\n$/ },
  {
    name: "gh is the real one",
    script: "gh --version; /opt/interlock/lib/interlock/real/gh --version",
    prints: /^(gh version [^]*)\1$/,
  },
  {
    // Either refused or carried out; git and we must not call each other for ever.
    name: "git http-push comes to an end",
    script: `cd "$(mktemp -d)" && git init -q -b main . && for push in "git http-push" /usr/lib/git-core/git-http-push; do
      timeout 20 $push http://127.0.0.1:1/none; [ $? -eq 124 ] || echo "ended"; done`,
    prints: /ended\n[^]*ended\n$/,
  },
  {
    name: "the agent can change nothing of it",
    script: `find / /etc /usr -maxdepth 0 -writable; find /opt /etc/interlock /usr/lib/git-core /usr/bin ! -type l -writable; echo end`,
    prints: /^end\n$/,
  },
  {
    name: "the agent cannot weaken it by its environment",
    script: `cd "$(mktemp -d)" && git init -q -b main . && echo 'version: 1' >none.yaml && INTERLOCK_CONFIG=$PWD/none.yaml \
      XDG_CONFIG_HOME=/nowhere GIT_CONFIG_GLOBAL=/dev/null git -c user.name=Ann -c user.email=a@example.org commit -q --allow-empty -m x && git log --format=%B`,
    prints: /\n\nCo-authored-by: acme-bot <bot@acme\.example>\n/,
  },
];

/** Empty, or what is wrong. */
export function judge(result, prints) {
  if (!result.ok) return `exit status ${result.status}\n${result.output}`;
  return prints.test(result.output) ? "" : `does not match ${prints}:\n${result.output}`;
}

export function checkSealed(image, results, { coldSide }) {
  results.addLines(image.name, image.run(commitPaths, asAgent));
  for (const { name, script, prints } of checks) {
    results.add(`${image.name}: ${name}`, judge(image.run(script, { ...asAgent, env: bot }), prints));
  }
  if (!coldSide) return;
  const hasDoctor = /^ {2}doctor/m.test(image.run("interlock --help", asAgent).output);
  if (hasDoctor)
    results.add(`${image.name}: interlock doctor`, judge(image.run("interlock doctor", asAgent), /./));
}
