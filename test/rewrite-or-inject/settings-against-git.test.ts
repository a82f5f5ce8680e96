/**
 * The settings of a command as we read them are those that git says. Where we cannot be certain, git is asked.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseGlobalOptions, type GlobalPart } from "../../shim/git/global-options.ts";
import { askSettings } from "../../shim/git/ask-git.ts";
import type { ConfigEntry } from "../../shim/git/config-file.ts";
import { findRepository, type Repository } from "../../shim/git/repository.ts";
import { readEntries } from "../../shim/git/config.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { Sandbox } from "../support/sandbox.ts";

interface Place {
  /** Contents by path, from the repository's folder. */
  files?: { [path: string]: string };
  env?: { [name: string]: string | undefined };
  words?: string[];
}

function readBoth(place: Place): { read: ConfigEntry[] | null; asked: unknown } {
  const sandbox = new Sandbox();
  for (const [path, text] of Object.entries(place.files ?? {})) sandbox.write(path, text);
  const variables = sandbox.environment({ prefix: null, env: place.env ?? {} });
  const env = new Map(Object.entries(variables));
  const argv = ["git", ...(place.words ?? []), "commit"];
  const host = createNodeHost({ argv, env, cwd: sandbox.repository });
  const globals = parseGlobalOptions(argv) as GlobalPart;
  const repository = findRepository(host, globals.options) as Repository;
  const read = readEntries(host, globals, repository);
  const ofInterest = ({ key }: ConfigEntry): boolean => !key.startsWith("extensions.") && key !== "x.y";
  return { read: read === null ? null : read.filter(ofInterest), asked: askSettings(host, globals) };
}

const config = ".git/config";
const home = "../home/.gitconfig";
const basis = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";

/** Each is one of git's ways to write something down; some of them no git reads. */
const lines = [
  "[commit]\n\tcleanup = strip",
  "[Commit]\n\tCleanUp=strip # why",
  '[commit]\n\ttemplate = "a b"',
  "[commit] template = ~/x ; why",
  "[commit]\n\tverbose",
  "[commit]\n\tverbose =",
  "[commit]\r\n\tstatus = false\r",
  "[core]\n\thooksPath = one two",
  '[core]\n\thooksPath = "#x"',
  "[core]\n\tcommentChar = %\n\tcommentchar = auto",
  "[user]\n\temail = é@example.org  ",
  '[user]\n\tname = "A # B"\n\temail = b@example.org',
  '[branch "a.B"]\n\tmergeOptions = --no-ff  -m x',
  '[branch "q\\"q"]\n\tmergeoptions = x',
  "[commit]\n\ttemplate = a\\\n b",
  "[advice]\n\tignoredHook = false",
  "[help]\n\tautocorrect = 1",
];
const uncertain = [
  "[commit]\n\ttemplate = a\tb",
  '[commit]\n\ttemplate = "a"b',
  "[commit]\n\ttemplate = a\\tb",
  '[commit]\n\ttemplate = "" a',
  "[include]\n\tpath = more",
  '[includeIf "gitdir:/"]\n\tpath = more',
  "[commit\n\tcleanup = strip",
  "[commit]\n\tcleanup strip",
];

describe("a file", () => {
  test.each(lines.flatMap((text) => [config, home].map((path) => [path, text])))("%s: %j", (path, text) => {
    const before = path === config ? basis : "";
    const { read, asked } = readBoth({ files: { [path as string]: `${before}${text}\n` } });
    expect(read).toEqual(asked);
  });

  test("all of them, in both", () => {
    const text = lines.join("\n");
    const { read, asked } = readBoth({ files: { [config]: `${basis}${text}`, [home]: text } });
    expect(read).toEqual(asked);
    expect(read?.length).toBeGreaterThan(30);
  });

  test.each(uncertain)("%j is left to git", (text) => {
    const { read } = readBoth({ files: { [config]: `${basis}${text}\n` } });
    expect(read).toBe(null);
  });

  test("a work tree's own counts where the repository says so, and nobody else", () => {
    const own = { ".git/config.worktree": "[commit]\n\tcleanup = strip\n" };
    const extension = "[extensions]\n\tworktreeConfig = true\n";
    const inRepository = readBoth({ files: { ...own, [config]: basis + extension } });
    expect(inRepository.read).toEqual(inRepository.asked);
    expect(inRepository.read).toContainEqual({ key: "commit.cleanup", value: "strip" });
    const atHome = readBoth({ files: { ...own, [home]: extension } });
    expect(atHome.read).toEqual(atHome.asked);
    expect(atHome.read).not.toContainEqual({ key: "commit.cleanup", value: "strip" });
  });
});

