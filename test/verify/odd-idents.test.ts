/** Author and committer lines that programs read differently: nobody passes for somebody else by one. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitObjects, useOneHook } from "../fix/repository.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { root } from "../support/paths.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";

interface Given {
  author?: string;
  committer?: string;
  message?: string;
}

function verify(sandbox: Sandbox, { message = "Bad\n", ...idents }: Given): Run {
  const [id = ""] = commitObjects(sandbox, [{ message, ...idents }]);
  return sandbox.interlock(["verify", id]);
}

const refused = (who: string): object => ({
  status: 2,
  stdout: expect.stringContaining(`its ${who} is not 'Name <mail>' with one pair of brackets`),
});

forBinaryAndColdSide(() => {
  test.each([
    "M <m@evil> <bot@trusted> 1 +0000",
    "M <bot@trusted> <m@evil> 1 +0000",
    "M <m@evil> 1 +0000 <bot@trusted>",
    "M <m@evil <bot@trusted>> 1 +0000",
    "<bot@trusted> <m@evil> 1 +0000",
    "M bot@trusted> 1 +0000",
    "M 1 +0000",
  ])("an author who may be somebody else is not trusted: %s", (author) => {
    const config = (globs: string): string =>
      `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "conventional-commits")}]\npush:\n  trustAuthors: [${globs}]\n`;
    for (const globs of ['"bot@trusted"', '"*<bot@trusted>"', '"*trusted*"']) {
      const sandbox = new Sandbox(config(globs));
      expect(verify(sandbox, { author }), globs).toMatchObject(refused("author"));
    }
    const sandbox = new Sandbox(config('"bot@trusted"'));
    expect(verify(sandbox, { author: "M <m@evil> 1 +0000" }).status).toBe(1);
    expect(verify(sandbox, { author: "Bot <bot@trusted> 1 +0000" })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("left alone: 1 commit: its author is in 'push.trustAuthors'"),
    });
  });

  test.each([
    ["A <a@x> B <b@x>", "A <a@x> B <b@x> 1 +0000"],
    ["A <a@x>", "A <a@x> B <b@x> 1 +0000"],
    ["A <a@x> 1 +0000 <z>", "A <a@x> 1 +0000 <z>"],
    [">", "A > 1 +0000"],
    [">", "> 1 +0000"],
    ["A", "A 1 +0000"],
  ])("a sign-off %j is not that of the committer %j", (value, committer) => {
    const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${join(root, "plugins", "dco")}]\n`);
    const message = `One\n\nSigned-off-by: ${value}\n`;
    expect(verify(sandbox, { committer, message })).toMatchObject(refused("committer"));
    // Nobody asks for the author.
    expect(
      verify(sandbox, { author: committer, committer: `${value} 1 +0000`, message }).stdout,
    ).not.toContain("its author is not");
  });

  test("names are compared as git shows them", () => {
    const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${join(root, "plugins", "dco")}]\n`);
    const signed = (value: string): string => `One\n\nSigned-off-by: ${value}\n`;
    const committer = "A B <a@x> 1 +0000";
    expect(verify(sandbox, { committer, message: signed("A B <a@x>") }).status).toBe(0);
    expect(verify(sandbox, { committer: "A B  <a@x> 1 +0000", message: signed("A B <a@x>") }).status).toBe(0);
    expect(verify(sandbox, { committer, message: signed("A\n B <a@x>") }).status).toBe(0);
    // git keeps the blanks before the fold.
    expect(verify(sandbox, { committer, message: signed("A \t  \n B <a@x>") }).status).toBe(1);
  });

  test("a rule that does not apply to a commit, or names nobody, asks for no ident", () => {
    const sandbox = new Sandbox();
    const committer = "A <a@x> <b@x> 1 +0000";
    const effects = "effects: [{type: text.ensureTrailer, key: By, value: '${git.committer}'}]";
    useOneHook(sandbox, `{id: local.a, hook: commit.message.finalize, when: {commit: [fixup]}, ${effects}}`);
    expect(verify(sandbox, { committer, message: "One\n" }).status).toBe(0);
    expect(verify(sandbox, { committer, message: "fixup! One\n" })).toMatchObject(refused("committer"));
    useOneHook(
      sandbox,
      "{id: local.a, hook: commit.message.finalize, effects: [{type: text.ensurePrefix, value: 'x '}]}",
    );
    expect(verify(sandbox, { author: committer, committer, message: "x One\n" }).status).toBe(0);
  });
});
