/**
 * "Did you mean": the known name that is nearest to a mistyped one.
 */

/** A hint for a name that is not known: the nearest one, or else all there are. */
export function suggestName(
  name: string,
  known: readonly string[],
  otherwise = `use one of: ${known.join(", ")}`,
): string {
  const nearest = nearestName(name, known) ?? onlyLonger(name, known);
  if (nearest !== null) return `did you mean '${nearest}'?`;
  return known.length === 0 ? "remove it; nothing can be named here" : otherwise;
}

/** The one known name that begins with this one, as `envPresent` does with `env`; null if there is none, or several. */
function onlyLonger(name: string, known: readonly string[]): string | null {
  const longer = known.filter(
    (each) => name.length > 2 && each.slice(0, name.length).toLowerCase() === name.toLowerCase(),
  );
  return longer.length === 1 ? (longer[0] as string) : null;
}

/** The allowed word that is meant by another: a near one, or one that begins the other or that the other begins. */
export function meantWord(word: string, known: readonly string[]): string | null {
  const near = nearestName(word, known) ?? onlyLonger(word, known);
  if (near !== null) return near;
  const shorter = known.filter(
    (each) => each.length > 2 && word.toLowerCase().startsWith(each.toLowerCase()),
  );
  return shorter.length === 0 ? null : shorter.reduce((a, b) => (b.length > a.length ? b : a));
}

/** Null if none is near enough: at most a third of the name may differ. */
export function nearestName(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(a: string, b: string): number {
  // Too long to be a typing mistake, and the table would take time.
  if (Math.max(a.length, b.length) > 200) return a === b ? 0 : 200;
  let beforeLast: number[] = [];
  let last: number[] = [];
  for (let column = 0; column <= b.length; column++) last.push(column);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      let distance = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced);
      const isSwap = i > 1 && j > 1 && a.slice(i - 2, i) === b.charAt(j - 1) + b.charAt(j - 2);
      if (isSwap) distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: number[], column: number): number {
  return row[column] as number;
}
