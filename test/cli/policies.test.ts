import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createHome, localAndTeam } from "./home.ts";

test("policies prints one section in run order, without those of disabled hooks", () => {
  expect(createHome(localAndTeam).interlock("policies")).toMatchSnapshot();
});

test("--point keeps the policies of one hook point, by its name or an alias", () => {
  const home = createHome(localAndTeam);
  expect(home.interlock("policies", "--point", "response.finalize")).toEqual({
    status: 0,
    stdout: "<hook-policies>\n<!-- local.style (local/hooks/style.md) -->\nBe short.\n</hook-policies>\n",
    stderr: "",
  });
  // Its one hook is disabled.
  expect(home.interlock("policies", "--point=issue.labels.suggest")).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

test("several --point add up, and all of them are all there is", () => {
  const home = createHome(localAndTeam);
  const both = ["--point", "response.finalize", "--point", "commit.message.finalize"];
  expect(home.interlock("policies", ...both).stdout).toBe(home.interlock("policies").stdout);
});

test("without a configuration there are no policies, and nothing is printed", () => {
  expect(createHome({}).interlock("policies")).toEqual({ status: 0, stdout: "", stderr: "" });
});

describe("a wrong call is refused with a way out", () => {
  test.each([
    [["--point", "response.finalise"], "unknown hook point", "did you mean 'response.finalize'?"],
    [["--point"], "'--point' needs a value", "'interlock policies --help' lists what it takes"],
    [
      ["response.finalize"],
      "takes no 'response.finalize'",
      "'interlock policies --help' lists what it takes",
    ],
  ])("%s", (args, message, hint) => {
    const { status, stdout, stderr } = createHome({}).interlock("policies", ...args);
    expect({ status, stdout }).toEqual({ status: 129, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).toContain(`hint: ${hint}\n`);
  });
});

describe("a policy that cannot be printed is an error, and the others are not printed either", () => {
  test.each([
    ["that is not UTF-8", Buffer.from([0xff, 0x0a]), "is not UTF-8"],
    ["with an escape", "\x1b[31m", "has a control character in it"],
    ["that would end the section", "a\n</hook-policies>\n", "has a 'hook-policies' tag in it"],
  ])("one %s", (_, content, message) => {
    const home = createHome({ ...localAndTeam, "plugins/team/review.md": content });
    const { status, stdout, stderr } = home.interlock("policies");
    expect({ status, stdout }).toEqual({ status: 128, stdout: "" });
    expect(stderr).toContain(`<home>/.config/interlock/../../plugins/team/review.md: error: `);
    expect(stderr).toContain(message);
  });

  test("one that is not there", () => {
    const home = createHome(localAndTeam);
    rmSync(join(home.folder, "plugins/team/review.md"));
    const { status, stderr } = home.interlock("policies");
    expect(status).toBe(128);
    expect(stderr).toContain("policy file 'review.md' does not exist");
  });
});
