import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findRealProgram } from "../../shim/node/find-real-program.ts";
import { dist } from "../support/paths.ts";
import { runMounted, whyNoMounts } from "../support/mounts.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

/** A shell that runs the file of the command's name: a git that is a binary. */
function binaryGit(sandbox: Sandbox, name: string): string {
  const folder = join(sandbox.folder, name);
  mkdirSync(folder, { recursive: true });
  copyFileSync("/bin/sh", join(folder, "git"));
  const which = 'read -r _ _ _ _ _ at </proc/$$/maps; at=${at%/git}; echo "${at##*/} status"\n';
  sandbox.write("status", which);
  return folder;
}

function scriptGit(sandbox: Sandbox, name: string): string {
  const folder = join(sandbox.folder, name);
  sandbox.write(join(folder, "git"), `#!/bin/sh\necho ${name} "$@"\n`, 0o755);
  return folder;
}

/** Programs that say which of several they are. */
const kinds = [
  ["a script", scriptGit],
  ["a binary", binaryGit],
] as const;

/** A second copy of the binary, as another installation would have it. */
function copyOfShim(sandbox: Sandbox, name: string): string {
  const folder = join(sandbox.folder, name, "bin");
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(dist, "bin", "interlock"), join(folder, "git"));
  return folder;
}

const shim = join(dist, "bin");

function answer(sandbox: Sandbox, path: string[], program = "git"): string {
  const run = sandbox.run("/bin/sh", ["-c", `exec ${program} status`], { env: { PATH: path.join(":") } });
  return run.status === 0 ? run.stdout.trim() : `${run.status}: ${run.stderr.split("\n")[0]}`;
}

const none =
  "127: interlock: error: no real program found on PATH after interlock's own folder: git [E-no-real-program]";

/** What the real git says to `git status`. */
const usualGit = /^On branch main\n/;

test.each(kinds)("the first git after its own folder is the real one: %s", (_, fakeGit) => {
  const sandbox = new Sandbox();
  const [a, b] = [fakeGit(sandbox, "a"), fakeGit(sandbox, "b")];
  expect(answer(sandbox, [shim, a, b])).toBe("a status");
  expect(answer(sandbox, [a, shim, b], join(shim, "git"))).toBe("b status");
});

test.each(kinds)(
  "what stands before its own folder is never called: it may have called us: %s",
  (_, fakeGit) => {
    const sandbox = new Sandbox();
    expect(answer(sandbox, [fakeGit(sandbox, "a"), shim], join(shim, "git"))).toBe(none);
  },
);

test.each(kinds)("called by its path while not on PATH, any git on PATH will do: %s", (_, fakeGit) => {
  const sandbox = new Sandbox();
  expect(answer(sandbox, [fakeGit(sandbox, "a")], join(shim, "git"))).toBe("a status");
});

test.each(kinds)("neither itself twice on PATH nor a link to itself is the real one: %s", (_, fakeGit) => {
  const sandbox = new Sandbox();
  const links = join(sandbox.folder, "links");
  mkdirSync(links);
  symlinkSync(join(shim, "git"), join(links, "git"));
  expect(answer(sandbox, [shim, shim, links, fakeGit(sandbox, "a")])).toBe("a status");
  expect(answer(sandbox, [links, shim, fakeGit(sandbox, "a")])).toBe("a status");
});

test.each(kinds)("another copy of itself is not the real one, in either order: %s", (_, fakeGit) => {
  const sandbox = new Sandbox();
  const copy = copyOfShim(sandbox, "copy");
  const a = fakeGit(sandbox, "a");
  expect(answer(sandbox, [shim, copy, a])).toBe("a status");
  expect(answer(sandbox, [copy, shim, a])).toBe("a status");
  expect(answer(sandbox, [copy, shim])).toMatch(usualGit);
});

