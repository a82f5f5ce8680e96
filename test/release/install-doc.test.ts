/** docs/install.md shows the commands that `npm run packages:check` types in clean root filesystems. */
import { expect, test } from "vitest";
import { aptCommands } from "../../scripts/release/check/deb-install.mjs";
import { npmCommands } from "../../scripts/release/check/npm-install.mjs";
import { readPage } from "../docs/pages.ts";
import { readSteps, type Block } from "../docs/read-blocks.ts";

/** Of the block that begins with this command, without prompts and comments. */
function commandsOf(start: string): string[] {
  const blocks = readSteps(readPage("docs/install.md")).filter(
    (step): step is Block => step.kind === "block",
  );
  const block = blocks.find(({ text }) => text.startsWith(`# ${start}`));
  return (block?.text.trimEnd() ?? "").split("\n").map((line) => line.slice(2).replace(/ {2,}# .*/, ""));
}

test("with apt", () => {
  const typed = aptCommands("./interlock_0.1.0_amd64.deb").map((line) => line.replace(" -y ", " "));
  expect(commandsOf("apt-get install")).toEqual(typed.slice(0, -1));
  expect(readPage("docs/install.md")).toContain(`\`${typed.at(-1)}\``);
});

test("with npm", () => {
  const typed = npmCommands(["./interlock-0.1.0.tgz", "./interlock-linux-x64-0.1.0.tgz"]);
  expect(commandsOf("npm install")).toEqual(typed.map((line) => line.replace(" --offline", "")));
});
