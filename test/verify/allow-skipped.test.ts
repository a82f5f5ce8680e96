/** What `--allow-skipped` accepts, and that the author of a commit cannot choose to be skipped. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { addProgram, sh } from "../programs/with-program.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

/** A commit of these bytes, made HEAD. */
function commitObject(sandbox: Sandbox, header: string, message: string): void {
  const tree = sandbox.realGit(["mktree"]).stdout.trim();
  const hash = ["hash-object", "-t", "commit", "-w", "--stdin", "--literally"];
  const { stdout } = sandbox.realGit(hash, {
    input: Buffer.from(`tree ${tree}\n${header}\n${message}`, "latin1"),
  });
  sandbox.realGit(["update-ref", "refs/heads/main", stdout.trim()]);
}

const people = "author A <a@x> 1 +0000\ncommitter A <a@x> 1 +0000\n";

forBinaryAndColdSide(() => {
  test.each([
    ["names an encoding that no rule can be read in", `${people}encoding UTF-16\n`, "Bad\n"],
    ["has a NUL byte in its message", people, "Bad\n\0"],
    ["has two authors", `author A <a@x> 1 +0000\n${people}`, "Bad\n"],
  ])("a commit that %s is not accepted, and no hint says how", (_, header, message) => {
    const sandbox = new Sandbox();
    commitObject(sandbox, header, message);
    const plain = sandbox.interlock(["verify", "HEAD"]);
    expect(plain.stdout).toContain("not judged: commit ");
    expect(plain.stderr).toBe(
      "interlock: error: not everything could be judged here [E-not-possible]\n" +
        "hint: make these commits anew, with a plain header, in UTF-8, and not too long\n",
    );
    expect(plain.status).toBe(2);
    expect(sandbox.interlock(["verify", "--allow-skipped", "HEAD"])).toEqual(plain);
  });

  test("nor is one whose author has what no value may have, if a rule needs the author", () => {
    const sandbox = new Sandbox();
    sandbox.write(
      join(sandbox.folder, "interlock", "local", "plugin.yaml"),
      "name: local\nextensions:\n  hookApiVersion: 1\n  hooks:\n    - id: local.a\n      hook: commit.message.finalize\n" +
        '      effects: [{type: text.ensureTrailer, key: Signed-off-by, value: "${git.author}"}]\n',
    );
    sandbox.write(sandbox.config, "version: 1\nplugins: {dirs: [local]}\n");
    commitObject(sandbox, people.replace("author A", "author A\x01"), "Bad\n");
    expect(sandbox.interlock(["verify", "--allow-skipped", "HEAD"])).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("has a control character in it"),
    });
  });

  test("nor is one about which a program gives no answer, unless its failure is only a warning", () => {
    const sandbox = new Sandbox();
    commitObject(sandbox, people, `Good\n\n${botTrailer}\n`);
    const verify = () => sandbox.interlock(["verify", "--allow-skipped", "HEAD"]);
    addProgram(sandbox, sh("exit 9"), {
      handler: "command: [./check], deterministic: true, onFailure: block",
    });
    expect(verify()).toMatchObject({ status: 2, stderr: expect.stringContaining("fix the program") });
    addProgram(sandbox, sh("exit 9"), {
      handler: "command: [./check], deterministic: true, onFailure: warn",
    });
    expect(verify()).toMatchObject({ status: 0 });
  });

  test("a value that is not set is", () => {
    const sandbox = new Sandbox();
    commitObject(sandbox, people, "One\n");
    const env = { GITHUB_APP_BOT_NAME: undefined };
    expect(sandbox.interlock(["verify", "HEAD"], { env })).toMatchObject({ status: 2 });
    expect(sandbox.interlock(["verify", "--allow-skipped", "HEAD"], { env })).toMatchObject({ status: 0 });
  });
});
