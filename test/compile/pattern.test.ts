import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern } from "../../engine/compile/pattern/compile-pattern.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { matches, scan, type PatternDfa } from "../../engine/core/pattern-dfa.ts";
import { vectorPatterns } from "../support/vector-patterns.ts";
import { fuzzCount, seed } from "../support/fuzz.ts";

function compile(source: string): PatternDfa {
  const result = compilePattern(source);
  if ("problem" in result) throw new Error(`${source}: ${result.problem.message}`);
  return result.dfa;
}

const count = fuzzCount(300);

describe("against JavaScript's own regular expressions", () => {
  const characters = [..."abkKsS19_- \n", "é", "É", "ß", "\u017f", "\u212a", "\u03c3", "\u03c2", "中", "😀"];
  const atoms =
    ". \\w \\W \\d \\D \\s \\S \\b \\B ^ $ \\n \\u{1f600} \\x61 [ab] [^ab] [^\\n] [a-z] [^a-z] [\\d_] [é-ÿ] " +
    "[一-龥] [^中] [] [^] \\p{Script=Greek} [^\\p{Script=Greek}k]";
  const atom = fc.constantFrom(...characters, ...atoms.split(" "));
  const { pattern } = fc.letrec<{ pattern: string; element: string; sequence: string }>((tie) => ({
    element: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { arbitrary: atom, weight: 4 },
      tie("pattern").map((inner) => `(?:${inner})`),
      tie("pattern").map((inner) => `(${inner})`),
      fc
        .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "{0}"))
        .map(([inner, quantifier]) => `(?:${inner})${quantifier}`),
    ),
    sequence: fc.array(tie("element"), { minLength: 0, maxLength: 4 }).map((parts) => parts.join("")),
    pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 2 }).map((parts) => parts.join("|")),
  }));
  const text = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((parts) => parts.join(""));

  test.each(["", "m", "i", "im"])(`${count} patterns and texts agree, with the flags '%s'`, (flags) => {
    const samples = fc.sample(fc.tuple(pattern, fc.array(text, { minLength: 4, maxLength: 4 })), {
      numRuns: count,
      seed,
    });
    let found = 0;
    let different = 0;
    const wrong: unknown[] = [];
    for (const [source, texts] of samples) {
      const result = compilePattern(flags === "" ? source : `(?${flags})${source}`);
      if ("problem" in result) {
        expect(result.problem.message).toContain("too large");
        continue;
      }
      const reference = new RegExp(source, `${flags}u`);
      // For JavaScript these two are word characters under `iu`; for us `\b` knows ASCII words only.
      const hasOddWords = flags.includes("i") && /\\b/i.test(source);
      for (const each of texts) {
        const subject = hasOddWords ? each.replace(/[\u017f\u212a]/g, "") : each;
        const expected = reference.test(subject);
        if (matches(result.dfa, encodeUtf8(subject)) !== expected) wrong.push({ source, subject, expected });
        if (expected) found++;
        else different++;
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(Math.min(found, different)).toBeGreaterThan(count / 2);
  });

  test("every code point is in the same classes", () => {
    for (const source of ["\\w", "\\s", "\\p{L}", "[^\\p{Lu}\\d]", "(?i)[a-z]", "(?i)[^ß-ÿ]", "(?i)\\W"]) {
      const dfa = compile(source);
      const [, flags = "", rest = ""] = /^(?:\(\?(i)\))?(.*)$/.exec(source) ?? [];
      const reference = new RegExp(rest, `${flags}u`);
      const wrong: string[] = [];
      // The compiler's tables are of Unicode 15, Node's are of any version; this far nothing was added since.
      const last = source.includes("\\p") ? 0x85f : 0x10ffff;
      for (let point = 0; point <= last; point += point < 0x3000 ? 1 : 41) {
        if (point >= 0xd800 && point < 0xe000) continue;
        const character = String.fromCodePoint(point);
        if (matches(dfa, encodeUtf8(character)) !== reference.test(character)) wrong.push(point.toString(16));
      }
      expect(wrong, source).toEqual([]);
    }
  });
});

