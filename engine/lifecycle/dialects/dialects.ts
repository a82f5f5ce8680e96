/** The dialects, by name. Everything that lists or checks dialects derives from this table. */
import type { PointName } from "../points/lifecycle-points.ts";
import { claudeDialect, codexDialect, dockerAgentDialect, geminiDialect } from "./claude.ts";
import { cursorDialect } from "./cursor.ts";
import type { Dialect } from "./dialect.ts";
import { kodeletDialect } from "./kodelet.ts";

export const dialectNames = ["claude", "codex", "gemini", "cursor", "docker-agent", "kodelet"] as const;

export type DialectName = (typeof dialectNames)[number];

export const dialects: { readonly [N in DialectName]: Dialect } = {
  claude: claudeDialect,
  codex: codexDialect,
  gemini: geminiDialect,
  cursor: cursorDialect,
  "docker-agent": dockerAgentDialect,
  kodelet: kodeletDialect,
};

export function dialectNamed(name: string): DialectName | null {
  for (const each of dialectNames) if (each === name) return each;
  return null;
}

/** The name that a runtime has for a point; null if it has none. */
export function eventOf(name: DialectName, point: PointName): string | null {
  const { events } = dialects[name];
  for (const event of Object.keys(events)) if (events[event] === point) return event;
  return null;
}
