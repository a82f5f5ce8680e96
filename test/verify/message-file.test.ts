import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/paths.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox, type Run, type RunOptions } from "../support/sandbox.ts";

const github = join(root, "plugins", "github");

/** One message from standard input. */
function verify(sandbox: Sandbox, input: string | Buffer, options: RunOptions = {}, ...more: string[]): Run {
  return sandbox.interlock(["verify", "--message-file", "-", ...more], { ...options, input });
}

forBinaryAndColdSide(() => {
  test("a message that breaks no rule is clean, from a file and from standard input", () => {
    const sandbox = new Sandbox();
    const text = `One\n\n${botTrailer}\n`;
    const clean = { status: 0, stdout: "interlock: 1 message, and no rule is broken\n", stderr: "" };
    expect(verify(sandbox, text)).toEqual(clean);
    sandbox.write("message", text);
    expect(sandbox.interlock(["verify", "--message-file", "message"])).toEqual(clean);
    expect(sandbox.interlock(["verify", `--message-file=${sandbox.repository}/message`])).toEqual(clean);
  });

  test("one that breaks a rule is shown with what is missing", () => {
    expect(verify(new Sandbox(), "One\n\nText.\n")).toEqual({
      status: 1,
      stdout: `message One
  github.ensure-bot-coauthor: lacks '${botTrailer}' (${github}/plugin.yaml:6)
     One

     Text.
    +
    +${botTrailer}

interlock: 1 of 1 message breaks a rule
`,
      stderr: "",
    });
  });

  test("it is judged as 'git commit -F' would store it", () => {
    const plugin = join(root, "plugins", "conventional-commits");
    const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${plugin}]\n`);
    for (const [text, status] of [
      ["\n\n  \nfix: it   \n\n\n\n# no comment to 'git commit -F'\n\n", 0],
      ["fix: it", 0],
      ["# fix: it\n", 1],
    ] as const) {
      expect(verify(sandbox, text).status, text).toBe(status);
      sandbox.realGit(["commit", "-q", "--allow-empty", "-F", "-"], { input: text });
      expect(sandbox.interlock(["verify", "HEAD^!"]).status, text).toBe(status);
    }
    expect(verify(sandbox, "").status).toBe(1);
  });

  test("the author and the committer are whom git would name here", () => {
    const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${join(root, "plugins", "dco")}]\n`);
    expect(verify(sandbox, "One\n\nSigned-off-by: Ann Author <ann@example.org>\n").status).toBe(0);
    expect(verify(sandbox, "One\n\nSigned-off-by: Bo <bo@example.org>\n").status).toBe(1);
  });

  test("it needs no repository, and a rule for remotes is not passed over there", () => {
    const sandbox = new Sandbox();
    const outside = { cwd: join(sandbox.folder, "home") };
    expect(verify(sandbox, `One\n\n${botTrailer}\n`, outside)).toMatchObject({ status: 0, stderr: "" });
    expect(verify(sandbox, "One\n", outside).status).toBe(1);
    sandbox.write(
      join(sandbox.folder, "interlock", "local", "plugin.yaml"),
      `extensions:
  hookApiVersion: 1
  hooks:
    - {id: local.a, hook: commit.message.finalize, when: {remote: [example.org/*]}, effects: [{type: text.ensureTrailer, key: Refs, value: x}]}
`,
    );
    sandbox.write(sandbox.config, "version: 1\nplugins: {dirs: [local]}\n");
    expect(verify(sandbox, "One\n", outside)).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("not judged: local.a: which remote the commits are for is not known"),
    });
    expect(verify(sandbox, "One\n", outside, "--remote=https://example.org/x").status).toBe(1);
  });

  test("what cannot be judged or read is said", () => {
    const sandbox = new Sandbox();
    expect(verify(sandbox, `One\0\n\n${botTrailer}\n`)).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/^not judged: message: its message has a NUL byte.* \(1 message\)\n/),
    });
    expect(verify(sandbox, "One\n", { env: { GITHUB_APP_BOT_NAME: undefined } })).toMatchObject({
      status: 2,
      stdout: expect.stringContaining("'GITHUB_APP_BOT_NAME' is not set here (1 message)\n"),
    });
    expect(sandbox.interlock(["verify", "--message-file", "nope"])).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "interlock: error: the message cannot be read from 'nope': no such file or folder [E-not-possible]\n" +
        "hint: name a file that can be read, or '-' for standard input\n",
    });
    expect(sandbox.interlock(["verify", "--message-file"]).status).toBe(129);
    expect(sandbox.interlock(["verify", "--message-file", "-", "HEAD"])).toMatchObject({
      status: 129,
      stderr: expect.stringContaining("'--message-file' and 'HEAD' are two ways to say which commits"),
    });
  });

  test("other formats name it, too", () => {
    const sandbox = new Sandbox();
    const run = (format: string): string => verify(sandbox, "One\n", {}, `--format=${format}`).stdout;
    expect(JSON.parse(run("json"))).toMatchObject({
      violations: [{ commit: "", title: "One", fix: "" }],
      summary: { commits: 1, broken: 1 },
    });
    expect(run("github")).toContain("::message One: lacks");
    expect(run("junit")).toContain('name="message One"');
    expect(run("sarif")).toContain('"fullyQualifiedName": "message"');
  });
});
