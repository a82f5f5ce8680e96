/** The dialects, by name. */
import type { PointName } from "../all-points.ts";
import { claudeDialect, codexDialect, dockerAgentDialect, geminiDialect } from "./claude.ts";
import { cursorDialect } from "./cursor.ts";
import type { Dialect } from "./dialect.ts";
import type { DialectName } from "./dialect-name.ts";
import { kodeletDialect } from "./kodelet.ts";

export const dialects = {
  claude: claudeDialect,
  codex: codexDialect,
  gemini: geminiDialect,
  cursor: cursorDialect,
  "docker-agent": dockerAgentDialect,
  kodelet: kodeletDialect,
} as const satisfies { [N in DialectName]: Dialect };

export type { DialectName };

export const dialectNames = Object.keys(dialects) as DialectName[];

/** The name that a runtime has for a point; null if it has none. */
export function eventOf(name: DialectName, point: PointName): string | null {
  const events: [string, PointName][] = Object.entries(dialects[name].events);
  return events.find(([, each]) => each === point)?.[0] ?? null;
}
