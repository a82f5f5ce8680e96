/** Where gh asks on a terminal: what flags and the editor can carry goes through the rules, and the rest is said. */
import { expect, test } from "vitest";
import { described, policyConfig } from "./policy.ts";
import { withGithub } from "./with-github.ts";

type Steps = [shows: string, keys: string][];
const submit: Steps[number] = ["next?", "\r"];

async function onTerminal(words: string[], steps: Steps, config = "", settings = "aliases: {}\n") {
  const { box, server, installed } = await withGithub(policyConfig(config));
  box.write("home/.config/gh/config.yml", settings);
  const editor = box.write("editor.sh", "#!/bin/sh\nprintf '\\n\\nand typed' >> \"$1\"\n");
  box.write("repo/recovered.json", JSON.stringify({ Title: "Recovered title", Body: "Recovered" }));
  const env = { ...installed.env, GH_EDITOR: `sh ${editor}` };
  const run = await box.ghOnTerminal(server, words, steps, env, installed.program);
  return { ...run, sent: server.sent };
}

interface Case {
  words: string[];
  steps: Steps;
  sends: object;
}

const held: Case[] = [
  {
    words: ["pr", "create", "-b", "Given"],
    steps: [["Title", "Typed\r"], submit],
    sends: { title: "Typed", body: described("Given") },
  },
  { words: ["pr", "create", "-b", ""], steps: [["Title", "\r"], submit], sends: { body: described("") } },
  {
    words: ["pr", "create", "-t", "T", "-l", "bug"],
    steps: [["Body", "e"], submit],
    sends: { body: described("Because it was missing.\n\nReviewed-by: Bo\n\n\nand typed") },
  },
  {
    words: ["pr", "create", "--recover", "recovered.json"],
    steps: [["Title", "\r"], ["Body", "e"], submit],
    sends: { title: "Recovered title", body: described("Recovered\n\nand typed") },
  },
  {
    words: ["pr", "edit", "7"],
    steps: [
      ["What would you like to edit?", "\u001b[B \r"],
      ["Body", "e"],
      ["Submit?", "y\r"],
    ],
    sends: { body: described("Old body\n\nand typed") },
  },
  {
    words: ["issue", "create"],
    steps: [["Title", "T\r"], ["Body", "e"], submit],
    sends: { title: "T", body: "\n\nand typed", labelIds: ["LABEL agent", "LABEL größe"] },
  },
  // In the menu, the first of all labels is chosen beside those of the rule.
  {
    words: ["issue", "create", "-t", "T"],
    steps: [["Body", "\r"], ["next?", "\u001b[B\r"], ["add?", "\u001b[B \r"], ["Labels", " \r"], submit],
    sends: { labelIds: ["LABEL bug", "LABEL agent", "LABEL größe"] },
  },
];

test.each(held)("gh $words holds the rule", async ({ words, steps, sends }) => {
  const { status, screen, sent } = await onTerminal(words, steps);
  expect(status, screen).toBe(0);
  expect(sent[0]?.body).toMatchObject(sends);
});

const skipped: Case[] = [
  {
    words: ["pr", "create", "-t", "T"],
    steps: [["Body", "\r"], submit],
    sends: { body: "Because it was missing.\n\nReviewed-by: Bo\n" },
  },
  {
    words: ["pr", "create", "--recover", "recovered.json", "-b", "Given"],
    steps: [["Title", "\r"], submit],
    sends: { title: "Recovered title", body: "Recovered" },
  },
];

test.each(skipped)(
  "gh $words says that no rule may see it, and is refused under gh.strict",
  async ({ words, steps, sends }) => {
    const notice: Steps[number] = ["not checked: gh asks for the description", ""];
    const { sent } = await onTerminal(words, [notice, ...steps]);
    expect(sent).toMatchObject([{ body: sends }]);
    const strict = await onTerminal(words, [], "gh:\n  strict: true\n");
    expect(strict.status).toBe(1);
    expect(strict.screen).toContain("no rule can be applied to this: gh asks for the description");
    expect(strict.sent).toEqual([]);
  },
);

test("under gh.strict a title and a description on the command line are enough", async () => {
  const words = ["pr", "create", "-t", "T", "-b", "Given"];
  const { sent } = await onTerminal(words, [], "gh:\n  strict: true\n");
  expect(sent).toMatchObject([{ body: { body: described("Given") } }]);
});

const asks = "gh asks before it sends this, and lets you change labels or go on in the browser";

test.each<[string[], string]>([
  [["pr", "merge", "7", "-t", "S", "-b", "B"], "gh lets you edit the message of this merge"],
  [["issue", "create", "--recover", "recovered.json"], "the labels of the file of --recover replace"],
  [["pr", "create", "-b", "Given"], asks],
  [["pr", "create", "-b", "Given", "-l", "bug"], asks],
  [["issue", "create", "-t", "T"], asks],
  [["issue", "edit", "7"], "gh asks what to edit, labels too"],
  [["pr", "edit", "7"], "gh asks what to edit, labels too"],
])("gh %j may send something else, and is refused under gh.strict", async (words, says) => {
  const { status, screen, sent } = await onTerminal(words, [], "gh:\n  strict: true\n");
  expect(status).toBe(1);
  expect(screen).toContain(`no rule can be applied to this: ${says}`);
  expect(sent).toEqual([]);
});

test("a gh that does not know prefer_editor_prompt asks all the same", async () => {
  const words = ["pr", "create", "-t", "T"];
  const strict = "gh:\n  strict: true\n";
  const { screen, sent } = await onTerminal(words, [], strict, "prefer_editor_prompt: enabled\n");
  expect(screen).toContain("no rule can be applied to this: gh asks for the description");
  expect(sent).toEqual([]);
});
