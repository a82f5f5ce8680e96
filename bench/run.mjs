// `npm run bench`: what interlock costs, as ratios within one run, and writes bench/RESULTS.md.
//   node bench/run.mjs [rounds]
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { symlinkSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mark, readMarked, replaceMarked } from "./marked-section.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 300);
const shim = join(root, "dist", "bin", "git");
const git = "/usr/bin/git";
const scratch = mkdtempSync(join(tmpdir(), "interlock-bench-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

// What a sandbox has: its usual PATH with interlock's folder first.
const env = {
  PATH: `${dirname(shim)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${dirname(process.execPath)}`,
  HOME: scratch,
  INTERLOCK_CONFIG: join(scratch, "config.yaml"),
  GITHUB_APP_BOT_NAME: "Robo Bot",
  GITHUB_APP_BOT_EMAIL: "bot@example.org",
};
writeFileSync(env.INTERLOCK_CONFIG, `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`);
writeFileSync(
  join(scratch, ".gitconfig"),
  "[user]\n\tname = A\n\temail = a@example.org\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
);

/** Laid out as sandbox-image/install.sh does it: git's name is a link to us, the real git is kept beside. */
function makeSealedLayout() {
  const prefix = join(scratch, "opt", "interlock");
  const kept = join(prefix, "lib", "interlock", "real");
  for (const folder of [join(prefix, "bin"), kept, join(scratch, "bin")])
    mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, "dist", "bin", "interlock"), join(prefix, "bin", "interlock"));
  symlinkSync("interlock", join(prefix, "bin", "git"));
  copyFileSync(git, join(kept, "git"));
  symlinkSync(join(prefix, "bin", "git"), join(scratch, "bin", "git"));
  return join(scratch, "bin", "git");
}
const sealed = makeSealedLayout();

const measure = join(scratch, "measure");
execFileSync("gcc", ["-O2", "-o", measure, join(root, "bench", "measure.c")]);

/** A repository of its own for each way to commit, so that none pays for another's objects. */
function makeRepository(name, hook) {
  const path = join(scratch, name);
  execFileSync(git, ["init", "-q", path], { env });
  execFileSync(git, ["-C", path, "commit", "-q", "--allow-empty", "-m", "first"], { env });
  if (hook) {
    const file = join(path, ".git", "hooks", "commit-msg");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, hook);
    chmodSync(file, 0o755);
  }
  return path;
}

const shellHook = `#!/bin/sh
git interpret-trailers --in-place --if-exists addIfDifferent --trailer "Co-authored-by: $GITHUB_APP_BOT_NAME <$GITHUB_APP_BOT_EMAIL>" "$1"
`;
const plain = makeRepository("plain");
const hooked = makeRepository("hooked", shellHook);
const wrapped = makeRepository("wrapped");
const amend = (path) => ["-C", path, "commit", "--amend", "--no-edit", "--allow-empty", "-q"];
const commit = (path) => ["-C", path, "commit", "--allow-empty", "-q", "-m", "a message of ordinary length"];
execFileSync(shim, commit(wrapped), { env }); // compiles the plan

/** Commits to replay, each with a file of its own; gives their ends. */
function makePicks(path) {
  const script = `base=$(git rev-parse HEAD); for i in $(seq ${picks}); do echo $i >f$i; git add f$i; git commit -q -m "change $i"; done
    topic=$(git rev-parse HEAD); git checkout -q --detach $base; git commit -q --allow-empty -m onto; echo $(git rev-parse HEAD) $topic`;
  const ends = execFileSync("sh", ["-ec", script], {
    cwd: path,
    env: { ...env, PATH: "/usr/bin:/bin" },
    encoding: "utf8",
  });
  return ends.trim().split(" ");
}
const picks = 200;
const rebased = makeRepository("rebased");
// One repository for both: the commits are the same every time, and files lie in the same places.
const [ontoCommit, topic] = makePicks(rebased);
const rebase = ["-C", rebased, "rebase", "-q", "--onto", ontoCommit, `${topic}~${picks}`, topic];

