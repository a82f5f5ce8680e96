/** An event as a few lines for a person: when, what became of which commit, and by which rules. */
import { printable } from "../../engine/core/printable.ts";
import type { Painter, Style } from "../../shim/report/colour.ts";
import { listOf, textOf, type LoggedEvent } from "./read-events.ts";

const outcomeStyles: { [outcome: string]: Style } = {
  changed: "green",
  accepted: "green",
  refused: "red",
  reported: "yellow",
};

/** What rules did, as the record names it, and with which attribute it says why. */
const kinds: [kind: string, why: string, style: Style][] = [
  ["applied", "changes", "green"],
  ["refused", "reasons", "red"],
  ["warned", "reasons", "yellow"],
  ["skipped", "reasons", "dim"],
];

export function renderEvent(event: LoggedEvent, paint: Painter): string {
  const outcome = oneLine(textOf(event, "outcome"));
  const words = [
    paint("dim", localTime(event.time)),
    paint("bold", oneLine(textOf(event, "command"))),
    paint(outcomeStyles[outcome] ?? "dim", outcome),
    oneLine(textOf(event, "message.title") || renderPush(event)),
    paint("dim", `(${oneLine(textOf(event, "repository"))})`),
  ];
  const lines = [words.filter((word) => word !== "").join("  ")];
  const glass = textOf(event, "break_glass.reason");
  if (glass !== "") lines.push(`    ${paint("yellow", "rules were off")}: ${oneLine(glass)}`);
  if (outcome === "left alone") lines.push(`    ${oneLine(textOf(event, "reason"))}`);
  for (const [kind, why, style] of kinds) {
    const reasons = listOf(event, `${kind}.${why}`);
    listOf(event, `${kind}.rules`).forEach((rule, i) => {
      const reason = reasons[i] === undefined ? "" : `: ${oneLine(reasons[i])}`;
      lines.push(`    ${paint(style, kind.padEnd(8))} ${oneLine(rule)}${reason}`);
    });
  }
  return lines.map((line) => `${line}\n`).join("");
}

function renderPush(event: LoggedEvent): string {
  const refs = listOf(event, "push.refs").map((ref) => ref.replace(/^refs\/(?:heads|tags)\//, ""));
  const remote = textOf(event, "push.remote");
  return refs.length === 0 ? remote : `${refs.join(", ")} to ${remote}`;
}

/** Nothing from outside may steer the terminal, or pass for another line of ours. */
function oneLine(text: string): string {
  return printable(text.replace(/[\r\n\t]+/g, " "));
}

export function localTime(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":")}`;
}
