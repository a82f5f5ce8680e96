/**
 * What effects work on. Each kind of payload has a draft, which effects change in turn, and a form of an effect's value with
 * all references filled in.
 */
import type { PayloadNoun } from "../effect-problems.ts";
import type { HookPoint } from "../hook-points.ts";
import type { CleanupSettings } from "../cleanup-settings.ts";
import { trim } from "../white-space.ts";
import type { ListEffect, TextEffect } from "../plan.ts";
import { resolveTemplate, type Unresolved, type Values } from "../resolve-template.ts";
import { draftOf, textOf, type TextDraft } from "../text/text-draft.ts";

/** What a hook point is fired over: a text, a list of texts. Byte strings. */
export type PointValue = string | readonly string[];

export function mapText(value: PointValue, map: (text: string) => string): PointValue {
  return typeof value === "string" ? map(value) : value.map(map);
}

/** How a payload is to be understood. */
export interface GivenForm {
  /** How git will clean the text; null for one that is no commit message, such as a pull request's. */
  cleanup: CleanupSettings | null;
  /** What the same command takes away from a list; it counts as there, so that nobody adds it. */
  removed?: readonly string[];
}

export interface ListDraft {
  list: readonly string[];
}

interface Text {
  draft: TextDraft;
  effect: TextEffect;
  value: string;
}

interface List {
  draft: ListDraft;
  effect: ListEffect;
  value: readonly string[];
}

export interface Payloads {
  /** A commit message. */
  message: Text;
  /** A pull request's: it may have trailers, those of the commit that a squash merge makes. */
  description: Text;
  /** Has no trailers. */
  response: Text;
  list: List;
}

export type PayloadKind = keyof Payloads;

/** For a hook point that can have effects. */
export function payloadKindOf({ mode, trailers }: Pick<HookPoint, "mode" | "trailers">): PayloadKind {
  if (mode === "list") return "list";
  return trailers === "commit" ? "message" : trailers === "squash" ? "description" : "response";
}

/** Makes a draft of a value, and a value of the draft: the same if effects changed nothing. */
export interface AnyForm<D = unknown> {
  open(given: PointValue, form: GivenForm): D;
  close(draft: D, given: PointValue, form: GivenForm): PointValue;
}

interface PayloadForm<P extends Payloads[PayloadKind]> extends AnyForm<P["draft"]> {
  noun: PayloadNoun;
  /** See `EffectRunner.resolve`. `trims`: by type of effect, whether white space around a value goes. */
  resolver(trims: {
    readonly [type: string]: boolean;
  }): (effect: P["effect"], values: Values, unresolved: Unresolved[]) => P["value"] | null;
}

const textResolver: PayloadForm<Text>["resolver"] = (trims) => (effect, values, unresolved) => {
  const resolved = resolveTemplate(effect.value, values);
  if (typeof resolved === "string") return trims[effect.type] ? trim(resolved) : resolved;
  unresolved.push(resolved);
  return null;
};

const listResolver: PayloadForm<List>["resolver"] = (trims) => (effect, values, unresolved) => {
  const found: string[] = [];
  for (const template of effect.values) {
    const resolved = resolveTemplate(template, values);
    if (typeof resolved === "string") found.push(trims[effect.type] ? trim(resolved) : resolved);
    else unresolved.push(resolved);
  }
  return found.length === 0 ? null : found;
};

const text: Pick<PayloadForm<Text>, "open" | "close" | "resolver"> = {
  open: (given, { cleanup }) => draftOf(given as string, cleanup),
  close: textOf,
  resolver: textResolver,
};

const list: PayloadForm<List> = {
  noun: "list",
  open: (given, { removed = [] }) => ({ list: (given as readonly string[]).concat(removed) }),
  close: ({ list: after }, given, { removed = [] }) => {
    const added = after.slice(given.length + removed.length);
    return added.length === 0 ? given : (given as readonly string[]).concat(added);
  },
  resolver: listResolver,
};

export const payloadForms: { readonly [K in PayloadKind]: PayloadForm<Payloads[K]> } = {
  message: { noun: "message", ...text },
  description: { noun: "text", ...text },
  response: { noun: "text", ...text },
  list,
};
