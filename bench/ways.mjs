// The ways to run the same command: each has a name, its words, and what is particular to it.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { byCommitlint, commitlintName, hasTrailer, peers } from "./peers.mjs";
import { makeHistory } from "./repositories.mjs";
import { startServers } from "./servers.mjs";
import { byGit, byInterlock, bySealed, byVerb, git, once, runNow, scratch } from "./world.mjs";

export function passThrough(repository, ...line) {
  return [
    { name: "real git", ...byGit("-C", repository, ...line) },
    { name: "interlock", ...byInterlock("-C", repository, ...line) },
    { name: "interlock, laid out as in a sealed image", ...bySealed("-C", repository, ...line) },
  ];
}

/**
 * The real git, interlock, and every peer that can be this hook, each in a repository of its own made by `make`, so that
 * none pays for another's objects. `line` and `before` are what git is told there.
 */
export function besidePeers({ hook, make, line, before }) {
  const way = (name, short, by, path) => ({
    name,
    short,
    path,
    ...by("-C", path, ...line),
    ...(before ? { before: [git, "-C", path, ...before] } : {}),
  });
  const ofInterlock = way("interlock", "interlock", byInterlock, make("interlock"));
  return [
    way("real git", "git", byGit, make("git")),
    { ...ofInterlock, holds: hasTrailer },
    ...peers
      .filter(({ hooks }) => hooks.includes(hook))
      .map(({ name, short, install, holds }, i) => {
        const path = make(`peer-${i}`);
        install(path, hook);
        return { ...way(name, short, byGit, path), holds };
      }),
  ];
}

const published = 1000;
const largestPush = 10_000;
const pushed = once(() => makeHistory("pushed", published + largestPush));

/** A push of the next `count` commits to a remote that has a thousand, which is put back each time. */
export async function pushWays(count) {
  const [folder, kept] = [join(scratch, "remotes"), join(scratch, "remote-kept.git")];
  for (const path of [folder, kept]) rmSync(path, { recursive: true, force: true });
  mkdirSync(folder);
  runNow(byGit("init", "-q", "--bare", kept));
  runNow(byGit("-C", kept, "config", "http.receivepack", "true"));
  runNow(byGit("-C", pushed(), "push", "-q", kept, `main~${largestPush}:refs/heads/main`));
  const remote = join(folder, "remote.git");
  cpSync(kept, remote, { recursive: true });
  const before = ["/bin/sh", "-c", `rm -rf '${remote}' && cp -r '${kept}' '${remote}'`];
  const { addresses, close } = await startServers(folder);
  // A name of its own: to find `main~9999` takes git longer than to push one commit.
  const source = `refs/heads/next-${count}`;
  runNow(byGit("-C", pushed(), "update-ref", source, `main~${largestPush - count}`));
  const ways = Object.entries(addresses).flatMap(([transport, address]) => {
    const line = ["-C", pushed(), "push", "-q", `${address}/remote.git`, `${source}:refs/heads/main`];
    const base = `real git, over ${transport}`;
    return [
      { name: base, before, ...byGit(...line) },
      { name: `interlock, over ${transport}`, base, before, ...byInterlock(...line) },
    ];
  });
  return { ways, close };
}

const judged = once(() => makeHistory("judged", 100_000));

/** What reads or judges the last `count` commits, or with null all of them. */
export function verifyWays(count) {
  const range = count === null ? "main" : `main~${count}..main`;
  const ways = [
    { name: "`git log --format=%B`", ...byGit("log", "--format=%B", range) },
    { name: "`interlock verify`", ...byVerb("verify", range) },
  ];
  // Over all of them it takes minutes.
  if (count !== null) ways.push({ name: commitlintName, ...byCommitlint(judged(), `main~${count}`, "main") });
  return { ways, cwd: judged() };
}