const groups = [
  {
    title: "Pass-through: `git rev-parse HEAD`",
    ways: {
      "real git": [git, "-C", plain, "rev-parse", "HEAD"],
      interlock: [shim, "-C", plain, "rev-parse", "HEAD"],
      "interlock, laid out as in a sealed image": [sealed, "-C", plain, "rev-parse", "HEAD"],
    },
  },
  {
    title: "Pass-through: `git status`",
    ways: {
      "real git": [git, "-C", plain, "status"],
      interlock: [shim, "-C", plain, "status"],
      "interlock, laid out as in a sealed image": [sealed, "-C", plain, "status"],
    },
  },
  {
    title: "`git commit --allow-empty -m`",
    ways: {
      "real git": [git, ...commit(plain)],
      interlock: [shim, ...commit(wrapped)],
      "commit-msg hook in sh with git interpret-trailers": [git, ...commit(hooked)],
    },
  },
  {
    title: "`git commit --amend --no-edit`, for which git gets a hook of ours",
    ways: { "real git": [git, ...amend(plain)], interlock: [shim, ...amend(wrapped)] },
  },
  {
    title: `\`git rebase\` of ${picks} commits, for each of them`,
    rounds: Math.ceil(rounds / 30),
    per: picks,
    ways: { "real git": [git, ...rebase], interlock: [shim, ...rebase] },
  },
];

function summarise(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return { minimum: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
}

function runGroup({ ways, rounds: own = rounds, per = 1 }) {
  const names = Object.keys(ways);
  const args = names.flatMap((name) => ["--", ...ways[name]]);
  const output = execFileSync(measure, [String(own), ...args], {
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const runs = output
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  return names.map((name, i) => {
    const samples = (column) => runs.filter(([which]) => which === i).map((run) => run[column] / per);
    return { name, wall: summarise(samples(1)), cpu: summarise(samples(2)) };
  });
}

const ms = (microseconds) => (microseconds / 1000).toFixed(2);
const signed = (microseconds) => `${microseconds < 0 ? "" : "+"}${ms(microseconds)}`;

function renderGroup(group, results) {
  const base = results[0];
  const rows = results.map(({ name, wall, cpu }) => {
    const ratio = (wall.minimum / base.wall.minimum).toFixed(3);
    const added = signed(wall.minimum - base.wall.minimum);
    const medianAdded = signed(wall.median - base.wall.median);
    const first = results[0].name === name;
    return `| ${name} | ${ms(wall.minimum)} | ${first ? "" : ratio} | ${first ? "" : added} | ${ms(wall.median)} | ${first ? "" : medianAdded} | ${ms(cpu.minimum)} |`;
  });
  return [
    `## ${group.title}`,
    "",
    "| | minimum ms | ratio | added ms | median ms | added ms | CPU minimum ms |",
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** In kB. A dry run, which decides and ends: a commit's own peak would be that of the git it becomes. */
function peakMemory() {
  const dry = { ...env, INTERLOCK_DRY_RUN: "1" };
  const output = execFileSync(measure, ["5", "--memory", "--", shim, ...commit(wrapped)], { env: dry });
  return Number(output.toString());
}

const results = groups.map((group) => [group, runGroup(group)]);
const binary = statSync(join(root, "dist", "bin", "interlock")).size;
const distribution = readFileSync("/etc/os-release", "utf8").match(/^PRETTY_NAME="(.*)"/m)?.[1];
const machine = `${cpus()[0].model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${distribution}, Linux ${release()}`;
const version = execFileSync(git, ["--version"], { encoding: "utf8" }).trim();

/** The three figures of the README, which a test compares with this report. */
function renderFigures() {
  const added = (group, way) => {
    const rows = results[group][1];
    const other = rows.find(({ name }) => name === way);
    return ms(other.wall.minimum - rows[0].wall.minimum);
  };
  const hook = Object.keys(groups[2].ways)[2];
  return [
    "| | added at the minimum |",
    "|---|---|",
    `| \`git rev-parse HEAD\`, passed through | ${added(0, "interlock")} ms |`,
    `| \`git commit -m\` that gets its trailer | ${added(2, "interlock")} ms |`,
    `| the same from a ${hook} | ${added(2, hook)} ms |`,
  ].join("\n");
}

const figures = renderFigures();
const file = join(root, "bench", "RESULTS.md");
// `npm run bench:verify` writes that part.
const commitlint = mark("commitlint", readMarked(readFileSync(file, "utf8"), "commitlint"));
const report = `# Measured

Written by \`npm run bench\` on ${machine}; ${version}. ${rounds} interleaved rounds (${Math.ceil(rounds / 30)} of the rebase): every round runs every
way once, each round beginning with the next one. Ratios and differences are within one run; the minimum is what the
machine can do when nothing else disturbs it, the median what it did.

${figures}

${results.map(([group, rows]) => renderGroup(group, rows)).join("\n")}
${commitlint}

## Size

The binary has ${(binary / 1e6).toFixed(2)} MB, static and stripped. Deciding a commit, its peak of resident memory is ${(peakMemory() / 1000).toFixed(1)} MB.
`;
writeFileSync(file, report);
const readme = join(root, "README.md");
writeFileSync(readme, replaceMarked(readFileSync(readme, "utf8"), "figures", figures));
process.stdout.write(report);
