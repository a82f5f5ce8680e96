import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTerminal, type Session } from "../support/terminal.ts";
import { manifest, Workshop } from "./workshop.ts";

function onTerminal(box: Workshop, ...args: string[]): Session {
  return openTerminal(box, "interlock", args, { env: { INTERLOCK_CONFIG: undefined } });
}

/** Answers each question when it has been asked. Gives the exit status. */
async function answer(
  session: Session,
  answers: readonly (readonly [question: string, keys: string])[],
): Promise<number> {
  for (const [question, keys] of answers) {
    await session.shows(question);
    session.type(keys);
  }
  return (await session.ended).exitCode;
}

const wanted = "Write a plugin with a first rule, a policy and examples, too? [Y/n] ";
const named = "Its name [house-rules]: ";

test.each([
  [
    "enter, enter",
    [
      [wanted, "\r"],
      [named, "\r"],
    ],
    "house-rules",
  ],
  [
    "yes and a name",
    [
      [wanted, "y\r"],
      [named, "acme\r"],
    ],
    "acme",
  ],
  ["no", [[wanted, "n\r"]], null],
  ["the end of input", [[wanted, "\x04"]], null],
] as const)("init asks for a plugin: %s", async (_, answers, name) => {
  const box = new Workshop();
  const session = onTerminal(box, "init");
  expect(await answer(session, answers)).toBe(0);
  expect(existsSync(join(box.repository, ".interlock/config.yaml"))).toBe(true);
  expect(box.commit()).toBe(name === null ? "work\n" : `work\n\nChecked-by: ${name}\n`);
});

test("init asks nothing that a flag has answered, and asks again if the answer is no name", async () => {
  const box = new Workshop();
  const session = onTerminal(box, "init", "--plugin", "acme");
  expect(await answer(session, [])).toBe(0);
  expect(session.screen()).not.toContain("?");
  const other = new Workshop();
  expect(
    await answer(onTerminal(other, "init"), [
      [wanted, "\r"],
      [named, "Not One\r"],
      ["beginning with a letter: 'not-one'\r\nIts name [house-rules]: ", "not-one\r"],
    ]),
  ).toBe(0);
  expect(existsSync(join(other.repository, ".interlock/plugins/not-one"))).toBe(true);
});

test.each([
  ["y\r", 0],
  ["yes\r", 0],
  ["\r", 128],
  ["n\r", 128],
  ["\x04", 128],
] as const)("add asks before it installs programs: %j", async (keys, status) => {
  const box = new Workshop();
  const folder = box.source("rules", { "plugin.yaml": manifest("rules"), "hooks/run": "#!/bin/sh\n" });
  const before = box.everything();
  const session = onTerminal(box, "plugin", "add", folder);
  expect(
    await answer(session, [["'rules' brings programs, which run as you. Install it? [y/N] ", keys]]),
  ).toBe(status);
  // It was shown before the question.
  expect(session.screen()).toMatch(/Executables: 1\r\n {4}hooks\/run\r\n[^]*Install it\?/);
  if (status === 0) expect(existsSync(join(box.repository, ".interlock/plugins/rules/hooks/run"))).toBe(true);
  else expect(box.everything()).toEqual(before);
});

test("an interrupt at the question leaves nothing", async () => {
  const box = new Workshop();
  const folder = box.source("rules", { "plugin.yaml": manifest("rules"), "hooks/run": "#!/bin/sh\n" });
  const before = box.everything();
  const session = onTerminal(box, "plugin", "add", folder);
  await session.shows("[y/N] ");
  session.type("\x03");
  expect((await session.ended).signal).toBe(2);
  expect(box.everything()).toEqual(before);
});

test("an interrupt while git fetches leaves nothing", async () => {
  const box = new Workshop();
  // It takes the connection, and says nothing.
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const before = box.everything();
  const { port } = silent.address() as AddressInfo;
  const session = onTerminal(box, "plugin", "add", `git://127.0.0.1:${port}/acme/rules`);
  const [socket] = (await once(silent, "connection")) as [Socket];
  session.type("\x03");
  expect((await session.ended).exitCode).toBe(128);
  socket.destroy();
  expect(session.screen()).toContain(`interlock: fetching 'git://127.0.0.1:${port}/acme/rules'`);
  expect(box.everything()).toEqual(before);
});

test("without programs, and with --yes, nothing is asked", async () => {
  for (const [files, words] of [
    [{}, []],
    [{ "hooks/run": "#!/bin/sh\n" }, ["--yes"]],
  ] as const) {
    const box = new Workshop();
    const folder = box.source("rules", { "plugin.yaml": manifest("rules"), ...files });
    const session = onTerminal(box, "plugin", "add", folder, ...words);
    expect(await answer(session, [])).toBe(0);
    expect(session.screen()).not.toContain("[y/N]");
  }
});

test("on a terminal, list is a table", async () => {
  const box = new Workshop();
  box.plugin(
    "add",
    box.source("rules", { "plugin.yaml": manifest("rules"), "skills/a/SKILL.md": "" }),
    "--ref",
    "main",
  );
  const session = onTerminal(box, "plugin", "list");
  expect(await answer(session, [])).toBe(0);
  expect(session.screen().replace(/\r|\x1b\[[0-9]*m/g, "")).toBe(
    `NAME   LOCATION  SKILLS  RECIPES  HOOKS  POLICIES  EXECUTABLES  REF   VERSION
----   --------  ------  -------  -----  --------  -----------  ---   -------
rules  local     1       0        1      0         0            main  -
`,
  );
});

test("plugin init asks for a name", async () => {
  const box = new Workshop();
  expect(
    await answer(onTerminal(box, "plugin", "init"), [["Name of the plugin [house-rules]: ", "\r"]]),
  ).toBe(0);
  expect(box.plugin("test", "house-rules")).toMatchObject({ status: 0 });
});

test("a terminal that may not be opened again, as under su, is read as it is", async () => {
  const box = new Workshop();
  // Root may open everything, unless its capabilities are taken away.
  const script = `chmod 000 "$(tty)"; [ "$(id -u)" != 0 ] || set -- setpriv --bounding-set=-all --inh-caps=-all "$@"; exec "$@"`;
  const session = openTerminal(box, "sh", ["-c", script, "sh", "interlock", "init"], {
    env: { INTERLOCK_CONFIG: undefined },
  });
  expect(await answer(session, [[wanted, "n\r"]])).toBe(0);
  expect(existsSync(join(box.repository, ".interlock/config.yaml"))).toBe(true);
});
