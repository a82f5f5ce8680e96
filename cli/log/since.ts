/** The time that `--since` names. */

const unitMs: { [unit: string]: number } = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** `90s`, `30m`, `1h`, `2d`, `1w` ago, or a date as ISO 8601 has it, local unless it says otherwise. Null for anything else. */
export function parseSince(text: string, now: Date): Date | null {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text);
  if (ago !== null) return new Date(now.getTime() - Number(ago[1]) * (unitMs[ago[2] as string] as number));
  const date = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text,
  );
  if (date === null) return null;
  const [, day, time = "00:00", zone = ""] = date as unknown as [string, string, string?, string?];
  const parsed = new Date(
    `${day}T${time.replace(/(\.\d{3})\d+$/, "$1")}${zone.replace(/(\d\d)(\d\d)$/, "$1:$2")}`,
  );
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