describe("bytes that are not UTF-8", () => {
  test("are matched by nothing, and part nothing", () => {
    for (const bad of ["\xff", "\x80", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80"]) {
      expect(matches(compile("^[^]$"), bad)).toBe(false);
      expect(matches(compile("[^x]|.|\\W|\\P{L}"), bad)).toBe(false);
      expect(matches(compile("^[^]*$"), `a${bad}b`)).toBe(false);
      expect(matches(compile("b"), `a${bad}b`)).toBe(true);
      expect(matches(compile("é"), `${bad}\xc3\xa9`)).toBe(true);
    }
  });

  test("any bytes are judged, whatever the pattern", () => {
    const bytes = fc
      .uint8Array({ maxLength: 40 })
      .map((array) => [...array].map((byte) => String.fromCharCode(byte)).join(""));
    const dfas = vectorPatterns.map(compile);
    fc.assert(
      fc.property(bytes, (text) => dfas.every((dfa) => typeof matches(dfa, text) === "boolean")),
      { seed, numRuns: 500 },
    );
  });
});

describe("linear time", () => {
  const size = 100_000;
  test.each(["^(a+)+$", "(a|aa)+$", "(a*)*b", "(?m)^(?:a?){20}a{20}$", "(.*)(.*)(.*)(.*)(.*)x"])(
    "'%s' reads no byte twice",
    (source) => {
      expect(scan(compile(source), "a".repeat(size)).steps).toBeLessThanOrEqual(size);
    },
  );

  test("reading stops when the answer is known", () => {
    expect(scan(compile("^fix: ."), `fix: ${"a".repeat(size)}`)).toEqual({ matches: true, steps: 6 });
    expect(scan(compile("^fix: ."), `fax: ${"a".repeat(size)}`)).toEqual({ matches: false, steps: 2 });
    expect(scan(compile("^.{1,72}(\\n|$)"), "a".repeat(size))).toEqual({ matches: false, steps: 73 });
    expect(scan(compile("a*"), "b".repeat(size))).toEqual({ matches: true, steps: 0 });
  });
});

describe("what is refused", () => {
  test.each([
    "(a)\\1",
    "(?<year>\\d+)-\\k<year>",
    "^(?!wip)",
    "x(?=y)",
    "(?<=a)b",
    "(?<!a)b",
    "a(?i:b)",
    "a(?i)b",
    "(?s)a",
    "a(b",
    "a)",
    "[z-a]",
    "*",
    "\\-",
    "\\p{Nonsense}",
    "a.{15}b",
    "^\\p{L}{1,50}$",
    "(a{1000}){1000}",
    "(?:){1000000000}",
  ])("%s", (source) => {
    expect(compilePattern(source)).toMatchSnapshot();
  });

  test("no short pattern takes long, or anything but a refusal", () => {
    expect(compilePattern("a".repeat(3000))).toHaveProperty("problem");
    const nested = `${"(?:".repeat(300)}a${")*".repeat(300)}`;
    for (const source of [nested, "(?:a|b)*a(?:a|b){12}", "(?i)(?:\\p{L}|\\P{Lu}){1,30}x", "[^]{500}$"]) {
      const result = compilePattern(source);
      if ("problem" in result) expect(result.problem.message).toContain("too large");
    }
  });
});

test("the same pattern gives the same automaton, in ASCII", () => {
  const source = "^(feat|fix)(\\(\\p{L}+\\))?: .{1,50}$";
  expect(JSON.stringify(compile(source))).toBe(JSON.stringify(compile(source)));
  expect(JSON.stringify(compile(source))).toMatch(/^[\x20-\x7e]*$/);
});

test("the automata that the vectors use are what the compiler makes", async () => {
  const entries = vectorPatterns.map(
    (source) => `  ${JSON.stringify(source)}:\n    '${JSON.stringify(compile(source))}',\n`,
  );
  const file =
    "/** Made by test/compile/pattern.test.ts: `npx vitest run test/compile/pattern.test.ts -u`. */\n" +
    `export const compiledPatterns: { readonly [source: string]: string } = {\n${entries.join("")}};\n`;
  await expect(file).toMatchFileSnapshot("../vectors/cases/compiled-patterns.ts");
});
