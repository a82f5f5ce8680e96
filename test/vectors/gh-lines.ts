/** What becomes of a line of gh if every text gets a `!` and every list a `new`. */
import type { ApiLine } from "../../shim/gh/api-line.ts";
import { readPayload } from "../../shim/gh/api-payload.ts";
import { editApi, readApiTexts, type PlaceEdit } from "../../shim/gh/api-texts.ts";
import { readGhLine } from "../../shim/gh/command-line.ts";
import { readGhConfig } from "../../shim/gh/config-file.ts";
import { editLine, spellWords, type LineEdit } from "../../shim/gh/edit-line.ts";
import { withMessage } from "../../shim/gh/merge-line.ts";
import { withBody, withLabels } from "../../shim/gh/text-line.ts";

interface Files {
  [name: string]: string;
}

export function shoutGhLine(words: string[], config: string, files: Files): unknown {
  const { argv, does } = readGhLine(["gh"].concat(words), readGhConfig(config));
  const spell = (at: number, edits: LineEdit[]): string =>
    spellWords(argv, editLine(argv, at, edits)).join("|");
  if (does.kind === "pass") return "pass";
  if (does.kind === "unreadable") return does.reason;
  if (does.kind === "api") {
    const { edit, input, unreadable } = shoutApi(does, files);
    const line = spell(does.at, [edit]);
    if (unreadable.length > 0) return unreadable;
    return input === null ? line : [line, input];
  }
  const edits: LineEdit[] = [];
  const { body } = does;
  if (body && body.from === "argument") {
    const carried = { by: "argument" as const, text: body.text + "!" };
    edits.push(does.kind === "merge" ? withMessage(does, null, carried) : withBody(does, carried));
  } else if (body) {
    return body;
  }
  if (does.kind === "text" && does.labels) edits.push(withLabels(does, does.labels.concat("new")));
  return spell(does.at, edits);
}

function shoutApi(
  line: ApiLine,
  files: Files,
): { edit: LineEdit; input: string | null; unreadable: string[] } {
  const payload = readPayload(line, (file) => files[file] ?? null, {});
  const nothing = { edit: { remove: [], add: [] }, input: null };
  if (typeof payload === "string") return { ...nothing, unreadable: [payload] };
  const { texts, unreadable } = readApiTexts(line, payload);
  const edits: PlaceEdit[] = [];
  for (const { body, labels } of texts) {
    if (body) edits.push({ place: body.place, value: (body.value || "") + "!" });
    if (labels) edits.push({ place: labels.place, value: (labels.value || []).concat("new") });
  }
  return { ...editApi(line, payload, edits, "-", () => "long"), unreadable };
}
