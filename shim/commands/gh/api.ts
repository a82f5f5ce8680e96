/** `gh api`: descriptions, labels and commit messages in a request. */
import { apiFiles, type ApiLine } from "../../gh/api-line.ts";
import { lookUp, readPayload, type Payload } from "../../gh/api-payload.ts";
import type { TextParts } from "../../gh/api-targets.ts";
import { editApi, readApiTexts, type ApiText, type PlaceEdit } from "../../gh/api-texts.ts";
import { usesOf } from "../../gh/parse-flags.ts";
import { joinMessage, splitMessage } from "../../gh/commit-text.ts";
import type { Host } from "../../host.ts";
import { leftToGh, noChanges, type GhChanges } from "./call.ts";
import type { GhRules } from "./rules.ts";

/** Does a rule see this kind of text? */
export function wantsAbout(rules: Pick<GhRules, "hasDescriptions" | "hasLabels" | "hasMessages">) {
  return (about: TextParts["about"]): boolean => {
    if (about === "issue") return rules.hasLabels;
    return about === "description" ? rules.hasDescriptions : rules.hasMessages;
  };
}

export function changeApi(host: Host, line: ApiLine, rules: GhRules): GhChanges {
  const contents: Contents = {};
  const pipes: string[] = [];
  let isReadable = true;
  for (const file of apiFiles(line)) {
    const content = file === "-" ? host.readStdin() : host.readInput(file);
    if (typeof content === "string") contents[file] = content;
    else isReadable = false;
    const stat = file === "-" ? null : host.stat(file);
    if (file !== "-" && (stat === null || stat.kind !== "file")) pipes.push(file);
  }
  const stdin = contents["-"] ?? null;
  if (!isReadable) return leftToGh("gh cannot read a file either", stdin);
  const changes: GhChanges = { ...noChanges("the request is on the command line, or in a file"), stdin };
  const payload = readPayload(line, contents, {});
  if (typeof payload === "string") {
    const given = giveInput(line, contents, pipes, changes);
    return { ...given, unread: [payload] };
  }
  const { texts, unreadable } = readApiTexts(line, payload, wantsAbout(rules));
  changes.unread = unreadable;
  const edits: PlaceEdit[] = [];
  for (const text of texts) changePart(text, payload, rules, edits, changes.unread);
  if (line.input !== null && edits.length === 0) return giveInput(line, contents, pipes, changes);
  // What a pipe has said it does not say again: the field gets it as text.
  for (const { path, field, value } of payload.fields) {
    const isFromPipe = field.isMagic && field.text !== null && pipes.indexOf(field.text.slice(1)) >= 0;
    const isEdited = edits.some(
      ({ place }) => place.in === "body" && place.path.join(" ") === path.join(" "),
    );
    if (isFromPipe && !isEdited && value.is === "text")
      edits.push({ place: { in: "body", path }, value: value.text });
  }
  return edits.length === 0 ? changes : withEdits(line, payload, edits, changes);
}

interface Contents {
  [file: string]: string;
}

/** The same request; what came from a pipe goes through standard input. */
function giveInput(
  line: ApiLine,
  contents: Contents,
  pipes: readonly string[],
  changes: GhChanges,
): GhChanges {
  if (line.input === null || pipes.indexOf(line.input) < 0) return changes;
  const edit = { remove: usesOf(line.flags, "input"), add: ["--input=-"] };
  return { ...changes, edits: [edit], stdin: contents[line.input] as string };
}

function changePart(
  text: ApiText,
  payload: Payload,
  rules: GhRules,
  edits: PlaceEdit[],
  unread: string[],
): void {
  if (text.about === "message") return changeMessage(text, payload, rules, edits, unread);
  const { body, labels, isNew } = text;
  if (text.about === "description" && body && (body.value !== null || isNew)) {
    const after = rules.description(body.value ?? "");
    if (after !== (body.value ?? "")) edits.push({ place: body.place, value: after });
  }
  if (labels && (labels.value !== null || isNew)) {
    const before = labels.value ?? [];
    const after = rules.labels(before, []);
    if (after.length > before.length) edits.push({ place: labels.place, value: after });
  }
}

function changeMessage(
  text: ApiText,
  payload: Payload,
  rules: GhRules,
  edits: PlaceEdit[],
  unread: string[],
): void {
  const { title, body, isNew, isComposed } = text;
  const before = { subject: title && (title.value || null), body: body && (body.value || null) };
  if (before.subject === null && before.body === null) {
    if (!isNew) unread.push("GitHub composes the message of this merge");
    return;
  }
  const isSquash = valueAt(payload, "merge_method") === "squash";
  const kind = isNew || isSquash ? "composed" : "merge";
  // A message in one piece has its first line in the body.
  if (title === null && body !== null) {
    const whole = before.body as string;
    const after = rules.message(whole, kind, false);
    if (after !== whole) edits.push({ place: body.place, value: after });
    return;
  }
  const whole = joinMessage(before);
  const after = rules.message(whole, kind, before.subject === null);
  if (after === whole) return;
  const parts = splitMessage(after, before);
  const isMadeUp = isComposed && parts !== null && before.body === null && parts.body !== null;
  if (parts === null || isMadeUp) {
    unread.push(
      "GitHub composes the " + (isMadeUp ? "body" : "title") + " of this commit, which a rule would change",
    );
    return;
  }
  if (title && parts.subject !== null && parts.subject !== before.subject)
    edits.push({ place: title.place, value: parts.subject });
  if (body && parts.body !== null && parts.body !== before.body)
    edits.push({ place: body.place, value: parts.body });
}

function valueAt(payload: Payload, name: string): string {
  const found = lookUp(payload, [name]);
  return found.is === "text" ? found.text : "";
}

/** What is too long for an argument goes through standard input, if that is free. */
function withEdits(
  line: ApiLine,
  payload: Payload,
  edits: readonly PlaceEdit[],
  changes: GhChanges,
): GhChanges {
  let long: string | null = null;
  let isTaken = false;
  const { edit, input } = editApi(line, payload, edits, "-", (text) => {
    isTaken = isTaken || long !== null;
    long = text;
    return "-";
  });
  if (input !== null) return { ...changes, edits: [edit], stdin: input };
  const staysOnStdin = line.fields.some(
    ({ isMagic, text, use }) => isMagic && text === "@-" && edit.remove.indexOf(use) < 0,
  );
  if (long !== null && (isTaken || staysOnStdin))
    return {
      ...changes,
      unread: changes.unread.concat("its texts are too long for arguments: give them by --input"),
    };
  return { ...changes, edits: [edit], stdin: long ?? (staysOnStdin ? changes.stdin : null) };
}
