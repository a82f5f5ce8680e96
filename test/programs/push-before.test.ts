/** `push.before`: programs that see what is pushed, once the gate has let it pass. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPushing, runLater, type Pushing } from "../push/pushing.ts";
import { serve } from "../support/serve-http.ts";
import { addProgram, keepsInput, sh, type ProgramForm } from "./with-program.ts";

function pushingWith(script: string, form: ProgramForm = {}): Pushing {
  const pushing = createPushing("version: 1\n");
  addProgram(pushing.sandbox, script, { hook: "push.before", ...form });
  pushing.sandbox.readyPlan();
  return pushing;
}

interface Told {
  payload: { refs: string[]; remote: string; metadata: { url: string } };
}

function readInputs({ sandbox }: Pushing): Told[] {
  const file = join(sandbox.folder, "home", "input");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const none = "0".repeat(40);
const refuses = sh("echo closed >&2; exit 2");
const rule = `    - id: acme.rule
      hook: commit.message.finalize
      effects: [{ type: text.forbidMatch, pattern: Bad, message: bad }]
`;

describe("a program", () => {
  test("reads the remote, its address, and each ref with both ids", () => {
    const pushing = pushingWith(keepsInput);
    const first = pushing.good("One");
    expect(pushing.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
    const second = pushing.good("Two");
    expect(pushing.run("git push -q $BARE main main:side")).toMatchObject({ status: 0 });
    expect(pushing.run("git push -q origin :side")).toMatchObject({ status: 0 });
    expect(readInputs(pushing)).toMatchObject([
      {
        hook: "push.before",
        payload: {
          refs: [`refs/heads/main ${first} refs/heads/main ${none}`],
          remote: "origin",
          metadata: { url: pushing.bare },
        },
      },
      {
        payload: {
          refs: [
            `refs/heads/main ${second} refs/heads/main ${first}`,
            `refs/heads/main ${second} refs/heads/side ${none}`,
          ],
          remote: pushing.bare,
        },
      },
      { payload: { refs: [`(delete) ${none} refs/heads/side ${second}`] } },
    ]);
  });

  test.each(["git push -q origin main", "git push -q --no-verify origin main", "git send-pack $BARE main"])(
    "refuses: %s ends, and nothing is sent",
    (line) => {
      const pushing = pushingWith(refuses);
      pushing.good();
      const run = pushing.run(line);
      expect(run.stderr).toContain("interlock: error: closed ('acme.check'");
      expect([run.status, pushing.arrived()]).toEqual([1, []]);
    },
  );

  test("is not asked if there is nothing to push, or the gate refuses", () => {
    const pushing = pushingWith(keepsInput, { effects: rule });
    pushing.good();
    pushing.run("git push -q origin main");
    pushing.run("git push -q origin main");
    expect(readInputs(pushing)).toHaveLength(1);
    pushing.bad();
    expect(pushing.run("git push -q origin main").status).not.toBe(0);
    expect(readInputs(pushing)).toHaveLength(1);
  });

  test("runs before the repository's own hook, which then still decides", () => {
    const pushing = pushingWith(keepsInput);
    pushing.sandbox.write(".git/hooks/pre-push", sh('test -s "$HOME/input" && echo own >&2; exit 1'), 0o755);
    pushing.good();
    const run = pushing.run("git push -q origin main");
    expect(run.stderr).toContain("own");
    expect([run.status, pushing.arrived()]).toEqual([1, []]);
  });

  test("that fails blocks the push, and one whose failure is ignored does not", () => {
    const failing = pushingWith(sh("exit 3"));
    failing.good();
    expect(failing.run("git push -q origin main").stderr).toContain("'acme.check' failed: exited with 3");
    expect(failing.arrived()).toEqual([]);
    const ignored = pushingWith(sh("exit 3"), { handler: "command: [./check], onFailure: ignore" });
    ignored.good();
    expect(ignored.run("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
  });

  test("is asked although commits are not judged: 'push.verify: off' is about these", () => {
    const pushing = pushingWith(refuses, { config: "push: { verify: off }\n" });
    pushing.good();
    expect(pushing.run("git push -q origin main").status).toBe(1);
  });

  test("over http is asked by the sender, once, and the record says so", async () => {
    const pushing = pushingWith(keepsInput, { config: "audit: {file: audit.log}\n" });
    pushing.sandbox.realGit(["config", "http.receivepack", "true"], { cwd: pushing.bare });
    const address = await serve(pushing.sandbox.folder);
    const id = pushing.good();
    expect(await runLater(pushing, `git push -q ${address} main`)).toMatchObject({ status: 0 });
    expect(readInputs(pushing)).toMatchObject([
      { payload: { refs: [`refs/heads/main ${id} refs/heads/main ${none}`], metadata: { url: address } } },
    ]);
    const record = readFileSync(join(pushing.sandbox.config, "../audit.log"), "utf8");
    expect(record).toContain('"interlock.unchanged.rules":["acme.check"]');
  });

  test("in a repository with SHA-256 reads 64 zeros for no id, from a sender as from git", () => {
    const pushing = pushingWith(keepsInput);
    const made = "git init -q --object-format=sha256";
    pushing.prepare(
      `${made} $OUT/new; ${made} --bare $OUT/new.git; cd $OUT/new; git commit -q --allow-empty -m x`,
    );
    const push =
      "cd $OUT/new; git push -q ../new.git HEAD:refs/heads/a; git send-pack ../new.git HEAD:refs/heads/b";
    pushing.run(push);
    const last = readInputs(pushing).map(({ payload }) => payload.refs[0]?.split(" ")[3]);
    expect(last).toEqual(["0".repeat(64), "0".repeat(64)]);
  });

  test.each(["git push -q origin :side", "git send-pack $BARE :side"])(
    "is asked about a deletion, which the record has: %s",
    (line) => {
      const pushing = pushingWith(keepsInput, { config: "audit: {file: audit.log}\n" });
      const id = pushing.good();
      pushing.prepare("git push -q origin main main:side");
      expect(pushing.run(line).status).toBe(0);
      const asked = `(delete) ${none} refs/heads/side ${line.includes("send-pack") ? none : id}`;
      expect(readInputs(pushing)).toMatchObject([{ payload: { refs: [asked] } }]);
      const record = readFileSync(join(pushing.sandbox.config, "../audit.log"), "utf8");
      expect(record).toContain(`"interlock.push.refs":["refs/heads/side"],"interlock.push.ids":["${none}"]`);
    },
  );

  test("over http refuses, too", async () => {
    const pushing = pushingWith(refuses);
    pushing.sandbox.realGit(["config", "http.receivepack", "true"], { cwd: pushing.bare });
    const address = await serve(pushing.sandbox.folder);
    pushing.good();
    const run = await runLater(pushing, `git push -q ${address} main`);
    expect(run.stderr).toContain("closed ('acme.check'");
    expect([run.status === 0, pushing.arrived()]).toEqual([false, []]);
  });

  test("cannot hide from the next one what is pushed", () => {
    const blinds = sh(`cat >/dev/null; echo '{"payload": {"refs": [], "remote": "", "metadata": {}}}'`);
    const pushing = pushingWith(blinds, {
      effects: `    - id: acme.next
      hook: push.before
      handler: { type: command, command: 'cat >>"$HOME/input"' }
`,
    });
    const id = pushing.good();
    pushing.run("git push -q origin main");
    expect(readInputs(pushing)).toMatchObject([
      {
        payload: {
          refs: [`refs/heads/main ${id} refs/heads/main ${none}`],
          remote: "origin",
          metadata: { url: pushing.bare },
        },
      },
    ]);
  });

  test("does not run in a dry run, which says so", () => {
    const pushing = pushingWith(keepsInput);
    pushing.good();
    const run = pushing.run("interlock explain -- git push -q origin main");
    expect(run.stdout).toContain("acme.check: programs do not run in a dry run");
    expect(readInputs(pushing)).toEqual([]);
  });

  test("in a dry run, each address is named, and a problem refuses as it would", () => {
    const pushing = pushingWith(keepsInput, { config: "envFile: values\n" });
    pushing.sandbox.write(join(pushing.sandbox.config, "../values"), "A=b\n");
    pushing.prepare(
      "git init -q --bare $OUT/second.git; git config --add remote.origin.pushurl $BARE; git config --add remote.origin.pushurl $OUT/second.git",
    );
    pushing.good();
    const explain = "interlock explain -- git push -q origin main";
    expect(pushing.run(explain).stdout.match(/acme\.check: programs do not run/g)).toHaveLength(2);
    pushing.sandbox.write(join(pushing.sandbox.config, "../values"), "no value\n");
    expect(pushing.run("git push -q origin main").stderr).toContain("the line is not NAME=value");
    expect(pushing.run(explain).stdout).toContain("the line is not NAME=value");
  });
});
