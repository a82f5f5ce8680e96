/** Counts of the record: how often what was decided, and which rules did it. */
import { renderTable } from "../shared/table.ts";
import type { Painted } from "../shared/output.ts";
import { listOf, textOf, type LoggedEvent } from "./read-events.ts";
import { localTime } from "./render-event.ts";

interface Counts {
  [name: string]: number;
}

export interface Stats {
  events: number;
  from: string | null;
  to: string | null;
  /** By command, then by outcome. */
  commands: { [command: string]: Counts };
  /** By rule, then by what it did. */
  rules: { [rule: string]: Counts };
  /** Milliseconds until the decision. */
  duration: { median: number; most: number } | null;
}

const kinds = ["applied", "unchanged", "skipped", "warned", "refused"];

export function countEvents(events: readonly LoggedEvent[]): Stats {
  const commands = new Map<string, Counts>();
  const rules = new Map<string, Counts>();
  const durations: number[] = [];
  for (const event of events) {
    count(commands, textOf(event, "command"), textOf(event, "outcome"));
    // A push may name a rule once for each commit.
    for (const kind of kinds)
      for (const rule of new Set(listOf(event, `${kind}.rules`))) count(rules, rule, kind);
    const duration = event.attributes["interlock.duration_ms"];
    if (typeof duration === "number") durations.push(duration);
  }
  durations.sort((a, b) => a - b);
  return {
    events: events.length,
    from: events[0]?.time.toISOString() ?? null,
    to: events.at(-1)?.time.toISOString() ?? null,
    commands: sorted(commands),
    rules: sorted(rules),
    duration:
      durations.length === 0
        ? null
        : { median: durations[durations.length >> 1] as number, most: durations.at(-1) as number },
  };
}

function count(counts: Map<string, Counts>, name: string, kind: string): void {
  const own = counts.get(name) ?? {};
  own[kind] = (own[kind] ?? 0) + 1;
  counts.set(name, own);
}

function sorted(counts: Map<string, Counts>): { [name: string]: Counts } {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function renderStats({ events, from, to, commands, rules, duration }: Stats): Painted {
  const decisions = `${events} ${events === 1 ? "decision" : "decisions"}`;
  if (events === 0) return `${decisions}\n`;
  const [first, last] = [from, to].map((time) => localTime(new Date(time ?? 0)));
  const time = duration === null ? "" : `; median ${duration.median} ms, longest ${duration.most} ms`;
  return [
    `${decisions} from ${first} to ${last}${time}\n`,
    renderCounts("command", commands, outcomesOf(commands)),
    ...(Object.keys(rules).length === 0 ? [] : [renderCounts("rule", rules, kinds)]),
  ].join("\n");
}

function outcomesOf(commands: Stats["commands"]): string[] {
  return [...new Set(Object.values(commands).flatMap(Object.keys))].sort();
}

function renderCounts(
  title: string,
  counts: { [name: string]: Counts },
  kindsShown: readonly string[],
): string {
  const rows = Object.entries(counts).map(([name, own]) => [
    name,
    ...kindsShown.map((kind) => String(own[kind] ?? "")),
  ]);
  return renderTable({ headings: [title, ...kindsShown], rows });
}
