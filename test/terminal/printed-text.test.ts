/** Text from outside, such as a commit's title, within what interlock prints. */
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { root } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";

/** An escape sequence, C1, a turned line and an end of line that only some terminals know; then a letter of three bytes. */
const title = "a\x1b[2Jb\u009b2Jc\u202ed\u2066e\u2028f\u2030";
const shown = "a?[2Jb?2Jc?d?e?f\u2030";

test("nothing in a refused title steers the terminal", () => {
  const sandbox = new Sandbox(
    `version: 1\nplugins: {dirs: [${join(root, "plugins", "conventional-commits")}]}\n`,
  );
  const { status, stderr } = sandbox.git(["commit", "-q", "--allow-empty", "-m", title]);
  expect(status).toBe(1);
  // In quotes, a control character is a blank already.
  expect(stderr).toContain(encodeUtf8(`'${shown.replace("?", " ")}'`));
});

test("the Node host prints the same", () => {
  const file = new Sandbox().write("printed", "");
  const fd = openSync(file, "w");
  const { write } = createNodeHost({ argv: ["git"] });
  write(fd as 1, encodeUtf8(title + "\n"));
  write(fd as 1, encodeUtf8(`\x1b[31m${title}\x1b[0m`), true);
  closeSync(fd);
  expect(readFileSync(file, "utf8")).toBe(`${shown}\n\x1b[31m${shown}\x1b[0m`);
});
