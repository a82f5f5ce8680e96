/**
 * A parsed pattern as a nondeterministic automaton over the bytes of UTF-8 (Thompson's construction).
 */
import type { AST } from "@eslint-community/regexpp";
import { codePointsOf } from "./code-points.ts";
import { RefusedPattern, tooLarge } from "./pattern-problem.ts";
import { buildTrie, type ByteRange, type CodePointRange, type Trie } from "./utf8-trie.ts";

export type Assertion = "textStart" | "textEnd" | "lineStart" | "lineEnd" | "wordBoundary" | "noWordBoundary";

export type NfaNode =
  | { kind: "bytes"; edges: { range: ByteRange; to: number }[] }
  | { kind: "fork"; to: number[] }
  | { kind: "assert"; assertion: Assertion; to: number }
  /** Only where groups are wanted. */
  | { kind: "save"; slot: number; to: number }
  | { kind: "clear"; slots: number[]; to: number }
  | { kind: "found" };

export interface Nfa {
  nodes: NfaNode[];
  start: number;
}

export interface PatternFlags {
  ignoreCase: boolean;
  multiline: boolean;
}

const maxNodes = 20_000;

/** The slot for the beginning of a named group; the one for its end follows. Throws for a group that is not wanted. */
export type SlotOf = (group: AST.CapturingGroup) => number | null;
const lf = 0x0a;

/** With `slotOf`, the ways of a fork are in the order that JavaScript's RegExp prefers them in, and groups are saved. */
export function buildNfa(pattern: AST.Pattern, flags: PatternFlags, slotOf: SlotOf | null = null): Nfa {
  const builder = new NfaBuilder(flags, slotOf);
  const found = builder.add({ kind: "found" });
  const start = builder.alternatives(pattern.alternatives, found);
  return { nodes: builder.nodes, start };
}

/** Builds from the end: every part is given the node that follows it. */
class NfaBuilder {
  readonly nodes: NfaNode[] = [];
  private readonly flags: PatternFlags;
  private readonly tries = new Map<string, Trie>();
  private readonly slotOf: SlotOf | null;
  private work = 0;

  constructor(flags: PatternFlags, slotOf: SlotOf | null) {
    this.flags = flags;
    this.slotOf = slotOf;
  }

  add(node: NfaNode): number {
    if (this.nodes.length >= maxNodes) throw tooLarge();
    return this.nodes.push(node) - 1;
  }

  alternatives(alternatives: readonly AST.Alternative[], next: number): number {
    const to = alternatives.map((alternative) =>
      alternative.elements.reduceRight((after, element) => this.element(element, after), next),
    );
    return to.length === 1 ? (to[0] as number) : this.add({ kind: "fork", to });
  }

  private element(element: AST.Element, next: number): number {
    // Empty parts make no node, and may still be repeated a billion times.
    if (++this.work > maxNodes) throw tooLarge();
    switch (element.type) {
      case "Group":
        if (element.modifiers) throw unsupported(element, "flags inside", flagsHint);
        return this.alternatives(element.alternatives, next);
      case "CapturingGroup": {
        const slot = this.slotOf?.(element) ?? null;
        if (slot === null) return this.alternatives(element.alternatives, next);
        const end = this.add({ kind: "save", slot: slot + 1, to: next });
        const inside = this.alternatives(element.alternatives, end);
        return this.add({ kind: "save", slot, to: inside });
      }
      case "Quantifier":
        return this.quantifier(element, next);
      case "Assertion":
        return this.assertion(element, next);
      case "Backreference":
        throw unsupported(element, "a backreference", "write out what it repeats");
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return this.bytes(this.trieOf(element), next, new Map());
      default:
        throw unsupported(element, "a set operation", "use an ordinary character class");
    }
  }

  private quantifier(quantifier: AST.Quantifier, next: number): number {
    const { element, min, max, greedy } = quantifier;
    const optional = max === Infinity ? 0 : max - min;
    if (this.slotOf !== null && optional > 0 && canBeEmpty(element))
      throw unsupported(element, "a part that may be empty and is optional", emptyHint);
    let after = max === Infinity ? this.loop(quantifier, next) : next;
    for (let i = 0; i < optional; i++) {
      const ways = [this.round(element, after), next];
      after = this.add({ kind: "fork", to: greedy ? ways : ways.reverse() });
    }
    for (let i = 0; i < min; i++) after = this.round(element, after);
    return after;
  }

