// What is measured: one entry a table of bench/RESULTS.md. Of `--rounds`, a long one runs every `every`th only.
import { copyRepository, makePicks, makeRepository } from "./repositories.mjs";
import { besidePeers, passThrough, pushWays, verifyWays } from "./ways.mjs";
import { byInterlock, once } from "./world.mjs";

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
    part: "amend",
    id: "amend",
    title: "`git commit --amend --no-edit`, which needs a hook of ours",
    every: 3,
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
    { count: 1, every: 3 },
    { count: 1000, every: 15 },
    { count: 10_000, every: 60 },
  ].map(({ count, every }) => ({
    part: "push",
    id: `push-${count}`,
    title: `A push of ${count.toLocaleString("en")} clean commit${count === 1 ? "" : "s"} to a remote that has 1,000`,
    note: "CPU is that of the command and its children, without the server's over `git://` and http.",
    every,
    prepare: () => pushWays(count),
  })),
  ...[
    { count: 10, every: 10 },
    { count: 1000, every: 30 },
    { count: null, every: 30 },
  ].map(({ count, every }) => ({
    part: "verify",
    id: `verify-${count ?? 100_000}`,
    title: `Judging ${(count ?? 100_000).toLocaleString("en")} existing commits`,
    every,
    prepare: () => verifyWays(count),
  })),
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
