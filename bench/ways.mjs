// The ways to run the same command: each has a name, its words, and what is particular to it.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { byCommitlint, commitlintName, hasTrailer, peers } from "./peers.mjs";
import { makeHistory } from "./repositories.mjs";
import { startServers } from "./servers.mjs";
import {
  bundled,
  byCold,
  byExecAlone,
  byGit,
  byInterlock,
  byInterlockWith,
  byKept,
  bySealed,
  byVerb,
  git,
  once,
  runNow,
  scratch,
  write,
  writeConfig,
} from "./world.mjs";

/** In a sealed image the real git is a copy, and another file may start faster: so each has a real git of its own beside it. */
export function passThrough(repository, ...line) {
  const kept = "real git, at its place in a sealed image";
  return [
    { name: "real git", ...byGit("-C", repository, ...line) },
    { name: "interlock", ...byInterlock("-C", repository, ...line) },
    { name: kept, ...byKept("-C", repository, ...line) },
    { name: "interlock, laid out as in a sealed image", base: kept, ...bySealed("-C", repository, ...line) },
    {
      name: "a program there that only execs the real git",
      base: kept,
      ...byExecAlone("-C", repository, ...line),
    },
  ];
}

/** Verbs beside the Node that runs most of them. */
export function verbWays() {
  const event = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
  const harmless = write(join(scratch, "event.json"), JSON.stringify(event));
  /** Of a shell, which reads the event: it adds half a millisecond. */
  const reading = ({ words, ...way }) => ({
    ...way,
    words: ["/bin/sh", "-c", 'exec "$@" <"$0"', harmless, ...words],
  });
  const verb = (name, by, ...words) => ({ name: `interlock ${name}`, ...by(...words) });
  const cache = join(scratch, "without-plan");
  const changed = ({ env: own, ...way }) => ({
    ...way,
    env: { ...own, XDG_CACHE_HOME: cache },
    before: ["/bin/sh", "-c", `rm -f ${cache}/interlock/*plan-*`],
  });
  return [
    { name: "node -e 0", words: [process.execPath, "-e", "0"] },
    reading(verb("dispatch --dialect claude, of a harmless 'ls'", byCold, "dispatch", "--dialect", "claude")),
    verb("--help", byCold, "--help"),
    verb("hooks", byCold, "hooks"),
    verb("compile", byCold, "compile"),
    verb("compile, of rules with patterns", byVerb, "compile"),
    changed(verb("compile, after a change", byCold, "compile")),
    changed(verb("compile, of rules with patterns, after a change", byVerb, "compile")),
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
      .map(({ name, short, install, holds, isSlow }, i) => {
        const path = make(`peer-${i}`);
        install(path, hook);
        return { ...way(name, short, byGit, path), holds, isSlow };
      }),
  ];
}

const emptyProgram = "#!/bin/sh\nexit 0\n";

/**
 * The same program as git's hook and as one of interlock's, at commits that change a file. Packed: interlock has to start git to learn
 * which files change.
 */
export function programWays(make, line, isPacked = false) {
  const kind = isPacked ? "packed" : "program";
  const [asHook, through, alone] = ["hook", "interlock", "git"].map((name) => make(`${kind}-${name}`));
  const before = (path) => ({
    before: [
      "/bin/sh",
      "-c",
      `cd '${path}' && date +%N >changed && '${git}' add changed${isPacked ? ` && '${git}' repack -adq && '${git}' pack-refs --all` : ""}`,
    ],
  });
  write(join(asHook, ".git", "hooks", "commit-msg"), emptyProgram, 0o755);
  const plugin = join(scratch, "program");
  write(join(plugin, "check"), emptyProgram, 0o755);
  write(
    join(plugin, "plugin.yaml"),
    `name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - {id: acme.check, hook: commit.message.finalize, handler: {type: command, command: [./check]}}
`,
  );
  const byProgram = byInterlockWith(writeConfig("program", [plugin]));
  return [
    { name: "a script as git's commit-msg hook", ...before(asHook), ...byGit("-C", asHook, ...line) },
    {
      name: "the same script as a hook of interlock",
      ...before(through),
      ...byProgram("-C", through, ...line),
    },
    { name: "real git, without the script", ...before(alone), ...byGit("-C", alone, ...line) },
  ];
}

/** The same rules without and with a record. */
export function recordWays(make, line) {
  const byRecord = byInterlockWith(writeConfig("record", [bundled("github")], "audit: {file: audit.log}\n"));
  return [
    { name: "without a record", ...byInterlock("-C", make("unrecorded"), ...line) },
    { name: "with `audit.file`", ...byRecord("-C", make("recorded"), ...line) },
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
  const next = `main~${largestPush - count}`;
  runNow(byGit("-C", pushed(), "update-ref", source, count === 1 ? commitAnew(pushed(), next) : next));
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

/** A single commit that is pushed has usually just been made, and is in a file of its own; those of the history are packed. */
function commitAnew(folder, commit) {
  const input = `${runNow(byGit("-C", folder, "log", "-1", "--format=%B", commit))}\n`;
  return runNow(byGit("-C", folder, "commit-tree", "-p", `${commit}~`, "-F", "-", `${commit}^{tree}`), {
    input,
  });
}

const judged = once(() => makeHistory("judged", 100_000));

/** What reads or judges the last `count` commits, or with null all of them. */
export function verifyWays(count) {
  const range = count === null ? "main" : `main~${count}..main`;
  const ways = [
    { name: "`git log --format=%B`", ...byGit("log", "--format=%B", range) },
    { name: "`interlock verify`", ...byVerb("verify", range) },
  ];
  // Over tens of thousands it takes minutes.
  if (count !== null && count <= 1000)
    ways.push({ name: commitlintName, ...byCommitlint(judged(), `main~${count}`, "main"), isSlow: true });
  return { ways, cwd: judged() };
}
