/** What scripts do with objects, in the cases where the engine's shorter ways (shim/native/engine/engine.c) must not be taken. */
type Fields = { [name: string]: unknown };

const all = Object as unknown as {
  defineProperty(of: object, name: string, form: object): Fields;
  assign(to: object, ...from: unknown[]): Fields;
  create(parent: object): Fields;
  keys(of: object): string[];
};

function numbered(count: number): Fields {
  const made: Fields = {};
  for (let i = 0; i < count; i++) made["field" + i] = i;
  return made;
}

const withGetter = (): Fields => all.defineProperty({ b: 1 }, "a", { enumerable: true, get: () => "got" });

/** A closure over more variables than an object has without a hash. */
function closeOver(start: number): () => number {
  let [a, b, c, d, e, f, g, h, i, j] = [start, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const add = (): number => (a += b! + c! + d! + e! + f! + g! + h! + i! + j!) as number;
  a = 100;
  return add;
}

const cases: { [title: string]: () => unknown } = {
  "later fields win, at the place of the first": () => {
    const [first, second] = [
      { a: 1, b: 2 },
      { c: 3, b: 4 },
    ];
    const spread = { ...first, ...second, d: 5 };
    return [spread, all.keys(spread)];
  },
  "a getter is asked": () => ({ ...withGetter(), c: 2 }),
  "what cannot be enumerated is not copied": () => ({ ...all.defineProperty({ b: 1 }, "a", { value: 1 }) }),
  "a field that was taken out is not copied": () => {
    const fields: Fields = { a: 1, b: 2, c: 3 };
    delete fields["b"];
    return { ...fields };
  },
  "a copy is another object": () => {
    const fields = { a: 1 };
    const copy = { ...fields };
    copy.a = 2;
    return [fields, copy];
  },
  "null, nothing and a number have no fields": () => all.assign({ a: 1 }, null, undefined, 5),
  "an array and a text have their items": () => [all.assign({}, ["x", "y"]), all.assign({}, "xy")],
  "a field of the name __proto__ is no field": () =>
    all.keys(all.assign({}, JSON.parse('{"__proto__":1,"a":2}'))),
  "many fields": () => ({ ...numbered(40), ...numbered(3), more: true }),
  "onto itself": () => {
    const fields = numbered(12);
    return all.assign(fields, fields);
  },
  "numbers come first": () => all.keys({ b: 1, 1: 1, a: 1, 0: 1 }),
  "what is inherited is found, and what is not there is not": () => {
    const child = all.create(all.create({ a: 1 }));
    child["b"] = 2;
    return [child["a"], child["b"], child["c"] === undefined, typeof child["toString"]];
  },
  "an inherited getter is asked": () => all.create(withGetter())["a"],
  "of a text and of an array": () => {
    const name = "length";
    const [text, list]: [string, string[]] = ["abc", ["x"]];
    return [
      text[name],
      text[1],
      text["nothing" as "charAt"] === undefined,
      typeof text.indexOf,
      list[name],
      list[0],
      list[1] ?? null,
    ];
  },
  "a closure has its own variables": () => {
    const [one, other] = [closeOver(0), closeOver(1)];
    return [one(), one(), other()];
  },
};

export function tryObjects(title: string): unknown {
  return (cases[title] as () => unknown)();
}
