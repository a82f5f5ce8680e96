import type { Vector } from "../vector.ts";

const many: { [name: string]: unknown } = {};
for (let i = 0; i < 40; i++) many["field" + i] = i;
const twelve: { [name: string]: unknown } = {};
for (let i = 0; i < 12; i++) twelve["field" + i] = i;

const outputs: { [title: string]: unknown } = {
  "later fields win, at the place of the first": [{ a: 1, b: 4, c: 3, d: 5 }, ["a", "b", "c", "d"]],
  "a getter is asked": { b: 1, a: "got", c: 2 },
  "what cannot be enumerated is not copied": { b: 1 },
  "a field that was taken out is not copied": { a: 1, c: 3 },
  "a copy is another object": [{ a: 1 }, { a: 2 }],
  "null, nothing and a number have no fields": { a: 1 },
  "an array and a text have their items": [
    { 0: "x", 1: "y" },
    { 0: "x", 1: "y" },
  ],
  "a field of the name __proto__ is no field": ["a"],
  "many fields": { ...many, more: true },
  "onto itself": twelve,
  "numbers come first": ["0", "1", "b", "a"],
  "what is inherited is found, and what is not there is not": [1, 2, true, "function"],
  "an inherited getter is asked": "got",
  "of a text and of an array": [3, "b", true, "function", 1, "x", null],
  "a closure has its own variables": [145, 190, 145],
};

export const objectCases: Vector[] = Object.keys(outputs).map((title) => ({
  title,
  input: [title],
  output: outputs[title],
}));
