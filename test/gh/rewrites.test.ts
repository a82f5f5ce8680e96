/** The lines of the table with other texts and one label more: gh then sends just these, once, and all else as before. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { ApiLine } from "../../shim/gh/api-line.ts";
import { readPayload } from "../../shim/gh/api-payload.ts";
import { editApi, readApiTexts, type PlaceEdit } from "../../shim/gh/api-texts.ts";
import { readGhLine } from "../../shim/gh/command-line.ts";
import {
  editLine,
  mustGoByFile,
  spellWords,
  type CarriedText,
  type LineEdit,
} from "../../shim/gh/edit-line.ts";
import { composeFill, fillForm, fillLogArguments, readFillLog } from "../../shim/gh/fill.ts";
import { withMessage, type MergeLine } from "../../shim/gh/merge-line.ts";
import { withBody, withLabels, type BodySource, type TextLine } from "../../shim/gh/text-line.ts";
import { allCases, wordsOf, type GhCase } from "./command-lines.ts";
import type { Sent } from "./github-server.ts";
import { CaseRunner, configOf } from "./run-case.ts";

let runner: CaseRunner;
beforeAll(async () => {
  runner = await CaseRunner.start();
});
afterAll(() => runner.stop());

/** What the integration will do: read, change, edit. */
interface Rewritten {
  words: string[];
  stdin: string | undefined;
  /** Texts before and after, as Unicode. */
  texts: [before: string, after: string][];
  labels: string[] | null;
}

const more = "\n\nAdded by a rule";

function bodyText(each: GhCase, body: BodySource | null): string | null {
  switch (body?.from) {
    case "argument":
      return body.text;
    case "file":
      return runner.readFile(body.path);
    case "stdin":
      return encodeUtf8(each.stdin ?? "");
    case "fill": {
      const log = runner.boxOf(each).git(...fillLogArguments("origin/main", "new-topic_1"));
      return composeFill(body.style, fillForm("gh version 2.23.0"), readFillLog(encodeUtf8(log)) ?? []);
    }
    default:
      return null;
  }
}

function carry(text: string): CarriedText {
  if (!mustGoByFile(text)) return { by: "argument", text };
  return { by: "file", file: runner.box.write("long-text", Buffer.from(text, "latin1")) };
}

function rewriteText(each: GhCase, line: TextLine | MergeLine): { edits: LineEdit[]; body: string | null } {
  const body = bodyText(each, line.body);
  const carried = body === null ? null : carry(body + more);
  if (line.kind === "merge") return { edits: carried ? [withMessage(line, null, carried)] : [], body };
  const edits = carried ? [withBody(line, carried)] : [];
  if (line.labels !== null) edits.push(withLabels(line, [...line.labels, encodeUtf8("größe")]));
  return { edits, body };
}

function rewriteApi(each: GhCase, line: ApiLine): { edit: LineEdit; input: string | null; bodies: string[] } {
  const payload = readPayload(
    line,
    (file) => (file === "-" ? encodeUtf8(each.stdin ?? "") : runner.readFile(file)),
    {},
  );
  if (typeof payload === "string") throw new Error(payload);
  const { texts, unreadable } = readApiTexts(line, payload);
  expect(unreadable).toEqual([]);
  const edits: PlaceEdit[] = [];
  const bodies: string[] = [];
  for (const { body, labels } of texts) {
    if (body && body.value !== null) {
      edits.push({ place: body.place, value: body.value + more });
      bodies.push(body.value);
    }
    if (labels && labels.value)
      edits.push({ place: labels.place, value: [...labels.value, encodeUtf8("größe")] });
  }
  return { ...editApi(line, payload, edits, "-", (text) => (carry(text) as { file: string }).file), bodies };
}