describe("the environment and the command line", () => {
  const count = (value: string): { [name: string]: string } => ({
    GIT_CONFIG_COUNT: value,
    GIT_CONFIG_KEY_0: "Core.hooksPath",
    GIT_CONFIG_VALUE_0: " a\tb",
  });
  test.each<[string, Place]>([
    ["HOME that is not there", { env: { HOME: "/nowhere" } }],
    ["no HOME", { env: { HOME: undefined } }],
    ["an empty HOME", { env: { HOME: "" } }],
    ["GIT_CONFIG_GLOBAL", { env: { GIT_CONFIG_GLOBAL: "/dev/null/x" } }],
    ["an empty GIT_CONFIG_GLOBAL", { env: { GIT_CONFIG_GLOBAL: "" } }],
    ["XDG_CONFIG_HOME", { env: { XDG_CONFIG_HOME: "/nowhere" } }],
    ["GIT_CONFIG_COUNT", { env: count("1") }],
    ["an empty GIT_CONFIG_COUNT", { env: count("") }],
    ["-c", { words: ["-c", "COMMIT.cleanup=x=y", "-c", "commit.verbose", "-c", "user.email="] }],
    ["-c after GIT_CONFIG_COUNT", { words: ["-c", "core.hookspath=z"], env: count("1") }],
    ["-c for a branch", { words: ["-c", "branch.A.b.MergeOptions=z"] }],
  ])("%s", (_, place) => {
    const { read, asked } = readBoth(place);
    expect(read).toEqual(asked);
  });

  test.each<[string, Place]>([
    ["a GIT_CONFIG_COUNT that is no number", { env: count("1x") }],
    ["GIT_CONFIG_PARAMETERS", { env: { GIT_CONFIG_PARAMETERS: "'user.email'='x'" } }],
    ["a variable of a later git", { env: { GIT_CONFIG_NEXT: "x" } }],
    ["GIT_COMMON_DIR", { env: { GIT_COMMON_DIR: ".git" } }],
    ["a relative path", { env: { GIT_CONFIG_GLOBAL: "x" } }],
    ["a relative HOME", { env: { HOME: "x" } }],
    ["--config-env", { words: ["--config-env=user.email=HOME"] }],
    ["-c include.path", { words: ["-c", "include.path=x"] }],
    ["a file that is a folder", { env: { GIT_CONFIG_GLOBAL: "/" } }],
  ])("%s is left to git", (_, place) => {
    expect(readBoth(place).read).toBe(null);
  });
});

describe("another git than the system's", () => {
  function readWith(
    program: string,
    prepare: (sandbox: Sandbox, folder: string) => void,
  ): ConfigEntry[] | null {
    const sandbox = new Sandbox();
    const folder = join(sandbox.folder, "opt", "bin");
    mkdirSync(folder, { recursive: true });
    sandbox.shell(program.replaceAll("DIR", folder));
    prepare(sandbox, folder);
    const variables = sandbox.environment({ prefix: null, env: { GIT_CONFIG_NOSYSTEM: undefined } });
    const env = new Map(Object.entries({ ...variables, PATH: `${folder}:/usr/bin:/bin` }));
    const argv = ["git", "commit"];
    const host = createNodeHost({ argv, env, cwd: sandbox.repository });
    const repository = findRepository(host, []) as Repository;
    return readEntries(host, parseGlobalOptions(argv) as GlobalPart, repository);
  }

  const copy = "cp /usr/bin/git DIR/git";
  test("a script in front of it may set anything", () => {
    const script = "printf '#!/bin/sh\\nexec /usr/bin/git \"$@\"\\n' > DIR/git; chmod +x DIR/git";
    expect(readWith(script, () => undefined)).toBe(null);
  });

  test("whether it reads the system's file beside it, only it can say", () => {
    expect(readWith(copy, () => undefined)).not.toBe(null);
    const write = (text: string) => (sandbox: Sandbox, folder: string) =>
      void sandbox.write(join(folder, "..", "etc", "gitconfig"), text);
    expect(readWith(copy, write("[safe]\n\tdirectory = *\n"))).not.toBe(null);
    expect(readWith(copy, write("[core]\n\thooksPath = x\n"))).toBe(null);
  });
});