  private loop({ element, greedy }: AST.Quantifier, next: number): number {
    const fork: NfaNode = { kind: "fork", to: [next] };
    const id = this.add(fork);
    const inside = this.round(element, id);
    if (this.slotOf !== null && greedy) fork.to.unshift(inside);
    else fork.to.push(inside);
    return id;
  }

  /** As in RegExp, each round of a repetition begins with empty groups. */
  private round(element: AST.QuantifiableElement, next: number): number {
    const inside = this.element(element, next);
    const slots = this.slotOf === null ? [] : slotsIn(element, this.slotOf);
    return slots.length === 0 ? inside : this.add({ kind: "clear", slots, to: inside });
  }

  private assertion(element: AST.Assertion, to: number): number {
    const { multiline } = this.flags;
    switch (element.kind) {
      case "start":
        return this.add({ kind: "assert", assertion: multiline ? "lineStart" : "textStart", to });
      case "end":
        return this.add({ kind: "assert", assertion: multiline ? "lineEnd" : "textEnd", to });
      case "word":
        return this.add({
          kind: "assert",
          assertion: element.negate ? "noWordBoundary" : "wordBoundary",
          to,
        });
      default:
        throw unsupported(
          element,
          `a ${element.kind}`,
          element.negate ? negativeLookaroundHint : lookaroundHint,
        );
    }
  }

  private trieOf(element: AST.Character | AST.CharacterSet | AST.CharacterClass): Trie {
    const known = this.tries.get(element.raw);
    if (known !== undefined) return known;
    const trie = buildTrie(this.codePoints(element));
    this.tries.set(element.raw, trie);
    return trie;
  }

  private codePoints(
    element: AST.Character | AST.CharacterSet | AST.CharacterClass,
  ): readonly CodePointRange[] {
    // A line ends at LF and nowhere else, as in git; JavaScript's `.` stops at CR, U+2028 and U+2029 too.
    if (element.type === "CharacterSet" && element.kind === "any") {
      return [
        { min: 0, max: lf - 1 },
        { min: lf + 1, max: 0x10ffff },
      ];
    }
    // Only the `v` flag makes these.
    if (
      (element.type === "CharacterSet" && element.kind === "property" && element.strings) ||
      (element.type === "CharacterClass" && element.unicodeSets)
    ) {
      throw unsupported(element, "a set of strings", "use an ordinary character class");
    }
    return codePointsOf(element, this.flags.ignoreCase);
  }

  private bytes(trie: Trie, next: number, made: Map<Trie, number>): number {
    const known = made.get(trie);
    if (known !== undefined) return known;
    const edges = trie.edges.map(({ min, max, to }) => ({
      range: { min, max },
      to: to === null ? next : this.bytes(to, next, made),
    }));
    const node = this.add({ kind: "bytes", edges });
    made.set(trie, node);
    return node;
  }
}

function slotsIn(element: AST.Element, slotOf: SlotOf): number[] {
  const slots: number[] = [];
  const own = element.type === "CapturingGroup" ? slotOf(element) : null;
  if (own !== null) slots.push(own, own + 1);
  if (element.type === "CapturingGroup" || element.type === "Group")
    for (const { elements } of element.alternatives)
      for (const each of elements) slots.push(...slotsIn(each, slotOf));
  if (element.type === "Quantifier") slots.push(...slotsIn(element.element, slotOf));
  return slots;
}

function canBeEmpty(element: AST.Element): boolean {
  switch (element.type) {
    case "Assertion":
      return true;
    case "Quantifier":
      return element.min === 0 || canBeEmpty(element.element);
    case "CapturingGroup":
    case "Group":
      return element.alternatives.some(({ elements }) => elements.every(canBeEmpty));
    default:
      return false;
  }
}

const emptyHint = "let it match at least one character, as in '(?:#[0-9]+)?'";
const flagsHint = "put '(?i)', '(?m)' or '(?im)' at the pattern's beginning";
const lookaroundHint = "write what stands there as a part of the pattern";
const negativeLookaroundHint = "say what must not be there with a 'text.forbidMatch' of its own";

function unsupported(element: AST.Node, what: string, hint: string): RefusedPattern {
  return new RefusedPattern(
    `the pattern has ${what}, '${element.raw}', which patterns here cannot have`,
    hint,
    { start: element.start, end: element.end },
  );
}
