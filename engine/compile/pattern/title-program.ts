/**
 * The pattern of a title's format, `^(?<type>\\w+): (?<subject>.+)$`, as a program for `runTitlePattern`. Its named groups are the parts
 * of a title.
 */
import type { AST } from "@eslint-community/regexpp";
import { isTitlePart, titleParts } from "../../core/parts/part-names.ts";
import { asserts, ops, type TitleProgram } from "../../core/parts/title-pattern.ts";
import { buildNfa, type NfaNode } from "./build-nfa.ts";
import { maxLength, parsePattern } from "./compile-pattern.ts";
import { RefusedPattern, tooLarge, type PatternProblem } from "./pattern-problem.ts";

/** Each takes time for each character of a title, and room in the plan. */
const maxNodes = 2_000;

/** `format`: the program as JSON, for the plan. `parts`: what it has groups for. */
export type CompiledTitle = { format: string; parts: string[] } | { problem: PatternProblem };

export function compileTitlePattern(source: string): CompiledTitle {
  try {
    return compile(source);
  } catch (error) {
    if (error instanceof RefusedPattern) return { problem: error.problem };
    throw error;
  }
}

function compile(source: string): CompiledTitle {
  if (source.length > maxLength) throw tooLarge();
  const parts = new Set<string>();
  const slotOf = (group: AST.CapturingGroup): number | null => {
    if (group.name === null) return null;
    if (!isTitlePart(group.name)) throw noPart(group);
    parts.add(group.name);
    return 2 * titleParts.indexOf(group.name);
  };
  const ignoreCase = source.startsWith("(?i)");
  const pattern = parsePattern(source, ignoreCase ? "(?i)".length : 0);
  const { nodes, start } = buildNfa(pattern, { ignoreCase, multiline: false }, slotOf);
  if (nodes.length > maxNodes) throw tooLarge();
  if (parts.size === 0)
    throw new RefusedPattern("the pattern has no named group", `name a part with one: ${example}`);
  const program: TitleProgram = [start, nodes.map(encode)];
  return { format: JSON.stringify(program), parts: [...parts] };
}

const example = "'^(?<type>[a-z]+): (?<subject>.+)$'";

function noPart({ name, start, end }: AST.CapturingGroup): RefusedPattern {
  return new RefusedPattern(
    `the group '${name}' is no part of a title`,
    `name it one of: ${titleParts.join(", ")}`,
    {
      start,
      end,
    },
  );
}

function encode(node: NfaNode): number[] {
  switch (node.kind) {
    case "bytes":
      return [ops.bytes, ...node.edges.flatMap(({ range, to }) => [range.min, range.max, to])];
    case "fork":
      return [ops.fork, ...node.to];
    case "assert":
      return [ops.assert, asserts.indexOf(node.assertion), node.to];
    case "save":
      return [ops.save, node.slot, node.to];
    case "clear":
      return [ops.clear, node.to, ...node.slots];
    case "found":
      return [ops.found];
  }
}
