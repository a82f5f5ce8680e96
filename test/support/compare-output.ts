/** What a page shows and what a command prints, without what differs from run to run. */

/** Places that pages name, and where they are in a test. */
export type Places = readonly (readonly [shown: string, real: string])[];

export function toReal(text: string, places: Places): string {
  return places.reduce((all, [shown, real]) => all.replaceAll(shown, real), text);
}

export function toShown(text: string, places: Places): string {
  return places.reduce((all, [shown, real]) => all.replaceAll(real, shown), text);
}

function normalise(line: string): string {
  return (
    line
      .replace(/\bI?[0-9a-f]{7,64}\b/g, "<id>")
      .replace(/\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z| [+-]\d{4})?/g, "<time>")
      .replace(/^((?:Date:|time) +).*/, "$1<time>")
      .replace(/\b\d+(\.\d+)? (ms|s|KB|MB)\b/g, "<n> $2")
      // Columns are as wide as the paths in them.
      .replace(/(?<=\S) {2,}/g, "  ")
      .trimEnd()
  );
}

/** A line `...` stands for any lines, `…` in a line for any text. */
export function isAsShown(shown: readonly string[], printed: readonly string[]): boolean {
  const pattern = shown
    .map((line) => {
      if (line.trim() === "...") return "(?:.*\n)*?";
      const parts = normalise(line).split("…");
      return `${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*")}\n`;
    })
    .join("");
  const text = printed.map((line) => `${normalise(line)}\n`).join("");
  return new RegExp(`^${pattern}$`).test(text);
}