function rewrite(each: GhCase): Rewritten | null {
  const { argv, does } = readGhLine(["gh", ...wordsOf(each).map(encodeUtf8)], configOf(each));
  const spell = (at: number, edits: LineEdit[]): string[] =>
    spellWords(argv, editLine(argv, at, edits))
      .slice(1)
      .map(decodeUtf8);
  const changed = (texts: string[]): [string, string][] =>
    texts.map((text) => [decodeUtf8(text), decodeUtf8(text + more)]);
  if (does.kind === "text" || does.kind === "merge") {
    const { edits, body } = rewriteText(each, does);
    const labels = does.kind === "text" ? does.labels : null;
    return {
      words: spell(does.at, edits),
      stdin: each.stdin,
      texts: changed(body === null ? [] : [body]),
      labels,
    };
  }
  if (does.kind !== "api") return null;
  const { edit, input, bodies } = rewriteApi(each, does);
  const stdin = input === null ? each.stdin : decodeUtf8(input);
  return { words: spell(does.at, [edit]), stdin, texts: changed(bodies), labels: null };
}

/** The table's requests with each text exchanged where it stands as a whole, in a query's literal too. */
function expected(sends: Sent[], { texts }: Rewritten): Sent[] {
  let json = JSON.stringify(sends);
  for (const [before, after] of texts) {
    const [plain, nested] = [JSON.stringify(before), JSON.stringify(JSON.stringify(before)).slice(1, -1)];
    const isNested = !json.includes(`:${plain}`);
    const [from, to] = isNested
      ? [nested, JSON.stringify(JSON.stringify(after)).slice(1, -1)]
      : [`:${plain}`, `:${JSON.stringify(after)}`];
    expect(json.split(from).length, from).toBe(2);
    json = json.split(from).join(to);
  }
  const changed = JSON.parse(json) as { what: string; body: { [name: string]: string[] } }[];
  for (const { what, body } of changed) {
    // Labels that are taken away stay as they are.
    if (!what.startsWith("remove")) body["labelIds"]?.push("LABEL größe");
    body["labels"]?.push("größe");
  }
  return changed;
}

const ours = allCases.filter(({ sends }) => sends.length > 0);
test.each(ours.map((each) => ({ ...each, line: wordsOf(each).join(" ") })))(
  "gh $line, rewritten, sends the new text once",
  async (each) => {
    const rewritten = rewrite(each);
    if (!rewritten) {
      // A comment and a rebase are none of ours, and what a shell runs comes back by itself.
      expect(each.line).toMatch(/comments|merge 7 -r|^sh |^pr (?:comment|review)/);
      return;
    }
    const run = await runner.run(each, rewritten.words, rewritten.stdin);
    expect(run.sent, run.stderr).toEqual(expected(each.sends, rewritten));
  },
);

test.each(
  allCases
    .filter(({ sends }) => sends.length === 0)
    .map((each) => ({ ...each, line: wordsOf(each).join(" ") })),
)("gh $line sends nothing after an edit either", async (each) => {
  const { does } = readGhLine(["gh", ...wordsOf(each)], configOf(each));
  expect(["pass", "unreadable", "text", "api"]).toContain(does.kind);
  if (does.kind === "pass") return;
  // What gh would refuse for its flags is never taken for something else.
  expect((await runner.run(each)).sent).toEqual([]);
});

test("a body of 1 MB goes by a file", async () => {
  const text = "x".repeat(1 << 20);
  const each: GhCase = { words: "pr create -t T -F -", stdin: text, sends: [] };
  const rewritten = rewrite(each);
  expect(rewritten?.words.some((word) => word.startsWith("--body-file="))).toBe(true);
  const run = await runner.run(each, rewritten?.words);
  expect(run.sent[0]?.body).toMatchObject({ body: text + more });
});

test("a label comes to an issue that has none", async () => {
  const { argv, does } = readGhLine(
    ["gh", "issue", "create", "-t", "T", "-b", "B"],
    configOf({ words: "", sends: [] }),
  );
  if (does.kind !== "text") throw new Error(does.kind);
  const words = spellWords(argv, editLine(argv, does.at, [withLabels(does, ["a,b", "bug"])])).slice(1);
  const run = await runner.run({ words, sends: [] });
  expect(run.sent[0]?.body).toMatchObject({ labelIds: ["LABEL a,b", "LABEL bug"] });
});
