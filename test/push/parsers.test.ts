/** What the gate is told, read so that nothing is passed by. */
import { describe, expect, test } from "vitest";
import { parseTrace } from "../../shim/push/advertised.ts";
import { parseUpdates } from "../../shim/push/parse-updates.ts";
import { asPackets } from "../../shim/push/packets.ts";
import { parseSpecs, splitSpecs } from "../../shim/push/refspecs.ts";
import { createPushing, expectStopped } from "./pushing.ts";

const one = "1".repeat(40);
const two = "2".repeat(40);
const none = "0".repeat(40);
const read = (input: string): unknown => parseUpdates(input, null, true);

describe("lines of pre-push", () => {
  test("a name may have any bytes", () => {
    const name = "refs/heads/voil\xc3\xa0\x85\xa0";
    expect(read(`${name} ${one} refs/heads/voil\xe0\xa0 ${two}\n`)).toEqual([
      { name, id: one, remoteRef: "refs/heads/voil\xe0\xa0", remoteId: two },
    ]);
  });

  test("a deletion has no id", () => {
    expect(read(`(delete) ${none} refs/heads/a ${two}\n`)).toEqual([
      { name: "(delete)", id: "", remoteRef: "refs/heads/a", remoteId: two },
    ]);
  });

  test("an expression that looks like a line hides none", () => {
    expect(read(`:/x ${one} refs/heads/b ${none} ${two} refs/heads/a ${none}\n`)).toMatchObject([
      { id: two, remoteRef: "refs/heads/a" },
    ]);
  });

  const forged = `HEAD^{/Bad ${one} refs/heads/zz ${two}\ny} ${two} refs/heads/main ${one}\n`;

  test("a line that is part of an expression says nothing of the remote", () => {
    expect(parseUpdates(forged, { "refs/heads/main": one }, false)).toMatchObject({
      why: "line",
    });
    expect(parseUpdates(forged, null, false)).toMatchObject([
      { id: one, remoteId: "" },
      { id: two, remoteId: "" },
    ]);
  });

  test("what a line says of a ref that some gits ignore counts for nothing", () => {
    for (const id of [none, two])
      expect(parseUpdates(`HEAD ${one} refs/zz ${id}\n`, {}, false)).toMatchObject([
        { id: one, remoteId: "" },
      ]);
  });

  test("what a line says of the remote is what the remote has said", () => {
    const line = `refs/heads/voil\xe0 ${one} refs/heads/voil\xe0 ${two}\n`;
    expect(parseUpdates(line, { "refs/heads/voil\xe0": two }, false)).toMatchObject([{ remoteId: two }]);
    for (const advertised of [{}, { "refs/heads/voil\xe0": one }])
      expect(parseUpdates(line, advertised, false)).toMatchObject({ why: "line" });
  });

  test.each([
    ["an empty line", "\n"],
    ["a short id", `a ${one.slice(1)} b ${two}\n`],
    ["an id of no known length", `a ${one}1 b ${two}\n`],
    ["three words", `a ${one} b\n`],
    ["a line that was cut off", `a ${one} b ${two}\na ${one}`],
  ])("%s ends the push", (_, input) => {
    expect(read(input)).toMatchObject({ why: "line" });
  });

  test("too many, or too long ones end the push", () => {
    expect(read(`a ${one} b ${none}\n`.repeat(100_001))).toEqual({ why: "refs", count: 100_001 });
    expect(read(`a ${one} ${"b".repeat(4097)} ${none}\n`)).toEqual({ why: "name", length: 4097 });
  });
});

test.each([
  ["UTF-8", "voil\\303\\240"],
  ["Latin 1", "voil\\340"],
  ["bytes that are spaces to some", "a\\240\\205"],
])("a branch with a name in %s is judged, and pushed if it is clean", (_, name) => {
  const pushing = createPushing();
  pushing.good();
  const push = `name=$(printf '${name}'); git update-ref "refs/heads/$name" HEAD && git push -q origin "$name"`;
  expect(pushing.run(push)).toMatchObject({ status: 0, stderr: "" });
  expect(pushing.arrived()).toEqual(["Good"]);
  pushing.bad();
  expectStopped(pushing, pushing.run(push));
});

describe("packets for what sends over http", () => {
  test("a length that would wrap is not written", () => {
    expect(asPackets(["x".repeat(65_516)])).toHaveLength(4 + 65_516 + 4);
    expect(asPackets(["x".repeat(65_517)])).toBeNull();
    expect(asPackets(["x".repeat(65_536)])).toBeNull();
  });

  test("refspecs are bounded, and have no patterns", () => {
    expect(parseSpecs(["+refs/heads/a:refs/heads/b", ":refs/heads/c"])).toHaveLength(2);
    for (const word of ["refs/heads/*:refs/heads/*", "refs/heads/a", `a:${"b".repeat(9000)}`])
      expect(parseSpecs([word])).toBeNull();
    expect(parseSpecs(Array.from({ length: 100_001 }, () => "a:b"))).toBeNull();
  });
});

describe("refspecs for `send-pack`", () => {
  test("are arguments, as far as they fit, and at least one is", () => {
    const specs = Array.from({ length: 3000 }, (_, i) => `${one}^{object}:refs/heads/b${i}`);
    expect(splitSpecs(specs.slice(0, 1000))).toEqual({ words: specs.slice(0, 1000), input: [] });
    const { words, input } = splitSpecs(specs);
    expect(words.join(" ").length).toBeLessThan(100_000);
    expect(words.length).toBeGreaterThan(1000);
    expect([...words, ...input]).toEqual(specs);
    const long = `${one}:refs/heads/${"x".repeat(100_000)}`;
    expect(splitSpecs([long, long])).toEqual({ words: [long], input: [long] });
  });
});

describe("packets that git writes down", () => {
  const line = (text: string): string => `18:32:42.216022 pkt-line.c:80           packet: ${text}\n`;
  const first = line(`        push< ${one} refs/heads/main\\0report-status agent=git/2.39.5`);

  test("are the remote's refs, and nothing else that it says", () => {
    const trace = [
      line(`receive-pack> ${two} refs/heads/other\\0report-status`),
      line("        push< version 1"),
      first,
      line(`        push< ${two} .have`),
      // git itself ignores this one, and packs what is reachable from it.
      line(`        push< ${two} refs/zz`),
      line(`        push< shallow ${two}`),
      line(`        push< ${two} refs/heads/voil\\37777777703\\37777777640`),
      line("        push< 0000"),
    ].join("");
    const refs = { "refs/heads/main": one, "refs/heads/voil\xc3\xa0": two };
    expect(parseTrace(trace)).toEqual([{ refs, isOpen: true }]);
    // Where a `char` has no sign.
    expect(parseTrace(trace.replaceAll("377777777", "3").replaceAll("37777777", ""))).toEqual([
      { refs, isOpen: true },
    ]);
  });

  test("that end before the last ref are not all", () => {
    expect(parseTrace(first)).toMatchObject([{ isOpen: false }]);
  });

  test("belong to the connection that waits, if one does", () => {
    const end = line("        push< 0000");
    const empty = line(`        push< ${none} capabilities^{}\\0report-status`) + end;
    const sent = line(`        push> ${none} ${one} refs/heads/main\\0 report-status`);
    expect(parseTrace(first + end + sent + line("        push< unpack ok") + end + empty)).toEqual([
      { refs: { "refs/heads/main": one }, isOpen: false },
      { refs: {}, isOpen: true },
    ]);
    expect(parseTrace(first + end + line("        push> 0000"))).toMatchObject([{ isOpen: false }]);
    expect(parseTrace("")).toEqual([]);
  });
});
