/** Messages that nobody composed with `git commit`: what `git log` shows of them is what the rules are about. */
import { describe, expect, test } from "vitest";
import { commitObjects, useOneHook } from "../fix/repository.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { Sandbox } from "../support/sandbox.ts";

const scissors = "# ------------------------ >8 ------------------------";

function sandboxWith(effect: string): Sandbox {
  const sandbox = new Sandbox();
  useOneHook(sandbox, `{id: local.a, hook: commit.message.finalize, effects: [${effect}]}`);
  return sandbox;
}

/** Which of the stored messages 'interlock verify' refuses. */
function refusedOf(sandbox: Sandbox, messages: readonly string[]): string[] {
  const ids = commitObjects(
    sandbox,
    messages.map((message) => ({ message })),
  );
  const { stdout } = sandbox.interlock(["verify", "--stdin"], { input: ids.join("\n") });
  const named = new Set([...stdout.matchAll(/^commit ([0-9a-f]+)/gm)].map((match) => match[1]));
  return messages.filter((_, i) => named.has(ids[i]?.slice(0, 12)));
}

interface Rule {
  effect: string;
  kept: string[];
  broken: string[];
}

const prefix: Rule = {
  effect: '{type: text.ensurePrefix, value: "[ABC-1] ", required: true}',
  kept: [
    "[ABC-1] ok\n",
    "\n \n[ABC-1] ok",
    "[ABC-1]\n\nbody\n",
    `[ABC-1] ok\n${scissors}\nmore\n`,
    "fixup! [ABC-1] ok\n",
    "fixup! 1234567\n",
    "squash! deadbeef\n\nbody\n",
  ],
  broken: [
    "Bad\n",
    "",
    " \n",
    "\n\n",
    "\r\n",
    `${scissors}\nBad title\n`,
    `\n${scissors}\n\nBad body\n`,
    `${scissors}\n[ABC-1] not the title\n`,
    "fixup!\n",
    "fixup! \n\nBad\n",
    "fixup! 1234567 Bad\n",
    "fixup! 1234567\nBad\n",
  ],
};

const suffix: Rule = {
  effect: '{type: text.ensureSuffix, value: "Reviewed under policy 7.", required: true}',
  kept: [
    "T\n\nReviewed under policy 7.\n",
    "T\n\ntext\nReviewed under policy 7. \n\n",
    "T\n\nReviewed under policy 7.\n\nKey: value\nOther: value\n",
    "T\n\nReviewed under policy 7.\n\nKey: value\n of two lines\nSigned-off-by: A <a@x>\n",
    "T\n\nReviewed under policy 7.\n\n(cherry picked from commit 0123456789abcdef0123456789abcdef01234567)\n",
  ],
  broken: [
    "Bad\n",
    "",
    "\n",
    "Reviewed under policy 7.\n",
    `${scissors}\nBad title\n`,
    `${scissors}\n\nReviewed under policy 7.\n\nBad\n`,
    `T\n\nReviewed under policy 7.\n${scissors}\nBad more\n`,
    `T\n\nReviewed under policy 7.\n\nKey: value\n${scissors}\nBad more\n`,
    "T\n\nReviewed under policy 7.\n\nKey: value\n\n# Bad more\n",
    "T\n\nReviewed under policy 7.\n\nKey: value\n\nConflicts:\n\tBad more\n",
    "T\n\nReviewed under policy 7.\n\nSigned-off-by: A <a@x>\nBad more\n",
    "T\n\nReviewed under policy 7.\n\n# Bad more\nKey: value\n",
    "T\n\nSigned-off-by: A <a@x>\nReviewed under policy 7.\nBad more\nand more\n",
  ],
};

const wip: Rule = {
  effect: '{type: text.forbidMatch, pattern: "^WIP", message: no}',
  kept: ["x\n", "x\n\nWIP\n", "", "\n", "Not WIP \n"],
  broken: ["WIP x\n", "\nWIP x\n", " \nWIP x\n", "\r\n\t\nWIP x"],
};

