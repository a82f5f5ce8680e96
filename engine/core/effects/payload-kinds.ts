/**
 * What effects work on. Each kind of payload has a draft, which effects change in turn, and a form of an effect's value with
 * all references filled in.
 */
import type { PayloadNoun } from "../effect-problems.ts";
import type { HookPoint } from "../hook-points.ts";
import { trim } from "../message-rules.ts";
import type { ListEffect, TextEffect } from "../plan.ts";
import { resolveTemplate, type Unresolved, type Values } from "../resolve-template.ts";
import type { TextDraft } from "../text/text-draft.ts";

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

interface PayloadForm<P extends Payloads[PayloadKind]> {
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

export const payloadForms: { readonly [K in PayloadKind]: PayloadForm<Payloads[K]> } = {
  message: { noun: "message", resolver: textResolver },
  description: { noun: "text", resolver: textResolver },
  response: { noun: "text", resolver: textResolver },
  list: { noun: "list", resolver: listResolver },
};
