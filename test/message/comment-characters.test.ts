import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const scissors = "------------------------ >8 ------------------------";

/** What stands in the message, before cleanup. */
const messages: { [title: string]: string } = {
  "a line of text": "One\n\ntext\n",
  "comments of both kinds below a trailer": "One\n\nKey: value\n# a\n; b\n",
  "a number sign inside a trailer block": "One\n\nKey: value\n#12 x\nOther: value\n",
  "a semicolon inside a trailer block": "One\n\nKey: value\n; x\nOther: value\n",
  "a last paragraph that git would ignore under another setting": `One\n\n; ${botTrailer}\n`,
  "the trailer above such a paragraph": `One\n\n${botTrailer}\n\n; text\n`,
  "the trailer above a number sign": `One\n\n${botTrailer}\n\n# text\n`,
  "a scissors line": `One\n\ntext\n# ${scissors}\nbelow\n`,
  "a scissors line with a semicolon": `One\n\ntext\n; ${scissors}\n${botTrailer}\n`,
  "the trailer below a scissors line": `One\n\ntext\n# ${scissors}\n\n${botTrailer}\n`,
  "an at sign": "One\n\n@ a\n",
};

const settings = [";", "auto", "@", "#"];
const commands: { [title: string]: string } = {
  "-F": "git commit -q --allow-empty -F message",
  "-F --cleanup=strip": "git commit -q --allow-empty --cleanup=strip -F message",
  "-F --cleanup=verbatim": "git commit -q --allow-empty --cleanup=verbatim -F message",
  "-e": "GIT_EDITOR=true git commit -q --allow-empty -e -F message",
  "-s": "git commit -q --allow-empty -s -F message",
  "--trailer": "git commit -q --allow-empty --trailer 'Refs: x' -F message",
  "commit-msg":
    "printf '#!/bin/sh\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg; git commit -q --allow-empty -F message",
};

describe.each(settings)("in a repository with core.commentChar=%s", (char) => {
  test.each(Object.entries(commands))("committed by %s, the trailer is one for everybody", (_, command) => {
    const sandbox = new Sandbox();
    sandbox.realGit(["config", "core.commentChar", char]);
    const env = { GITHUB_APP_BOT_NAME: "Robo Bot", GITHUB_APP_BOT_EMAIL: "bot@example.org" };
    for (const [title, message] of Object.entries(messages)) {
      writeFileSync(join(sandbox.repository, "message"), message);
      expect(sandbox.shell(command, { env }), title).toMatchObject({ status: 0 });
    }
    const log = ["log", "-z", "--reverse", "--format=%(trailers:key=Co-authored-by)%x01%B"];
    const commits = sandbox
      .realGit(["-c", "core.commentChar=#", ...log])
      .stdout.split("\0")
      .slice(0, -1);
    expect(commits).toHaveLength(Object.keys(messages).length);
    Object.keys(messages).forEach((title, i) =>
      expect(commits[i]?.split("\x01")[0], `${title}: ${commits[i]}`).toBe(`${botTrailer}\n`),
    );
    expect(sandbox.interlock(["verify", "HEAD"])).toMatchObject({ status: 0 });
  });
});

test("where everything stands below a line that cuts for others, the commit is refused", () => {
  const sandbox = new Sandbox();
  sandbox.realGit(["config", "core.commentChar", ";"]);
  const run = sandbox.git(["commit", "-q", "--allow-empty", "-m", `# ${scissors}\n\ntext`]);
  expect(run.status).toBe(1);
  expect(run.stderr).toContain("breaks its rule for the trailer 'Co-authored-by'");
  expect(run.stderr).toContain("the message has no place for it");
});

test.each([
  ["a last paragraph behind another comment character", `One\n\n${botTrailer}\n\n; text\n`],
  ["a trailer below a scissors line", `One\n\n# ${scissors}\n\n${botTrailer}\n`],
  ["a block that is one only without its comments", `One\n\n${botTrailer}\n; x\n; y\n`],
])("verify takes no other reading: %s", (_, message) => {
  for (const char of ["#", ";", "auto"]) {
    const sandbox = new Sandbox();
    sandbox.realGit(["config", "core.commentChar", char]);
    sandbox.realGit(["commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m", message]);
    expect(sandbox.interlock(["verify", "HEAD"]).status, char).toBe(1);
  }
});
