/** 5,000 random cases on `createHookRunner` and on a runner written from the document: nothing that can be seen differs. */
import { expect, test } from "vitest";
import { createHookRunner } from "../../../library/index.ts";
import { createReferenceRunner } from "../reference/hook-runner.ts";
import { playCase, type CreateRunner } from "./play-case.ts";
import { hookNames, randomCase } from "./random-cases.ts";

const seeds = Array.from({ length: 5000 }, (_, i) => i + 1);

/** Most of a case is waiting, so many are played at once. */
async function playAll(create: CreateRunner): Promise<string[]> {
  const played: string[] = [];
  for (let from = 0; from < seeds.length; from += 100) {
    const some = seeds.slice(from, from + 100).map((seed) => playCase(create, randomCase(seed)));
    played.push(...(await Promise.all(some)).map((lines) => lines.join("\n")));
  }
  return played;
}

test("results, errors, the order of calls and log lines of 5,000 random cases are the document's", async () => {
  const expected = await playAll(createReferenceRunner as CreateRunner);
  const found = await playAll(createHookRunner as CreateRunner);
  const differing = seeds.filter((_, i) => found[i] !== expected[i]);
  expect(differing).toEqual([]);
  const [first = 0] = differing;
  expect(found[first]).toBe(expected[first]);
  // The cases see something: every run, thrown errors, warnings, refusals, late handlers.
  const all = expected.join("\n");
  const sights = [
    ...hookNames.map((name) => `running ${name} (`).filter((line) => !/persist|write/.test(line)),
    "runToolResultPersist gives {message",
    "runBeforeMessageWrite gives {block: true}",
    "returned a Promise",
    " throws Error([hooks]",
    "warn: ",
    "timed out after 1ms",
    "targeted outcome",
    "do not look",
    "is not iterable",
    "is not a function",
    "hidden retryCandidates",
    "invalid decision",
    "skipping remaining handlers",
    "missing_plugin",
    "unknown error",
  ];
  expect(sights.filter((sight) => !all.includes(sight))).toEqual([]);
});
