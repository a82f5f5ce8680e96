/** Made by `node scripts/case-table.mjs`: the letters that Unicode's simple case mappings change. */

export const unicodeVersion = "17.0";

/** In base 36: the distance from the run before, how many, and 2 if only every second one is meant. */
const capitals =
  "1t.q.1 2u.n.1 2.7.1 y.s.2 3.8.2 3.o.2 1.3.2 4.2.1 2.1.1 2.2.1 2.3.1 3.4.1 2.2.1 2.3.1 4.2.1 2.2.1 " +
  "2.3.2 1.2.2 3.1.1 2.2.1 2.3.1 2.1.1 2.2.1 4.1.1 8.2.1 2.2.1 2.2.1 2.8.2 3.9.2 3.2.1 2.1.1 2.3.1 " +
  "2.t.2 8.2.1 2.2.1 3.1.1 2.4.1 2.4.2 82.2.2 4.1.1 9.1.1 7.1.1 2.3.1 2.1.1 2.2.1 2.h.1 2.9.1 10.1.1 " +
  "9.c.2 6.1.1 3.1.1 2.2.1 3.1f.1 1d.h.2 a.s.2 1.7.2 3.1c.2 3.12.1 28a.12.1 2.1.1 6.1.1 k3.2e.1 1p0.1.1 " +
  "7.17.1 3.3.1 8x.23.2 a.1d.2 a.8.1 9.6.1 b.8.1 9.8.1 9.6.1 c.4.2 9.8.1 p.8.1 9.8.1 9.8.1 9.5.1 c.5.1 " +
  "c.4.1 d.5.1 c.5.1 8a.1.1 4.2.1 7.1.1 1a.g.1 k.1.1 mr.q.1 1f5.1c.1 1d.1.1 2.3.1 3.4.2 1.3.1 2.1.1 " +
  "3.1.1 9.3.1 2.1d.2 9.2.2 5.1.1 nym.n.2 k.e.2 3s.7.2 4.v.2 b.3.2 1.5.2 5.2.2 3.2.2 4.b.2 1.4.1 2.5.1 " +
  "2.8.2 1.3.1 2.1.1 2.2.1 2.8.2 p.1.1 h7w.q.1 xy.14.1 3t.10.1 4d.b.1 2.f.1 2.7.1 2.2.1 1d7.1f.1 4e.m.1 " +
  "27v.w.1 gw1.w.1 1t.p.1 o5k.y.1";

const smallLetters =
  "2p.q.1 1n.1.1 17.n.1 2.8.1 2.s.2 3.8.2 3.n.2 3.3.2 1.2.1 3.2.2 3.1.1 4.1.1 6.1.1 3.1.1 4.3.1 3.1.1 " +
  "3.3.2 3.1.1 5.1.1 3.1.1 4.2.2 3.1.1 4.2.2 6.2.1 2.2.1 2.2.1 2.8.2 1.a.2 3.2.1 2.1.1 4.k.2 4.9.2 " +
  "9.1.1 3.2.1 2.1.1 5.5.2 1.5.1 2.2.1 2.1.1 2.2.1 4.2.1 2.4.1 2.5.1 3.1.1 2.2.1 3.1.1 8.1.1 3.1.1 " +
  "2.2.1 4.6.1 6.1.1 b.2.1 4n.1.1 18.2.2 4.1.1 4.3.1 1b.4.1 2.u.1 2.2.1 4.3.1 2.c.2 1.4.1 2.1.1 3.1.1 " +
  "3.1.1 1h.1c.1 2.h.2 a.r.2 3.7.2 1.1d.2 1e.12.1 28a.17.1 3.3.1 l5.6.1 1oj.9.1 2.1.1 6n.1.1 4.1.1 " +
  "h.1.1 37.23.2 6.1.1 6.1c.2 1.8.1 9.6.1 b.8.1 9.8.1 9.6.1 c.4.2 9.8.1 9.e.1 3.8.1 9.8.1 9.8.1 9.2.1 " +
  "2.1.1 b.1.1 5.1.1 d.2.1 f.2.1 4.1.1 e.1.1 9n.1.1 y.g.1 5.1.1 ng.q.1 1fr.1c.1 2.1.1 4.2.1 2.3.2 7.1.1 " +
  "3.1.1 b.1e.2 9.2.2 5.1.1 d.12.1 2.1.1 6.1.1 nx0.n.2 k.e.2 3s.7.2 4.v.2 b.2.2 3.5.2 5.1.1 5.1.1 2.2.1 " +
  "3.a.2 c.8.2 5.2.2 3.8.2 r.1.1 nx.1.1 t.28.1 ghu.q.1 y6.14.1 3t.10.1 4c.b.1 2.f.1 2.7.1 2.2.1 " +
  "1dw.1f.1 3i.m.1 27v.w.1 gw1.w.1 1o.p.1 o5r.y.1";

/** Capitals, and the few letters in title case. */
export const changedByLower = reader(capitals);

/** Small letters that have a capital, and those in title case. */
export const changedByUpper = reader(smallLetters);

function reader(encoded: string): (point: number) => boolean {
  /** Three numbers a run: its first point, its last, its step. */
  let runs: number[] | null = null;
  return (point) => {
    const table = runs || (runs = decode(encoded));
    let low = 0;
    let high = table.length / 3;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((table[3 * middle + 1] as number) < point) low = middle + 1;
      else high = middle;
    }
    const first = table[3 * low];
    return first !== undefined && point >= first && (point - first) % (table[3 * low + 2] as number) === 0;
  };
}

function decode(encoded: string): number[] {
  const runs: number[] = [];
  let behind = 0;
  for (const run of encoded.split(" ")) {
    const [distance, count, step] = run.split(".").map((digits) => parseInt(digits, 36)) as [
      number,
      number,
      number,
    ];
    const first = behind + distance;
    behind = first + (count - 1) * step;
    runs.push(first, behind, step);
  }
  return runs;
}