test.each(kinds)(
  "a pinned link wins over PATH, also when the shim is reached by a link: %s",
  (_, fakeGit) => {
    const sandbox = new Sandbox();
    const copy = copyOfShim(sandbox, "pinned");
    const real = join(sandbox.folder, "pinned", "lib", "interlock", "real");
    mkdirSync(real, { recursive: true });
    symlinkSync(join(fakeGit(sandbox, "kept"), "git"), join(real, "git"));
    const links = join(sandbox.folder, "links");
    mkdirSync(links);
    symlinkSync(join(copy, "git"), join(links, "git"));
    expect(answer(sandbox, [copy, fakeGit(sandbox, "a")])).toBe("kept status");
    expect(answer(sandbox, [links, fakeGit(sandbox, "b")])).toBe("kept status");
  },
);

test("a pinned link is found through a link to a link, as git-commit is one to git", () => {
  const sandbox = new Sandbox();
  const copy = copyOfShim(sandbox, "pinned");
  const real = join(sandbox.folder, "pinned", "lib", "interlock", "real");
  mkdirSync(real, { recursive: true });
  symlinkSync(join(scriptGit(sandbox, "kept"), "git"), join(real, "git"));
  const core = join(sandbox.folder, "core");
  mkdirSync(core);
  symlinkSync(join(copy, "git"), join(core, "git"));
  symlinkSync("git", join(core, "git-upload-pack"));
  const program = join(core, "git-upload-pack");
  expect(answer(sandbox, [scriptGit(sandbox, "a")], program)).toBe("kept upload-pack status");
});

test.each(kinds)("a pinned link to itself is not followed: %s", (_, fakeGit) => {
  const sandbox = new Sandbox();
  const copy = copyOfShim(sandbox, "pinned");
  const real = join(sandbox.folder, "pinned", "lib", "interlock", "real");
  mkdirSync(real, { recursive: true });
  symlinkSync(join(copy, "git"), join(real, "git"));
  expect(answer(sandbox, [copy, fakeGit(sandbox, "a")])).toBe("a status");
});

test("folders, files without an execute bit, and empty entries of PATH", () => {
  const sandbox = new Sandbox();
  mkdirSync(join(sandbox.folder, "folder", "git"), { recursive: true });
  sandbox.write(join(sandbox.folder, "plain", "git"), "#!/bin/sh\necho no\n", 0o644);
  const path = [shim, join(sandbox.folder, "folder"), join(sandbox.folder, "plain"), ""];
  sandbox.write("git", "#!/bin/sh\necho here\n", 0o755);
  expect(answer(sandbox, path)).toBe("here");
});

test.each(kinds)("an entry of PATH that is too long is skipped: %s", (_, fakeGit) => {
  const sandbox = new Sandbox();
  expect(answer(sandbox, [shim, `/${"x".repeat(2000)}`, fakeGit(sandbox, "a")])).toBe("a status");
  expect(answer(sandbox, [shim, `/${"x".repeat(9000)}`, fakeGit(sandbox, "b")])).toBe("b status");
});

test("a binary that cannot be run is skipped", () => {
  const sandbox = new Sandbox();
  const [a, b] = [binaryGit(sandbox, "a"), binaryGit(sandbox, "b")];
  chmodSync(join(a, "git"), 0o644);
  expect(answer(sandbox, [shim, a, b])).toBe("b status");
});

test.each(["/nonexistent", "/nonexistent:/etc", ""])(
  "with no git on PATH '%s', it is the one of the default path",
  (path) => {
    const sandbox = new Sandbox();
    expect(answer(sandbox, [path], join(shim, "git"))).toMatch(usualGit);
    const commit = ["commit", "--allow-empty", "-m", "fix: retry"];
    sandbox.git(commit); // the plan is there: without a PATH there is no Node to compile it
    expect(sandbox.git(commit, { env: { PATH: `${shim}:${path}` } }).status).toBe(0);
    expect(sandbox.message()).toContain(botTrailer);
  },
);

test("the Node host finds the same one", () => {
  const find = (path: string | null): string => findRealProgram("git", path, "/etc", shim);
  expect(["/nonexistent", "", null, `${shim}:/nonexistent`].map(find)).toEqual(Array(4).fill("/usr/bin/git"));
});

/** A machine whose git is nowhere on the default path. */
const noUsualGit = "mount --bind /dev/null /usr/bin/git\n";

