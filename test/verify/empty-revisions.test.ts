/** What an unset variable leaves of a command line: git would read an empty list, or HEAD on both sides. */
import { beforeEach, expect, test } from "vitest";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { botTrailer, Sandbox, type Run } from "../support/sandbox.ts";

let sandbox: Sandbox;

function git(...words: string[]): void {
  expect(sandbox.realGit(words).status, words.join(" ")).toBe(0);
}

function verify(...words: string[]): Run {
  return sandbox.interlock(["verify", ...words]);
}

function verifyInput(input: string): Run {
  return sandbox.interlock(["verify", "--stdin"], { input });
}

const whereFrom = "in a script, see whether a variable is empty";

forBinaryAndColdSide(() => {
  /** `main` with a good commit, and `topic`, checked out, with a bad one more. */
  beforeEach(() => {
    sandbox = new Sandbox();
    git("commit", "-q", "--allow-empty", "-m", `Good\n\n${botTrailer}`);
    git("checkout", "-q", "-b", "topic");
    git("commit", "-q", "--allow-empty", "-m", "Bad");
  });

  test.each([[""], ["", "main..HEAD"], ["main..HEAD", ""], ["main\n\nHEAD"], ["main\n"], ["\r", "HEAD"]])(
    "an empty word or line is a wrong call: %j",
    (...words) => {
      expect(verify(...words)).toEqual({
        status: 129,
        stdout: "",
        stderr:
          "interlock: error: an empty word or line names no revision [E-wrong-usage]\n" +
          `hint: leave it out, or name one; ${whereFrom}\n`,
      });
    },
  );

  const emptySides = ["..HEAD", "...HEAD", "..", "..."];

  test.each(emptySides)("'%s' begins with nothing, which is a wrong call", (range) => {
    expect(verify("main", range)).toEqual({
      status: 129,
      stdout: "",
      stderr:
        `interlock: error: the range '${range}' begins with nothing, which git takes for HEAD [E-wrong-usage]\n` +
        `hint: write both sides, as in 'main..HEAD'; ${whereFrom}\n`,
    });
  });

  test.each(emptySides)("'%s' on standard input is refused, too", (range) => {
    expect(verifyInput(`main\n${range}\n`)).toEqual({
      status: 2,
      stdout: "",
      stderr:
        `interlock: error: the range '${range}' begins with nothing, which git takes for HEAD [E-not-possible]\n` +
        `hint: write both sides, as in 'main..HEAD'; ${whereFrom}\n`,
    });
  });

  test.each(["main\n\nmain..topic\n", "\n", "\nmain..topic\n", "main..topic\n\n", "main\r\n\r\ntopic\r\n"])(
    "an empty line on standard input, where git would stop to read, is refused: %j",
    (input) => {
      expect(verifyInput(input)).toEqual({
        status: 2,
        stdout: "",
        stderr:
          "interlock: error: an empty word or line names no revision [E-not-possible]\n" +
          `hint: leave it out, or name one; ${whereFrom}\n`,
      });
    },
  );

  test("a line with a NUL byte, where git would stop to read, is refused", () => {
    for (const input of ["main\0..topic\n", "main..topic\n\0\n"])
      expect(verifyInput(input)).toMatchObject({ status: 2, stdout: "" });
  });

  test("a standard input that cannot be read is not an empty one", () => {
    sandbox.readyPlan();
    const run = sandbox.shell("exec interlock verify --stdin < .");
    expect(run).toMatchObject({ status: 2, stdout: "" });
    expect(run.stderr).toContain("standard input cannot be read");
  });

  test("what is whole is judged", () => {
    const broken = { status: 1, stderr: "" };
    for (const words of [
      "main..HEAD",
      "main..",
      "main...",
      "main...HEAD",
      "HEAD^!",
      "HEAD^-",
      "@{0}",
      ":/Bad",
    ])
      expect(verify(words), words).toMatchObject(broken);
    for (const input of ["main..topic\n", "main..topic", "^main\r\ntopic\r\n", "main..topic\n--\n"])
      expect(verifyInput(input), JSON.stringify(input)).toMatchObject(broken);
    expect(verify("HEAD..main")).toMatchObject({ status: 0, stderr: "" });
  });
});
