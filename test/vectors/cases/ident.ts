import type { Vector } from "../vector.ts";

function reads(line: string, name: string, mail: string, isClear = true): Vector {
  return { title: "'" + line + "'", input: [line], output: { name, mail, isClear } };
}

export const identCases: readonly Vector[] = [
  reads("A B <a@x> 1 +0000", "A B", "a@x"),
  reads("A B <a@x>", "A B", "a@x"),
  reads("A \t <a@x> soon", "A", "a@x"),
  reads(" A<a@x> 1 +0000", " A", "a@x"),
  reads("<> 1 +0000", "", ""),
  reads("A < a@x > 1 +0000", "A", " a@x "),
  reads("A <a@x> <b@x> 1 +0000", "A", "a@x", false),
  reads("A <a@x> B <b@x> 1 +0000", "A", "a@x", false),
  reads("A <a@x> 1 +0000 <b@x>", "A", "a@x", false),
  reads("A <a <b@x>> 1 +0000", "A", "a <b@x", false),
  reads("A <a@x>> 1 +0000", "A", "a@x", false),
  reads("A > <a@x> 1 +0000", "A >", "a@x", false),
  { title: "no address", input: ["A 1 +0000"], output: null },
  { title: "an address that does not end", input: ["A <a@x 1 +0000"], output: null },
  { title: "an address that does not begin", input: ["A a@x> 1 +0000"], output: null },
  { title: "nothing", input: [""], output: null },
];
