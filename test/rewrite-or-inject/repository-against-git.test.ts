/**
 * The repository that we find without asking is the one that git finds; where we cannot be certain, git is asked, once.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { askRepository } from "../../shim/git/ask-git.ts";
import { parseGlobalOptions, type GlobalPart } from "../../shim/git/global-options.ts";
import { findRepository } from "../../shim/git/repository.ts";
import type { Host } from "../../shim/host.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { Sandbox } from "../support/sandbox.ts";

/** From the sandbox's repository, after a script has run there. */
interface Place {
  what: string;
  script: string;
  folder: string;
  words?: string[];
}

function openPlace({ script, folder, words = [] }: Place): {
  host: Host;
  globals: GlobalPart;
  asked: string[][];
} {
  const sandbox = new Sandbox();
  expect(sandbox.shell(script, { prefix: null })).toMatchObject({ status: 0 });
  const env = new Map(Object.entries(sandbox.environment({ prefix: null })));
  const argv = ["git", ...words, "push"];
  const real = createNodeHost({ argv, env, cwd: join(sandbox.repository, folder) });
  const asked: string[][] = [];
  const runGit: Host["runGit"] = (args, options) => {
    asked.push(args);
    return real.runGit(args, options);
  };
  return { host: { ...real, runGit }, globals: parseGlobalOptions(argv) as GlobalPart, asked };
}

const bare = "git init -q --bare bare.git";
const linked = "git commit -q --allow-empty -m one && git worktree add -q ../tree";

const found: Place[] = [
  { what: "a work tree", script: "true", folder: "" },
  { what: "a folder of a work tree", script: "mkdir sub", folder: "sub" },
  { what: "a bare repository", script: bare, folder: "bare.git" },
  { what: "a folder of a bare repository", script: bare, folder: "bare.git/refs/heads" },
  { what: "a bare repository by -C", script: bare, folder: "", words: ["-C", "bare.git"] },
  { what: "the git folder of a work tree", script: "true", folder: ".git" },
];

test.each(found)("is found: $what", (place) => {
  const { host, globals, asked } = openPlace(place);
  const repository = findRepository(host, globals.options, true);
  expect(asked).toEqual([]);
  expect(repository).toEqual(askRepository(host, globals));
  expect(asked).toHaveLength(1);
});

const uncertain: Place[] = [
  { what: "the git folder of a linked work tree", script: linked, folder: ".git/worktrees/tree" },
  { what: "a bare repository with a work tree", script: bare, folder: "bare.git", words: ["--work-tree=.."] },
];

test.each(uncertain)("only git can say: $what", (place) => {
  const { host, globals, asked } = openPlace(place);
  expect(findRepository(host, globals.options, true)).toBeTypeOf("string");
  expect(askRepository(host, globals)).toHaveProperty("gitDir", host.cwd());
  expect(asked).toHaveLength(1);
});

test("git's answers are told apart where a path has line ends", () => {
  for (const make of ["git init -q 'a\nb'", "git init -q --bare 'a\nb'"]) {
    const { host, globals } = openPlace({ what: "", script: make, folder: "a\nb" });
    expect(askRepository(host, globals)).toEqual(findRepository(host, globals.options, true));
  }
});

test("git finds none", () => {
  const { host, globals, asked } = openPlace({ what: "", script: "true", folder: ".." });
  expect(askRepository(host, globals)).toBe(null);
  expect(asked).toHaveLength(1);
});
