/** `pr create`, `pr edit`, `pr revert`, `issue create`, `issue edit`: the description and the labels. */
import type { GhConfig } from "../../gh/config-file.ts";
import { withBody, withLabels, type BodySource, type TextLine } from "../../gh/text-line.ts";
import type { Host } from "../../host.ts";
import { carryBody, readBody, type ReadBody } from "./body.ts";
import { canPrompt, leftToGh, noChanges, type GhChanges } from "./call.ts";
import { askFill } from "./compose-fill.ts";
import { editorEnvironment } from "./editor.ts";
import type { GhRules } from "./rules.ts";

export function changeText(host: Host, line: TextLine, config: GhConfig, rules: GhRules): GhChanges {
  const changes =
    rules.hasDescriptions && line.command.startsWith("pr ")
      ? changeDescription(host, line, config, rules)
      : noChanges("labels stand on the command line");
  if (!changes.isLeft && rules.hasLabels) changeLabels(line, rules, changes);
  return changes;
}

function changeLabels(line: TextLine, rules: GhRules, changes: GhChanges): void {
  if (line.labels === null && line.command !== "issue create") return;
  const before = line.labels || [];
  const after = rules.labels(before, line.removedLabels);
  if (after.length > before.length) changes.edits.push(withLabels(line, after));
}

function changeDescription(host: Host, line: TextLine, config: GhConfig, rules: GhRules): GhChanges {
  const { body } = line;
  switch (body.from) {
    case "nowhere":
      return line.command === "pr revert"
        ? unread("GitHub composes the description", "give it one with --body")
        : noChanges("no description is given");
    case "web":
      return unread("the browser opens, and sends what is written there", "leave out --web");
    case "prompt":
    case "recover":
      if (!canPrompt(host)) return leftToGh("gh needs a terminal for this");
      return {
        ...unread("gh asks for the description, and sends it as it is unless an editor opens", "give --body"),
        env: editorEnvironment(host, config, "body"),
      };
    case "editor": {
      const given = body.given === null ? noChanges("") : changeGiven(host, line, body.given, rules);
      if (given.isLeft) return given;
      const reason = "an editor opens, and the rules run behind it";
      return { ...given, reason, env: editorEnvironment(host, config, "titled") };
    }
    default:
      return changeGiven(host, line, body, rules);
  }
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
  return text === null ? null : { text, from: "again" };
}
