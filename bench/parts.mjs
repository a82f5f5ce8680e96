// What is measured: one entry a table of bench/RESULTS.md. Of `--rounds`, a long one runs every `every`th only.
import { copyRepository, makePicks, makeRepository } from "./repositories.mjs";
import {
  besidePeers,
  passThrough,
  programWays,
  pushWays,
  recordWays,
  verbWays,
  verifyWays,
} from "./ways.mjs";
import { byInterlock, once, scratch } from "./world.mjs";

const picks = 200;
const plain = once(() => makeRepository("plain"));
const picked = once(() => makePicks("picks", picks));
const ordinary = ["commit", "--allow-empty", "-q", "-m", "fix: a message of ordinary length"];

export const parts = [
  {
    part: "pass",
    id: "rev-parse",
    title: "Pass-through: `git rev-parse HEAD`",
    prepare: () => ({ ways: passThrough(plain(), "rev-parse", "HEAD") }),
  },
  {
    part: "pass",
    id: "status",
    title: "Pass-through: `git status`",
    prepare: () => ({ ways: passThrough(plain(), "status") }),
  },
  {
    part: "commit",
    id: "commit",
    title: "One enforced commit: `git commit --allow-empty -m`",
    prepare: () => ({
      ways: besidePeers({
        hook: "commit-msg",
        make: (name) => makeRepository(`commit-${name}`),
        line: ordinary,
      }),
    }),
  },
  {
    part: "program",
    id: "program",
    title: "A commit of a changed file with a program as hook: a script in sh that ends at once",
    prepare: () => ({ ways: programWays(makeRepository, ordinary) }),
  },
  {
    part: "program",
    id: "program-packed",
    title: "The same where everything before the commit is packed",
    prepare: () => ({ ways: programWays(makeRepository, ordinary, true) }),
  },
  {
    part: "record",
    id: "record",
    title: "A commit that is recorded",
    prepare: () => ({ ways: recordWays(makeRepository, ordinary) }),
  },
  {
    part: "amend",
    id: "amend",
    title: "`git commit --amend --no-edit`",
    prepare: () => ({
      ways: besidePeers({
        hook: "commit-msg",
        make: (name) => makeRepository(`amend-${name}`),
        line: ["commit", "--amend", "--no-edit", "--allow-empty", "-q"],
      }),
    }),
  },
  {
    part: "rebase",
    id: "rebase",
    title: `\`git rebase\` of ${picks} commits, per commit`,
    note: "git runs no commit-msg hook for picks, so the other tools use prepare-commit-msg.",
    every: 30,
    per: picks,
    prepare() {
      const { path, onto, topic } = picked();
      return {
        ways: besidePeers({
          hook: "prepare-commit-msg",
          make: (name) => copyRepository(path, `rebase-${name}`),
          line: ["rebase", "-q", "--onto", onto, `${topic}~${picks}`, topic],
        }),
      };
    },
  },
  {
    part: "am",
    id: "am",
    title: `\`git am\` of ${picks} patches, per patch`,
    note: "The other tools use applypatch-msg; prek does not support it.",
    every: 30,
    per: picks,
    prepare() {
      const { path, onto, patches } = picked();
      return {
        ways: besidePeers({
          hook: "applypatch-msg",
          make: (name) => copyRepository(path, `am-${name}`),
          line: ["am", "-q", patches],
          before: ["checkout", "-q", "--detach", onto],
        }),
      };
    },
  },
  ...[
    { count: 1, every: 1 },
    { count: 1000, every: 15 },
    { count: 10_000, every: 60 },
  ].map(({ count, every }) => ({
    part: "push",
    id: `push-${count}`,
    title: `A push of ${count === 1 ? "a clean commit, just made," : `${count.toLocaleString("en")} clean commits`} to a remote that has 1,000`,
    note: "CPU is that of the command and its children, without the server's over `git://` and http.",
    every,
    prepare: () => pushWays(count),
  })),
  ...[
    { count: 10, every: 1 },
    { count: 1000, every: 30 },
    { count: 50_000, every: 30 },
    { count: null, every: 30 },
  ].map(({ count, every }) => ({
    part: "verify",
    id: `verify-${count ?? 100_000}`,
    title: `Judging ${(count ?? 100_000).toLocaleString("en")} existing commits`,
    every,
    prepare: () => verifyWays(count),
  })),
  {
    part: "verbs",
    id: "verbs",
    title: "Verbs, beside the Node that runs most of them",
    every: 10,
    prepare: () => ({ ways: verbWays(), cwd: scratch }),
  },
  {
    part: "size",
    id: "size",
    title: "Memory of a decision",
    note: "Measured with a dry run, which decides and exits: a commit execs git, so its peak would be git's.",
    every: 60,
    prepare() {
      const { env, ...way } = byInterlock("-C", plain(), ...ordinary);
      return { ways: [{ name: "interlock", ...way, env: { ...env, INTERLOCK_DRY_RUN: "1" } }] };
    },
  },
];
