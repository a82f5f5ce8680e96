/** `pr create`, `pr edit`, `pr revert`, `issue create`, `issue edit`: the description and the labels. */
import type { GhConfig } from "../../gh/config-file.ts";
import { withBody, withLabels, type BodySource, type TextLine } from "../../gh/text-line.ts";
import type { Host } from "../../host.ts";
import { carryBody, readBody, type ReadBody } from "./body.ts";
import { canPrompt, leftToGh, noChanges, type GhChanges } from "./call.ts";
import { askFill } from "./compose-fill.ts";
import { editorEnvironment } from "./editor.ts";
import { askAboutIssues, isPullRequest } from "./pull-or-issue.ts";
import type { GhRules } from "./rules.ts";

export interface TextCall {
  host: Host;
  line: TextLine;
  config: GhConfig;
  rules: GhRules;
  /** The repository that the line names, for rules that run later. */
  named: () => string | null;
}

export function changeText(call: TextCall): GhChanges {
  const { host, line, rules } = call;
  const mayDescribe = rules.hasDescriptions && line.command !== "issue create";
  const changes = mayDescribe ? changeDescription(call) : noChanges("labels stand on the command line");
  if (changes.isLeft) return changes;
  const elsewhere = whereItMayChange(host, line);
  const isNews = rules.hasLabels || (mayDescribe && changes.unread.length === 0);
  if (elsewhere !== null && isNews && changes.unread.indexOf(elsewhere) < 0) changes.unread.push(elsewhere);
  if (rules.hasLabels) changeLabels(line, rules, changes);
  return changes;
}

const inBrowser = "the browser opens, and sends what is written there: leave out --web";

function changeLabels(line: TextLine, rules: GhRules, changes: GhChanges): void {
  const before = line.labels || [];
  // An empty list of an edit sends nothing.
  if (before.length === 0 && line.command !== "issue create") return;
  const after = rules.labels(before, line.removedLabels);
  if (after !== before) changes.edits.push(withLabels(line, after));
}

/** Where somebody may still change what the rules saw, or choose labels; null: nowhere. */
function whereItMayChange(host: Host, { command, body, title }: TextLine): string | null {
  if (body.from === "web") return inBrowser;
  if (!canPrompt(host)) return null;
  if (body.from === "recover")
    return "the labels of the file of --recover replace those that are given: leave it out";
  const isNew = command === "pr create" || command === "issue create";
  const isAsked = isNew && title === null && body.from !== "fill" && body.from !== "editor";
  if (!isAsked && body.from !== "prompt") return null;
  return isNew
    ? "gh asks before it sends this, and lets you change labels or go on in the browser: give --title and --body"
    : "gh asks what to edit, labels too: give it as flags";
}

function changeDescription(call: TextCall): GhChanges {
  const { host, line, config, rules, named } = call;
  const { body } = line;
  if (line.command === "issue edit") return changeOfIssue(call);
  switch (body.from) {
    case "nowhere":
      return line.command === "pr revert"
        ? unread("GitHub composes the description", "give it one with --body")
        : noChanges("no description is given");
    case "web":
      return { ...noChanges("what is sent comes from elsewhere"), unread: [inBrowser] };
    case "prompt":
    case "recover":
      if (!canPrompt(host)) return leftToGh("gh needs a terminal for this");
      return {
        ...unread("gh asks for the description, and sends it as it is unless an editor opens", "give --body"),
        env: editorEnvironment(host, config, "body", named()),
      };
    case "editor": {
      const given = body.given === null ? noChanges("") : changeGiven(host, line, body.given, rules);
      if (given.isLeft) return given;
      const reason = "an editor opens, and the rules run behind it";
      return { ...given, reason, env: editorEnvironment(host, config, "titled", named()) };
    }
    default:
      return changeGiven(host, line, body, rules);
  }
}

/** The number of a pull request is one of an issue, too: its body is a description. */
function changeOfIssue({ host, line, rules }: TextCall): GhChanges {
  const { body } = line;
  if (body.from !== "argument" && body.from !== "file" && body.from !== "stdin")
    return noChanges("no description is given");
  const unseen: string[] = [];
  if (!isPullRequest(askAboutIssues(host, line), "use gh pr edit", unseen))
    return { ...noChanges("an issue has no description"), unread: unseen };
  return changeGiven(host, line, body, rules);
}

function unread(what: string, instead: string): GhChanges {
  return { ...noChanges("what is sent comes from elsewhere"), unread: [what + ": " + instead] };
}

type Given = Extract<BodySource, { from: "argument" | "file" | "stdin" | "fill" }>;

function changeGiven(host: Host, line: TextLine, body: Given, rules: GhRules): GhChanges {
  const read = body.from === "fill" ? readFill(host, line, body.style) : readBody(host, body);
  if (read === null) {
    if (body.from !== "fill") return leftToGh("gh cannot read the description either");
    return unread("what gh composes from the commits is not known", "give --body");
  }
  const { carried, stdin } = carryBody(read, rules.description(read.text));
  const reason =
    body.from === "fill" ? "gh composes the description from the commits" : "the description is given";
  return { ...noChanges(reason), edits: carried === null ? [] : [withBody(line, carried)], stdin };
}

function readFill(host: Host, line: TextLine, style: Parameters<typeof askFill>[2]): ReadBody | null {
  const text = askFill(host, line, style);
  return text === null ? null : { text, from: "file" };
}
