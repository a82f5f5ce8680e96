import { RegExpParser, type AST } from "@eslint-community/regexpp";
import { JS } from "refa";
import { describe, expect, test } from "vitest";
import { plainCodePoints, type CharacterElement } from "../../engine/compile/pattern/code-points.ts";

function elementOf(pattern: string): CharacterElement {
  const parsed = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern, 0, pattern.length, {
    unicode: true,
  });
  return (parsed.alternatives[0] as AST.Alternative).elements[0] as CharacterElement;
}

const ascii = Array.from({ length: 0x80 }, (_, value) => `\\x${value.toString(16).padStart(2, "0")}`);
const sets = ["\\d", "\\D", "\\s", "\\S", "\\w", "\\W"];
const classes = [
  "[abc]",
  "[a-z]",
  "[A-Z]",
  "[^a-z]",
  "[k-s]",
  "[^K]",
  "[\\d_-]",
  "[^\\s]",
  "[^\\S\\n]",
  "[\\w.]",
  "[^\\w.]",
  "[^\\W]",
  "[\\0-\\x7f]",
  "[^]",
  "[]",
  "[b-da-c]",
  "[\\x00-\\u{10ffff}]",
  "[é]",
  "[^é-ü]",
  "[\\p{L}_]",
];

describe.each([false, true])("with ignoreCase %s", (ignoreCase) => {
  test.each([...ascii, ...sets, ...classes, "é", "ſ", "\\p{Lu}"])(
    "%s is what refa makes of it, or left to it",
    (pattern) => {
      const element = elementOf(pattern);
      const plain = plainCodePoints(element, ignoreCase);
      if (plain !== null)
        expect(plain).toEqual([...JS.parseCharSet(element, { unicode: true, ignoreCase }).ranges]);
    },
  );

  test("what ASCII has is worked out here", () => {
    const left = [...ascii, "\\d", "\\D", "\\s", "\\S", "\\w", "[a-z]", "[^a-z]", "[\\w.]", "[^\\s]"].filter(
      (pattern) => plainCodePoints(elementOf(pattern), ignoreCase) === null,
    );
    expect(left).toEqual([]);
  });
});
