/** `gh api`: descriptions, labels and commit messages in a request. */
import type { Occasion } from "../../../engine/core/occasion.ts";
import { fileOf } from "../../gh/api-field.ts";
import type { ApiLine } from "../../gh/api-line.ts";
import { lookUp, readPayload, withInput, type Payload } from "../../gh/api-payload.ts";
import type { TextParts } from "../../gh/api-targets.ts";
import { editApi, readApiTexts, type ApiText, type PlaceEdit } from "../../gh/api-texts.ts";
import { mustGoByFile } from "../../gh/edit-line.ts";
import { variablesInTwoRoles } from "../../gh/shared-variables.ts";
import type { Host } from "../../host.ts";
import { changeMessage } from "./api-message.ts";
import { leftToGh, noChanges, type GhChanges } from "./call.ts";
import { askAboutRequest, isPullRequest } from "./pull-or-issue.ts";
import { repositoriesOf } from "./repository.ts";
import type { GhRules } from "./rules.ts";

/** Does a rule see this kind of text? */
function wantsAbout(rules: Pick<GhRules, "hasDescriptions" | "hasLabels" | "hasMessages">) {
  return (about: TextParts["about"]): boolean => {
    if (about === "issue") return rules.hasLabels;
    return about === "description" ? rules.hasDescriptions : rules.hasMessages;
  };
}

/** `base`: what placeholders in the address stand for. */
export function changeApi(host: Host, line: ApiLine, base: Occasion["remotes"], rules: GhRules): GhChanges {
  if (line.doubt !== "") return { ...noChanges(line.doubt), unread: [line.doubt] };
  const contents: Contents = {};
  let isReadable = true;
  const payload = readPayload(
    line,
    (file) => {
      if (contents[file] !== undefined) return contents[file];
      const content = file === "-" ? host.readStdin() : host.readInput(file);
      isReadable = isReadable && typeof content === "string";
      return typeof content === "string" ? (contents[file] = content) : null;
    },
    {},
  );
  const found =
    typeof payload === "string"
      ? { texts: [], unreadable: [payload] }
      : readApiTexts(line, payload, wantsAbout(rules));
  const stdin = contents["-"] ?? null;
  if (!isReadable) return leftToGh("gh cannot read a file either", stdin);
  const changes: GhChanges = {
    ...noChanges("the request is on the command line, or in a file"),
    stdin,
    unread: found.unreadable,
  };
  if (typeof payload === "string") return giveInput(line, contents, changes);
  let edits: PlaceEdit[] = [];
  for (const text of found.texts) {
    rules.goesTo(() => repositoriesOf(host, line, text.repository, base));
    changePart(host, line, text, payload, rules, edits, changes.unread);
  }
  if (line.target.kind === "graphql") edits = withoutShared(payload, edits, changes.unread);
  if (line.input !== null && edits.length === 0) return giveInput(line, contents, changes);
  changes.stdin = contents["-"] ?? null;
  keepFields(payload, edits);
  return edits.length === 0 ? changes : withEdits(line, payload, edits, changes);
}

/** A variable that also says something else stays as it is. */
function withoutShared(payload: Payload, edits: PlaceEdit[], unread: string[]): PlaceEdit[] {
  const query = lookUp(payload, ["query"]);
  const shared = query.is === "text" ? variablesInTwoRoles(query.text, edits) : [];
  for (const name of shared)
    unread.push("the variable '$" + name + "' stands in other places, too: give the text one of its own");
  return edits.filter(({ place }) => place.in === "query" || shared.indexOf(place.path[1] as string) < 0);
}

const instead = "use repos/OWNER/NAME/pulls/NUMBER";

interface Contents {
  [file: string]: string;
}

/** The same request, with the bytes that we read: gh does not read the file again. */
function giveInput(line: ApiLine, contents: Contents, changes: GhChanges): GhChanges {
  if (line.input === null || line.input === "-") return changes;
  const bytes = contents[line.input] as string;
  return { ...changes, edits: [withInput(line, "-", bytes)], stdin: bytes };
}

/**
 * The same for a field that a rule looked at: it gets as text what we read for it, unless that changes anyway. One text
 * may go through standard input; a further one that is too long for an argument gh reads again.
 */
function keepFields({ input, fields, isGrouped }: Payload, edits: PlaceEdit[]): void {
  let hasRoom =
    fields.every(({ field }) => fileOf(field) !== "-") &&
    !edits.some(({ value }) => typeof value === "string" && mustGoByFile(value));
  for (const { path, field, isRead } of fields) {
    const file = fileOf(field);
    if (file === null || file === "-" || !isRead) continue;
    const key = path.join(" ");
    if (edits.some(({ place }) => place.in === "body" && place.path.join(" ") === key)) continue;
    // The whole list, if it is one.
    const whole = lookUp({ input, fields, isGrouped }, path);
    if (whole.is === "text" && (hasRoom || !mustGoByFile(whole.text))) {
      hasRoom = hasRoom && !mustGoByFile(whole.text);
      edits.push({ place: { in: "body", path }, value: whole.text });
    }
    if (whole.is === "list" && !whole.items.some(mustGoByFile))
      edits.push({ place: { in: "body", path }, value: whole.items });
  }
}

function changePart(
  host: Host,
  line: ApiLine,
  text: ApiText,
  payload: Payload,
  rules: GhRules,
  edits: PlaceEdit[],
  unread: string[],
): void {
  if (text.about === "message") return changeMessage(text, rules, { edits, unread });
  const { body, labels } = text;
  // An issue that becomes a pull request has its description.
  const isIssue =
    text.about === "description" &&
    text.isNew &&
    line.target.kind === "rest" &&
    lookUp(payload, ["issue"]).is !== "absent";
  const isNew = text.isNew && !isIssue;
  if (isIssue && body && body.value === null)
    unread.push("the text of the issue becomes the description: open the pull request without 'issue'");
  if (text.about === "description" && body && (body.value !== null || isNew)) {
    const isMeant = !text.ifPullRequest || isPullRequest(askAboutRequest(host, line), instead, unread);
    const after = isMeant ? rules.description(body.value ?? "") : body.value;
    if (after !== null && after !== (body.value ?? "")) edits.push({ place: body.place, value: after });
  }
  if (labels && (labels.value !== null || isNew)) {
    const before = labels.value ?? [];
    const after = rules.labels(before, []);
    if (after !== before) edits.push({ place: labels.place, value: after });
  }
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
    (field) => fileOf(field) === "-" && edit.remove.indexOf(field.use) < 0,
  );
  if (long !== null && (isTaken || staysOnStdin))
    return {
      ...changes,
      unread: changes.unread.concat("its texts are too long for arguments: give them by --input"),
    };
  return { ...changes, edits: [edit], stdin: long ?? (staysOnStdin ? changes.stdin : null) };
}
