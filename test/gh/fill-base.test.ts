import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import {
  composeFill,
  fillForm,
  fillLogArguments,
  headBranch,
  heedsGhRepo,
  readFillLog,
} from "../../shim/gh/fill.ts";
import {
  baseRef,
  defaultBranchArguments,
  findBase,
  readRemotes,
  remotesArguments,
  resolvedArguments,
} from "../../shim/gh/fill-base.ts";
import { GhSandbox, realGh } from "./gh-sandbox.ts";
import { GithubServer } from "./github-server.ts";

test("remotes come in gh's order, with what it resolved", () => {
  const remotes = readRemotes(
    "a\t/srv/x.git (fetch)\na\thttps://github.com/push/only.git (push)\nb\tgit@github.com:Me/demo.git (fetch)\n" +
      "origin\thttps://user@github.com/me/demo (fetch)\nupstream\tssh://git@GitHub.com:22/octo/demo.git (fetch)\n",
    "remote.b.gh-resolved base\n",
  );
  expect(remotes).toEqual([
    { name: "upstream", repository: "github.com/octo/demo", resolved: "" },
    { name: "origin", repository: "github.com/me/demo", resolved: "" },
    { name: "a", repository: "github.com/push/only", resolved: "" },
    { name: "b", repository: "github.com/Me/demo", resolved: "base" },
  ]);
  expect(findBase({ remotes, repo: null, host: "", canPrompt: false })).toBe("github.com/Me/demo");
  expect(findBase({ remotes, repo: "o/r", host: "", canPrompt: false })).toBe("github.com/o/r");
  expect(findBase({ remotes, repo: "h.org/o/r", host: "", canPrompt: false })).toBe("h.org/o/r");
  expect(findBase({ remotes, repo: "https://h.org/o/r", host: "", canPrompt: false })).toBe("h.org/o/r");
  const unresolved = remotes.slice(0, 3);
  expect(findBase({ remotes: unresolved, repo: null, host: "", canPrompt: false })).toBe(
    "github.com/octo/demo",
  );
  // On a terminal gh asks its server, and then the person.
  expect(findBase({ remotes: unresolved, repo: null, host: "", canPrompt: true })).toBe(null);
  expect(findBase({ remotes, repo: null, host: "other.org", canPrompt: false })).toBe(null);
  expect(baseRef(remotes, "github.com/OCTO/demo", "main")).toBe("upstream/main");
  expect(baseRef(remotes, "github.com/x/y", "main")).toBe("main");
});

interface Setup {
  title: string;
  git?: string[][];
  words?: string[];
  env?: { [name: string]: string };
  base: string;
}

const upstream = ["remote", "add", "upstream", "git@github.localhost:up/demo.git"];
const fetched = ["update-ref", "refs/remotes/upstream/main", "refs/remotes/origin/new-topic_1~1"];
const setups: Setup[] = [
  { title: "one remote", base: "origin/main" },
  {
    title: "a base by name",
    git: [["branch", "dev", "main"]],
    words: ["--base", "main"],
    base: "origin/main",
  },
  { title: "two remotes", git: [upstream, fetched], base: "upstream/main" },
  {
    title: "a default that was set",
    git: [upstream, fetched, ["config", "remote.origin.gh-resolved", "base"]],
    base: "origin/main",
  },
  {
    title: "a repository",
    git: [upstream, fetched],
    words: ["-R", "octo/demo", "-H", "new-topic_1"],
    base: "origin/main",
  },
  {
    title: "a repository that no remote leads to",
    words: ["-R", "other/thing", "-H", "fork:new-topic_1"],
    base: "main",
  },
  { title: "GH_REPO", git: [upstream, fetched], env: { GH_REPO: "octo/demo" }, base: "upstream/main" },
];

test.each(setups)(
  "--fill takes the commits since the base: $title",
  async ({ git = [], words = [], env = {}, base }) => {
    const server = await GithubServer.start();
    const box = new GhSandbox();
    onTestFinished(async () => {
      await server.stop();
      box.remove();
    });
    box.commitMore();
    for (const each of git) box.git(...each);

    const version = spawnSync(realGh, ["--version"], { encoding: "utf8" }).stdout;
    const resolved = git.some((each) => each[0] === "config") ? box.git(...resolvedArguments) : "";
    const remotes = readRemotes(box.git(...remotesArguments), resolved);
    const flag = (name: string): string | null => words[words.indexOf(name) + 1] ?? null;
    const repo = words.includes("-R") ? flag("-R") : heedsGhRepo(version) ? (env["GH_REPO"] ?? null) : null;
    const found = findBase({ remotes, repo, host: "github.localhost", canPrompt: false }) as string;
    const branch = words.includes("--base")
      ? flag("--base")
      : (await box.gh(server, defaultBranchArguments(found), { env })).stdout.trim();
    const ref = baseRef(remotes, found, branch as string);
    if (heedsGhRepo(version) === false) expect(ref).toBe(base);
    const head = words.includes("-H") ? headBranch(flag("-H") as string) : "new-topic_1";
    const commits = readFillLog(box.git(...fillLogArguments(ref, head)));

    server.begin();
    const run = await box.gh(server, ["pr", "create", "--fill", ...words], { env });
    expect(server.sent.length, run.stderr).toBe(1);
    const body = composeFill("fill", fillForm(version), commits ?? []);
    expect(server.sent[0]?.body).toMatchObject({ body });
  },
);
