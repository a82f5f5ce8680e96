/** One file a hook (`.interlock/hooks/*.yaml`), and conditions beside a handler, where git fires the point. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Sandbox } from "../support/sandbox.ts";
import { addProgram, sh, type ProgramForm } from "./with-program.ts";

const commit = ["commit", "-q", "--allow-empty", "-m", "fix"];
const file = (more = ""): string => `id: house_check
event_type: commit.message.finalize
${more}handler:
  kind: script
  command: ./scripts/check.sh
`;

/** A repository with a layer of its own that is used, and a program that keeps where it runs. */
function withLayer(install: string, hookFile = file()): Sandbox {
  const sandbox = new Sandbox(`version: 1\n${install}`);
  sandbox.write(".interlock/config.yaml", "version: 1\n");
  sandbox.write(".interlock/hooks/check.yaml", hookFile);
  sandbox.write("scripts/check.sh", sh("pwd >&2; exit 2"), 0o755);
  return sandbox;
}

const allowed = "layers: { repository: on }\nexecutableHooks: { allow: [house_check] }\n";

describe("a hook file of a repository", () => {
  test("runs at a commit, at the top of the repository, whatever folder the caller is in", () => {
    const sandbox = withLayer(allowed);
    sandbox.write("below/x", "");
    const run = sandbox.git(commit, { cwd: join(sandbox.repository, "below") });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(`${sandbox.repository} ('house_check'`);
  });

  test("does not run unless the install allows it, and its layer is used", () => {
    for (const install of ["layers: { repository: on }\n", "executableHooks: { allow: true }\n"]) {
      const sandbox = withLayer(install);
      expect(sandbox.git(commit).status).toBe(0);
    }
  });

  test("counts from the next commit on when it is added, changed or removed", () => {
    const sandbox = withLayer(allowed, file("enabled: false\n"));
    expect(sandbox.git(commit).status).toBe(0);
    sandbox.write(".interlock/hooks/check.yaml", file());
    expect(sandbox.git(commit).status).toBe(1);
    sandbox.shell("rm .interlock/hooks/check.yaml");
    expect(sandbox.git(commit).status).toBe(0);
    sandbox.write(".interlock/hooks/other.yaml", file());
    expect(sandbox.git(commit).status).toBe(1);
  });

  test("that is wrong is an error of the commit, and says where", () => {
    const sandbox = withLayer(allowed, file("match: { tool: Bash }\n"));
    const run = sandbox.git(commit);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("'house_check' has 'match.tool' at 'commit.message.finalize'");
  });
});

test("a hook file of the user runs, too, without a config file, and at the top of the repository", () => {
  const sandbox = new Sandbox("version: 1\n");
  const home = join(sandbox.folder, "home", ".config", "interlock", "hooks");
  sandbox.write(join(home, "scripts/check.sh"), sh("pwd >&2; exit 2"), 0o755);
  expect(sandbox.git(commit).status).toBe(0);
  sandbox.write(join(home, "check.yaml"), file().replace("./scripts/check.sh", "[./scripts/check.sh]"));
  const run = sandbox.git(commit);
  expect(run.stderr).toContain(`${sandbox.repository} ('house_check'`);
});

test.each(["commit.message.finalize", "tool.call.before"])(
  "a repository's of the same id, at %s, does not take its place",
  (point) => {
    const sandbox = withLayer(
      "layers: { repository: on }\n",
      file().replace("commit.message.finalize", point),
    );
    const home = join(sandbox.folder, "home", ".config", "interlock", "hooks");
    sandbox.write(join(home, "check.yaml"), file().replace("./scripts/check.sh", "exit 2"));
    const run = sandbox.git(commit);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("hook id 'house_check' is already taken");
    expect(sandbox.commitCount()).toBe(0);
  },
);

test.each([
  ["dev", 1],
  ["production", 0],
])("'environments: [dev]' where the environment is '%s'", (environment, status) => {
  const sandbox = withLayer(
    `${allowed}config: { environment: ${environment} }\n`,
    file("environments: [dev]\n"),
  );
  expect(sandbox.git(commit).status).toBe(status);
  const run = sandbox.interlock(["explain", "--", "git", ...commit]);
  if (status === 0) expect(run.stdout).toContain("house_check: the environment is 'production', not 'dev'");
});

describe("'when' beside a handler", () => {
  const withProgram = (more: string, form: ProgramForm = {}): Sandbox => {
    const sandbox = new Sandbox("version: 1\n");
    addProgram(sandbox, sh("echo no >&2; exit 2"), { more, ...form });
    sandbox.realGit(commit);
    sandbox.realGit(["remote", "add", "origin", "https://github.com/acme/x.git"]);
    return sandbox;
  };
  test.each([
    ["commit: [amend]", 0, 1],
    ["commit: [composed]", 1, 0],
    ["remote: ['github.com/acme/*']", 1, 1],
    ["remote: ['github.com/other/*']", 0, 0],
    ["envPresent: [GITHUB_APP_BOT_NAME]", 1, 1],
    ["configPresent: [none]", 0, 0],
  ])("when: { %s }: a commit ends with %i, an amended one with %i", (condition, composed, amended) => {
    const sandbox = withProgram(`when: { ${condition} }`);
    expect(sandbox.git(commit).status).toBe(composed);
    expect(sandbox.git(["commit", "-q", "--amend", "--no-edit", "--allow-empty"]).status).toBe(amended);
  });
});

test("through the library 'when' is asked about what the caller says of the commit", () => {
  const sandbox = new Sandbox("version: 1\n");
  addProgram(sandbox, sh("echo no >&2; exit 2"), { more: "when: { remote: ['github.com/acme/*'] }" });
  const dispatch = (point: string, payload: string): number | string =>
    sandbox.interlock(["dispatch", point], { input: payload }).status;
  expect(dispatch("commit.message.finalize", '{"text": "x"}')).toBe(0);
});

describe("hook files of a user who has no config", () => {
  test.each(["XDG_CONFIG_HOME", "HOME"])("apply, by %s, and from the next commit on", (name) => {
    const sandbox = new Sandbox();
    expect(sandbox.git(commit).status).toBe(0);
    const home = join(sandbox.folder, "other");
    const folder = join(home, name === "HOME" ? ".config" : "", "interlock", "hooks");
    sandbox.write(
      join(folder, "check.yaml"),
      'id: own\nevent_type: commit.message.finalize\nhandler: {kind: command, command: [sh, -c, "echo closed >&2; exit 2"]}\n',
    );
    const names = { GIT_CONFIG_GLOBAL: join(sandbox.folder, "home", ".gitconfig") };
    const run = sandbox.git(commit, { env: { ...names, [name]: home } });
    expect(run.stderr).toContain("closed ('own'");
    expect(run.status).toBe(1);
    expect(sandbox.git(commit).status).toBe(0);
  });
});