test.skipIf(whyNoMounts !== "")("no git at all is exit 127 with the way out", () => {
  const sandbox = new Sandbox();
  const run = runMounted(sandbox, noUsualGit, [join(shim, "git"), "status"], {
    env: { PATH: "/usr/bin:/bin" },
  });
  expect(run).toMatchObject({ status: 127, stdout: "" });
  expect(run.stderr).toMatch(/^interlock: error: .*git \[E-no-real-program\]\nhint: install it/);
});

test.skipIf(whyNoMounts !== "").each(kinds)(
  "the one that the installer found is the last resort: %s",
  (_, fakeGit) => {
    const sandbox = new Sandbox();
    const copy = copyOfShim(sandbox, "installed");
    const found = join(sandbox.folder, "installed", "lib", "interlock", "found");
    mkdirSync(found, { recursive: true });
    symlinkSync(join(fakeGit(sandbox, "far"), "git"), join(found, "git"));
    const at = (path: string): string =>
      runMounted(sandbox, noUsualGit, [join(copy, "git"), "status"], { env: { PATH: path } }).stdout;
    expect(at("/usr/bin:/bin")).toBe("far status\n");
    expect(at(`${fakeGit(sandbox, "near")}:/usr/bin:/bin`)).toBe("near status\n");
    const run = sandbox.run(join(copy, "git"), ["status"], { env: { PATH: "/nonexistent" } });
    expect(run.stdout).toMatch(usualGit);
  },
);

test("what is kept beside it is found, however it is executed", () => {
  const sandbox = new Sandbox();
  const copy = copyOfShim(sandbox, "pinned");
  const real = join(sandbox.folder, "pinned", "lib", "interlock", "real");
  mkdirSync(real, { recursive: true });
  symlinkSync(join(binaryGit(sandbox, "kept"), "git"), join(real, "git"));
  const program = join(copy, "git");
  const env = { PATH: "/nowhere" };
  const script = sandbox.write("script", `#!${program} status\n`, 0o755);
  expect(sandbox.run(script, [], { env }).stdout).toBe("kept status\n");
  // Python opens files so that an exec closes them.
  const line = `import os; os.execve(os.open("${program}", os.O_RDONLY), ["git", "status"], os.environ)`;
  expect(sandbox.run("/usr/bin/python3", ["-c", line], { env }).stdout).toBe("kept status\n");
});

test("it works by a relative path", () => {
  const sandbox = new Sandbox();
  const copy = copyOfShim(sandbox, "copy");
  const a = scriptGit(sandbox, "a");
  const run = sandbox.run("/bin/sh", ["-c", "exec ./git status"], {
    cwd: copy,
    env: { PATH: `${copy}:${a}` },
  });
  expect(run.stdout).toBe("a status\n");
});

test("whatever argv[0] says, it is the git that was found", () => {
  const sandbox = new Sandbox();
  const run = sandbox.run("/bin/bash", ["-c", "exec -a other git status"], {
    env: { PATH: `${shim}:${scriptGit(sandbox, "a")}` },
  });
  expect(run.stdout).toBe("a status\n");
});

test("a script without a #! line is run by sh", () => {
  const sandbox = new Sandbox();
  const folder = join(sandbox.folder, "plain-script");
  sandbox.write(join(folder, "git"), 'echo "script $1"\n', 0o755);
  expect(answer(sandbox, [shim, folder])).toBe("script status");
});

test.each(kinds)(
  "a FIFO on PATH does not hold it up, and without PATH there is the usual one: %s",
  (_, fakeGit) => {
    const sandbox = new Sandbox();
    sandbox.shell(`mkdir '${sandbox.folder}/fifo'; mkfifo -m 755 '${sandbox.folder}/fifo/git'`);
    expect(answer(sandbox, [shim, join(sandbox.folder, "fifo"), fakeGit(sandbox, "a")])).toBe("a status");
    expect(sandbox.run(join(shim, "git"), ["--version"], { env: { PATH: undefined } }).stdout).toMatch(
      /^git version/,
    );
  },
);
