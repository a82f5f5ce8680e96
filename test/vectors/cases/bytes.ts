import type { Vector } from "../vector.ts";

export const bytesCases: readonly Vector[] = [
  { title: "ASCII is its own encoding", input: ["plain"], output: ["plain", "plain"] },
  {
    title: "two, three and four bytes",
    input: ["\u00e9\u20ac\ud83d\ude00"],
    output: ["\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\u00e9\u20ac\ud83d\ude00"],
  },
  { title: "a lone surrogate becomes U+FFFD", input: ["a\ud800b"], output: ["a\xef\xbf\xbdb", "a\ufffdb"] },
  {
    title: "a percent sign is nothing special",
    input: ["100%41 \u00e9"],
    output: ["100%41 \xc3\xa9", "100%41 \u00e9"],
  },
  { title: "the empty text", input: [""], output: ["", ""] },
];

export const fnvCases: readonly Vector[] = [
  { title: "the empty string gives the offset basis", input: [""], output: "811c9dc5" },
  { title: "the published value for 'a'", input: ["a"], output: "e40c292c" },
  { title: "the published value for 'foobar'", input: ["foobar"], output: "bf9cf968" },
];
