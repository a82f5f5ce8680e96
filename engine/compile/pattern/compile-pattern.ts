/**
 * The pattern of a check: JavaScript's syntax, compiled to an automaton over the bytes of UTF-8, so that
 * it runs in linear time on any message.
 *
 * - The pattern may match anywhere. `^` and `$` are the text's beginning and end; behind a leading `(?m)`
 *   they are the beginning and end of every line. `(?i)` ignores case; `(?im)` is both.
 * - A line ends at LF and nowhere else: `.` is any code point but LF.
 * - Characters, classes and `\p{…}` are as under JavaScript's `u` flag. `\b` knows ASCII words.
 * - Bytes that are not UTF-8 are matched by nothing, not even by `.` or `[^x]`.
 */
import { RegExpParser, RegExpSyntaxError, type AST } from "@eslint-community/regexpp";
import type { PatternDfa } from "../../core/pattern-dfa.ts";
import { buildNfa } from "./build-nfa.ts";
import { describeSyntaxError } from "./syntax-mistakes.ts";
import { findByteClasses } from "./byte-classes.ts";
import { determinize } from "./determinize.ts";
import { encodeDfa } from "./encode-dfa.ts";
import { minimize } from "./minimize.ts";
import { RefusedPattern, tooLarge, type PatternProblem } from "./pattern-problem.ts";

export const maxLength = 2_000;

export function compilePattern(source: string): { dfa: PatternDfa } | { problem: PatternProblem } {
  try {
    return { dfa: compile(source) };
  } catch (error) {
    if (error instanceof RefusedPattern) return { problem: error.problem };
    throw error;
  }
}

function compile(source: string): PatternDfa {
  if (source.length > maxLength) throw tooLarge();
  const flags = /^\(\?([im]+)\)/.exec(source);
  const nfa = buildNfa(parsePattern(source, flags?.[0].length ?? 0), {
    ignoreCase: flags?.[1]?.includes("i") ?? false,
    multiline: flags?.[1]?.includes("m") ?? false,
  });
  const classes = findByteClasses(nfa);
  return encodeDfa(minimize(determinize(nfa, classes)), classes);
}

export function parsePattern(source: string, from: number): AST.Pattern {
  try {
    return new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, from, source.length, {
      unicode: true,
    });
  } catch (error) {
    if (!(error instanceof RegExpSyntaxError)) throw error;
    const { message, hint, part } = describeSyntaxError(source, error);
    throw new RefusedPattern(message, hint, part);
  }
}
