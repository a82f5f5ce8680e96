/** The table of effects: a file for each, and here its row. */
import type { Effect, TextEffect } from "../plan.ts";
import { appendUniqueRow } from "./append-unique.ts";
import type { EffectRow, OnMessage } from "./effect-row.ts";
import { runnerOf, type Runner } from "./effect-runner.ts";
import type { EffectRunner } from "../run-contributions.ts";
import { ensurePrefixRow } from "./ensure-prefix.ts";
import { ensureSectionRow } from "./ensure-section.ts";
import { ensureSuffixRow } from "./ensure-suffix.ts";
import { ensureTrailerRow } from "./ensure-trailer.ts";
import { forbidMatchRow, requireMatchRow } from "./match.ts";
import type { PayloadKind } from "./payload-kinds.ts";
import { lengthRow } from "./length.ts";
import { lineLengthRow } from "./line-length.ts";
import { caseRow } from "./case.ts";
import { endRow } from "./end.ts";
import { oneOfRow } from "./one-of.ts";
import { blankLineRow } from "./blank-line.ts";
import { formatRow } from "./format.ts";
import { absentRow, presentRow } from "./present.ts";
import { removeTrailerRow } from "./remove-trailer.ts";

/** In the order of the documents. */
const rows = [
  ensureTrailerRow,
  removeTrailerRow,
  ensureSectionRow,
  ensurePrefixRow,
  ensureSuffixRow,
  lengthRow,
  lineLengthRow,
  caseRow,
  endRow,
  oneOfRow,
  presentRow,
  absentRow,
  blankLineRow,
  formatRow,
  requireMatchRow,
  forbidMatchRow,
  appendUniqueRow,
] as const;

type EffectOf<R> = R extends EffectRow<infer E> ? E : never;

/** Every effect, in the form that a plan has it in. */
export type KnownEffect = EffectOf<(typeof rows)[number]>;

export type EffectType = KnownEffect["type"];

export const effectRows = {} as { readonly [T in EffectType]: EffectRow<Effect> };
for (const row of rows) (effectRows as { [type: string]: unknown })[row.type] = row;

export function rowOf({ type }: Pick<Effect, "type">): EffectRow<Effect> {
  return effectRows[type as EffectType];
}

/** Of an effect that is for commit messages. */
export function onMessage(effect: Pick<TextEffect, "type">): OnMessage<TextEffect> {
  const { message } = (rowOf(effect) as EffectRow<TextEffect>).on;
  return message as OnMessage<TextEffect>;
}

/** For a draft and effects of its own kind. */
export type AnyRunner = EffectRunner<unknown, Effect, unknown>;

/** How effects work on each kind of payload. */
export const runners: { readonly [K in PayloadKind]: Runner<K> } = {
  message: runnerOf("message", effectRows),
  description: runnerOf("description", effectRows),
  response: runnerOf("response", effectRows),
  list: runnerOf("list", effectRows),
};
