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
    title: "at the edges of each length, with ASCII between",
    input: ["\x7f\x80-\u07ff\u0800-\uffff\ud800\udc00-\udbff\udfff."],
    output: [
      "\x7f\xc2\x80-\xdf\xbf\xe0\xa0\x80-\xef\xbf\xbf\xf0\x90\x80\x80-\xf4\x8f\xbf\xbf.",
      "\x7f\x80-\u07ff\u0800-\uffff\ud800\udc00-\udbff\udfff.",
    ],
  },
  {
    title: "halves in the wrong order, twice the first, and one at the end",
    input: ["\udc00\ud800\ud800\udc00\ud83d"],
    output: ["\xef\xbf\xbd\xef\xbf\xbd\xf0\x90\x80\x80\xef\xbf\xbd", "\ufffd\ufffd\ud800\udc00\ufffd"],
  },
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
