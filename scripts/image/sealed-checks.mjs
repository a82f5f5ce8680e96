/**
 * What must hold in every sealed image. `image` has `run(script, options)`, which runs a script inside, and `name`; and
 * `runAsRoot`, if root is outside.
 */
import { readFileSync } from "node:fs";

export const commitPaths = readFileSync(new URL("commit-paths.sh", import.meta.url), "utf8");
const asAgent = { user: "agent" };

export const bot = { GITHUB_APP_BOT_NAME: "acme-bot", GITHUB_APP_BOT_EMAIL: "bot@acme.example" };

/** Name, script, user; what it prints must match. */
const checks = [
  {
    name: "the demo of the README",
    script: `cd "$(mktemp -d)" && git init -q -b main . && git -c user.name=Ann -c user.email=a@example.org \
      commit --allow-empty -m "Fix the retry of failed uploads" && git log -1 --format=%B`,
    prints: /\n\nCo-authored-by: acme-bot <bot@acme\.example>\n/,
  },
  {
    name: "interlock health",
    script: "interlock health --require-sealed",
    prints: /^interlock: healthy: sealed, [^\n]+\n$/,
  },
  {
    name: "gh is the real one",
    script: "gh --version; /opt/interlock/lib/interlock/real/gh --version",
    prints: /^(gh version [^]*)\1$/,
  },
  {
    name: "rules apply to what gh sends",
    script: "INTERLOCK_DRY_RUN=1 /usr/bin/gh issue create -t T -b B",
    prints: /\n {2}\+ \/usr\/bin\/gh issue create --label=needs-triage -t T -b B\n/,
  },
  {
    // Either refused or done; git and interlock must not call each other forever.
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

/** Empty, or the problem. */
export function judge(result, prints) {
  if (!result.ok) return `exit status ${result.status}\n${result.output}`;
  return prints.test(result.output) ? "" : `does not match ${prints}:\n${result.output}`;
}

export function checkSealed(image, results, { coldSide }) {
  results.addLines(image.name, image.run(commitPaths, asAgent));
  for (const { name, script, prints } of checks) {
    results.add(`${image.name}: ${name}`, judge(image.run(script, { ...asAgent, env: bot }), prints));
  }
  checkSessionValues(image, results, coldSide);
}

/** What an orchestrator writes when the agent starts. */
const session = `mkdir -p /run/interlock && printf '%s\\n' ${Object.entries(bot)
  .map(([name, value]) => `${name}=${value}`)
  .join(" ")} >/run/interlock/env`;

function checkSessionValues(image, results, coldSide) {
  const add = (name, script, prints, options = asAgent) =>
    results.add(`${image.name}: ${name}`, judge(image.run(script, options), prints));
  const doctor = "interlock doctor; echo status $?";
  const health = "interlock health; echo status $?";
  add(
    "health misses the session's values",
    health,
    /^interlock: error: no rule is in force: [^\n]*'GITHUB_APP_BOT_NAME' is not set[^\n]*\nhint: write to '\/run\/interlock\/env', a line each: GITHUB_APP_BOT_NAME=value, GITHUB_APP_BOT_EMAIL=value\nstatus 1\n$/,
  );
  if (coldSide)
    add(
      "doctor misses the session's values",
      doctor,
      /\nfail +values +'GITHUB_APP_BOT_NAME' has no sealed value[^]*\nstatus 1\n$/,
    );
  const asRoot = image.runAsRoot ?? image.run;
  asRoot(session);
  add("health finds them", health, /^interlock: healthy: sealed, [^\n]*\nstatus 0\n$/);
  if (coldSide)
    add("doctor finds nothing amiss", doctor, /\ninterlock: the rules are enforced here\nstatus 0\n$/);
  add(
    "a forged value changes nothing",
    `cd "$(mktemp -d)" && git init -q -b main . && git -c user.name=Ann -c user.email=a@example.org commit -q --allow-empty -m x && git log --format=%B`,
    /\n\nCo-authored-by: acme-bot <bot@acme\.example>\n/,
    { ...asAgent, env: { GITHUB_APP_BOT_NAME: "me", GITHUB_APP_BOT_EMAIL: "me@evil.example" } },
  );
  asRoot("rm -r /run/interlock");
}