const temp: Rule = {
  effect: '{type: text.forbidMatch, pattern: "^[Tt]emp$", message: no}',
  kept: ["temporary\n", "temp\n\nbody\n", "\n temp\n"],
  broken: ["temp\n", "temp \n", "temp\n\n", "\ntemp", "temp\r\n", "\n\nTemp\t\n \n"],
};

const line: Rule = {
  effect: '{type: text.forbidMatch, pattern: "(?m)^tmp$", message: no}',
  kept: ["a\n\ntmp x\n"],
  broken: ["a\n\ntmp\n", "a\n\ntmp \n", "a\n\ntmp\r\nb\n", "tmp\t"],
};

const conventional: Rule = {
  effect: "{type: text.requireMatch, pattern: '^(feat|fix): [^\\n]+', message: no}",
  kept: ["feat: x\n", "feat: x", "feat: x \n\nbody\r\n\n\n"],
  broken: [
    "Bad\n",
    "feat:  \n\nBad\n",
    "feat: \t\nBad\n",
    "feat: \r\n",
    "feat:  ",
    "Bad\n\nfeat: x\n",
    "",
    " ",
  ],
};

forBinaryAndColdSide(() => {
  test.each(Object.entries({ wip, temp, line, conventional }))(
    "a pattern sees the message as it is stored and as git shows it: %s",
    (_, { effect, kept, broken }) => {
      const sandbox = sandboxWith(effect);
      expect(refusedOf(sandbox, [...kept, ...broken])).toEqual(broken);
    },
  );

  test.each(Object.entries({ prefix, suffix }))(
    "a required %s is in what git shows, or the commit is refused",
    (_, { effect, kept, broken }) => {
      const sandbox = sandboxWith(effect);
      expect(refusedOf(sandbox, [...kept, ...broken])).toEqual(broken);
    },
  );

  test("a message that is in no commit yet is read in the same way", () => {
    const sandbox = sandboxWith(prefix.effect);
    const verify = (input: string): number | string =>
      sandbox.interlock(["verify", "--message-file", "-"], { input }).status;
    expect(["[ABC-1] ok\n", "", " \n", `${scissors}\nBad\n`].map(verify)).toEqual([0, 1, 1, 1]);
  });
});

describe("while a commit is made", () => {
  test.each(["[ABC-1] ", "#12 "])("no message passes without the required prefix %j", (value) => {
    const sandbox = sandboxWith(`{type: text.ensurePrefix, value: "${value}", required: true}`);
    const commit = (message: string, ...words: string[]): number | string =>
      sandbox.git(["commit", "-q", "--allow-empty", "--allow-empty-message", ...words, "-m", message]).status;
    expect(commit("Add it")).toBe(0);
    expect(sandbox.realGit(["log", "-1", "--format=%s"]).stdout).toBe(`${value}Add it\n`);
    for (const message of ["", `${scissors}\nBad`, "fixup!"]) expect(commit(message), message).toBe(1);
    // Cleanup would drop a title that begins with '#'.
    expect(commit("Add more", "--cleanup=strip")).toBe(value === "#12 " ? 1 : 0);
    expect(sandbox.interlock(["verify", "HEAD"])).toMatchObject({ status: 0 });
  });

  test("a message that git will not clean is matched as git will show it, too", () => {
    const sandbox = sandboxWith(wip.effect);
    const words = ["commit", "-q", "--allow-empty", "--cleanup=verbatim", "-m"];
    expect(sandbox.git([...words, "\nWIP x"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("'WIP' in 'WIP x': no"),
    });
    expect(sandbox.git([...words, "\nAdd it"]).status).toBe(0);
  });

  test("no message passes without the required suffix", () => {
    const sandbox = sandboxWith(suffix.effect);
    const commit = (message: string): number | string =>
      sandbox.git(["commit", "-q", "--allow-empty", "-m", message]).status;
    expect(commit("Add it\n\nKey: value")).toBe(0);
    expect(commit(`Add it\n\n${scissors}\nmore`)).toBe(1);
    expect(sandbox.interlock(["verify", "HEAD"])).toMatchObject({ status: 0 });
  });
});
