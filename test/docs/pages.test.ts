import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { root } from "../support/paths.ts";
import { checkFile } from "./check-file.ts";
import { isAsShown } from "../support/compare-output.ts";
import { elsewhere, pages, readPage } from "./pages.ts";
import { readCommands, readFileName, readSteps, type Block, type Step } from "./read-blocks.ts";
import { createWorld, removeWorld, runCommands, writeCommand } from "./run-session.ts";

/** Nobody types these: drawings, messages, outputs. */
const isForReading = ["", "text", "markdown", "mermaid"];
const isForShell = ["console", "sh"];

interface Session {
  name: string;
  hasInterlock: boolean;
  steps: Exclude<Step, { kind: "session" }>[];
}

/** `session` comments divide a page. */
function readSessions(page: string): Session[] {
  const sessions: Session[] = [{ name: "", hasInterlock: true, steps: [] }];
  for (const step of readSteps(readPage(page))) {
    if (step.kind === "session")
      sessions.push({ name: step.name, hasInterlock: step.hasInterlock, steps: [] });
    else sessions.at(-1)?.steps.push(step);
  }
  return sessions.filter(({ steps }) => steps.some(isRun));
}

function isRun(step: Step): boolean {
  if (step.kind !== "block" || step.notRun !== null || step.runBy !== null) return false;
  if (startsScripts(step)) return false;
  return isForShell.includes(step.language) || readFileName(step) !== null;
}

/** Long runs of this repository, tests by themselves; npm-scripts.test.ts looks whether they exist. */
function startsScripts(block: Block): boolean {
  return (
    block.language === "console" &&
    readCommands(block).every(({ command }) => /^npm (run|test)\b/.test(command))
  );
}

interface Typed {
  line: number;
  command: string;
  shown: string[] | null;
}

function readTyped(step: Session["steps"][number]): Typed[] {
  if (step.kind === "setup") return [{ line: step.line, command: step.commands, shown: null }];
  if (!isRun(step)) return [];
  if (step.language === "console") return readCommands(step);
  if (step.language === "sh") return [{ line: step.line, command: step.text.trimEnd(), shown: null }];
  return [{ line: step.line, command: writeCommand(readFileName(step) as string, step.text), shown: null }];
}

interface Difference {
  typed: Typed;
  status: number;
  printed: string[];
}

/** With UPDATE_DOCS=1, the page shows afterwards what was printed. */
function updatePage(page: string, differences: readonly Difference[]): void {
  const lines = readPage(page).split("\n");
  const lastFirst = differences.toSorted((a, b) => b.typed.line - a.typed.line);
  for (const { typed, printed } of lastFirst.filter(({ typed: { shown } }) => shown !== null)) {
    const first = typed.line - 1 + typed.command.split("\n").length;
    lines.splice(first, typed.shown?.length ?? 0, ...printed);
  }
  if (lastFirst.length > 0) writeFileSync(join(root, page), lines.join("\n"));
}

describe.each(pages)("%s", (page) => {
  const sessions = readSessions(page);
  const differences: Difference[] = [];
  if (sessions.length > 0)
    test.each(sessions.map((session) => [session.name, session] as const))(
      "its commands print what it shows: %s",
      async (_, { steps, hasInterlock }) => {
        const world = createWorld(hasInterlock);
        onTestFinished(() => removeWorld(world));
        const typed = steps.flatMap(readTyped);
        const outcomes = await runCommands(
          world,
          typed.map(({ command }) => command),
        );
        const wrong = typed.flatMap((one, i): Difference[] => {
          const { status, printed } = outcomes[i] as (typeof outcomes)[number];
          // If the output is not shown, the reader takes it that the command succeeds.
          const isRight = one.shown === null ? status === 0 : isAsShown(one.shown, printed);
          return isRight ? [] : [{ typed: one, status, printed }];
        });
        differences.push(...wrong);
        expect(
          wrong.map(({ typed: { line, command, shown }, status, printed }) => ({
            line,
            command,
            status,
            shown: shown?.join("\n"),
            printed: printed.join("\n"),
          })),
        ).toEqual([]);
      },
    );

  afterAll(() => {
    if (process.env["UPDATE_DOCS"] === "1") updatePage(page, differences);
  });

  test("every block is run, checked, or says why not", () => {
    const blocks = readSteps(readPage(page)).filter((step): step is Block => step.kind === "block");
    const wrong = blocks
      .filter(({ notRun, runBy }) => notRun === null && runBy === null)
      .filter((block) => !isRun(block) && !startsScripts(block) && !isForReading.includes(block.language))
      .map((block) => ({ line: block.line, problem: checkFile(block) }))
      .filter(({ problem }) => problem !== null);
    expect(wrong).toEqual([]);
  });
});

test("a test that is to run a block of a page reads that page", () => {
  for (const page of pages)
    for (const step of readSteps(readPage(page)))
      if (step.kind === "block" && step.runBy !== null)
        expect(readFileSync(join(root, step.runBy), "utf8"), step.runBy).toContain(basename(page));
});

test("pages that are left out are run by a test that exists", () => {
  for (const [page, path] of Object.entries(elsewhere)) {
    expect(existsSync(join(root, page)), page).toBe(true);
    expect(existsSync(join(root, path)), path).toBe(true);
  }
});
