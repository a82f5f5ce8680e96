/** What `sudo -l` prints, read as sudo means it. */
import { expect, test } from "vitest";
import { parseSudoRules } from "../../shim/seal/sudo-rules.ts";

const begin = "Matching Defaults entries for ann on box:\n    env_reset, mail_badpass\n\n";

function parse(rules: string, defaults = begin): ReturnType<typeof parseSudoRules> {
  return parseSudoRules(`${defaults}User ann may run the following commands on box:\n${rules}\n`);
}

test.each([
  ["    (ALL : ALL) ALL", false, []],
  ["    (ALL) NOPASSWD: ALL", true, []],
  ["    (root) NOPASSWD: ALL", true, []],
  ["    (#0) NOPASSWD: ALL", true, []],
  ["    (postgres) NOPASSWD: ALL", false, []],
  ["    (ALL, !root) NOPASSWD: ALL", false, []],
  ["    (www, root : adm) SETENV: NOPASSWD: ALL", true, []],
  ["    (ALL) NOPASSWD: ALL, !/usr/bin/su", true, []],
  [
    "    (root) NOPASSWD: /usr/bin/apt-get update, /usr/bin/id",
    false,
    ["/usr/bin/apt-get update", "/usr/bin/id"],
  ],
  ["    (root) NOPASSWD: /usr/bin/id, PASSWD: ALL", false, ["/usr/bin/id"]],
  ["    (root) CWD=/srv NOPASSWD: /usr/bin/a x\\,y", false, ["/usr/bin/a x\\,y"]],
  ["    (ALL : ALL) ALL\n    (ALL) NOPASSWD: ALL", true, []],
])("%s", (rules, any, some) => {
  expect(parse(rules)).toEqual({ any, some });
});

test("users who are asked for no password at all", () => {
  expect(parse("    (ALL) ALL", begin.replace("env_reset", "env_reset, !authenticate"))).toEqual({
    any: true,
    some: [],
  });
  expect(parse("    (ALL) ALL", begin.replace("env_reset", "exempt_group=sudo"))).toMatchObject({
    any: true,
  });
});

test.each(["", "sudo: a password is required\n", "Sorry, user ann may not run sudo on box.\n"])(
  "nothing: %j",
  (list) => {
    expect(parseSudoRules(list)).toEqual({ any: false, some: [] });
  },
);
