/** Decodes messages that are not UTF-8, and decides whether one can be judged at all. */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import type { EffectKey } from "../../engine/core/effects/effect-row.ts";
import { onMessage, rowOf } from "../../engine/core/effects/effects.ts";
import { checkingPrograms, judgedContributions, withContributions } from "../../engine/judge/judged-plan.ts";
import type { Plan, TextEffect } from "../../engine/core/plan.ts";
import { lookUp, type Values } from "../../engine/core/resolve-template.ts";
import { isAsciiBased, type Commit } from "../git/commit-object.ts";

/** Converts from an encoding to UTF-8; both are byte strings. */
export type Decoder = (bytes: string) => string;
/** By name; null if we cannot decode it. */
export type Decoders = (encoding: string) => Decoder | null;

export const asItIs: Decoder = (bytes) => bytes;

/**
 * For an encoding that we cannot decode: a byte beyond ASCII could be any character and include the byte
 * after it. Replaces these, so that the result equals no name that a rule gives.
 */
export const asciiOnly: Decoder = (bytes) => bytes.replace(/[\x80-\xff]+[0-9@-~]?/g, "\0");

/**
 * What the script engine can decode by itself: a byte string is already Latin 1. ASCII needs no decoding; if
 * a message claims to be ASCII and is not, git shows the bytes.
 */
export const latin1Only: Decoders = (encoding) => {
  if (/^(?:us-)?ascii$/i.test(encoding)) return asItIs;
  return /^(?:iso-?8859-1|latin-?1)$/i.test(encoding) ? encodeUtf8 : null;
};

/**
 * Some decoders turn invalid bytes into replacement or control
 * characters. git's iconv fails there, and git shows the bytes.
 */
function isGarbled(encoding: string, decoded: string): boolean {
  return decoded.includes("\xef\xbf\xbd") || (/125\d$/.test(encoding) && /\xc2[\x80-\x9f]/.test(decoded));
}

function isAscii(bytes: string): boolean {
  return !/[^\x00-\x7f]/.test(bytes);
}

/**
 * Can a message in this encoding be judged? `decoder`: null if we cannot decode it.
 *
 * Readers see the same lines, trailers and ASCII whether they decode it or not (`isAsciiBased`). So if the
 * rules contain only ASCII, the bytes are enough. Other text, patterns that match any character, and programs, which read
 * everything, need the decoded message.
 */
export function canBeJudged(
  plan: Plan,
  values: Values,
  encoding: string,
  decoder: Decoder | null,
  { header, message }: Commit,
): boolean {
  if (!isAsciiBased(encoding)) return false;
  const effects = effectsOf(plan);
  const texts = ruleTexts(effects, values);
  const compares = effects.map((effect) => onMessage(effect).compares(effect));
  const readsAll = compares.indexOf("characters") >= 0 || checkingPrograms(plan).length > 0;
  // Some decoders take these two for a yen sign and an overline.
  if (/jis$/i.test(encoding) && (readsAll ? [header, message] : texts).some((text) => /[\\~]/.test(text)))
    return false;
  if (isAscii(header) && isAscii(message)) return true;
  const readsHalves = hasHalves.test(encoding) && compares.indexOf("letters") >= 0;
  if (!readsAll && !readsHalves && texts.every(isAscii)) return true;
  return decoder !== null && !isGarbled(encoding, decoder(header + message));
}

/**
 * Encodings in which the second byte of a character may be an ASCII letter: in Big5, some characters end in the byte of `A`.
 * A rule that looks for letters in the bytes would find an `A` that nobody wrote.
 */
const hasHalves = /^(?:gbk|gb18030|big5.*|.*jis|cp-?9.*)$/i;

/** The part of a plan that forbids something in a message; null if there is none. */
export function forbidsOf(plan: Plan): Plan | null {
  const forbids = judgedContributions(plan)
    .map((each) => ({
      ...each,
      effects: (each.effects as TextEffect[]).filter((effect) => onMessage(effect).forbids(effect)),
    }))
    .filter(({ effects }) => effects.length > 0);
  return forbids.length === 0 ? null : withContributions(plan, forbids);
}

function effectsOf(plan: Plan): TextEffect[] {
  const effects: TextEffect[] = [];
  for (const each of judgedContributions(plan)) effects.push(...(each.effects as TextEffect[]));
  return effects;
}

/**
 * The texts that the rules contain. Idents from the commit's header
 * are omitted: they are in its own encoding.
 */
function ruleTexts(effects: readonly TextEffect[], values: Values): string[] {
  const texts: string[] = [];
  for (const effect of effects) {
    effect.value.forEach((part, i) => {
      if (i % 2 === 0) texts.push(part);
      else if (!part.startsWith("git.")) texts.push(lookUp(part, values) || "");
    });
    texts.push(...textsAtKeys(effect));
  }
  return texts;
}

/** Every text at its other keys, so that a new effect cannot forget one; a check's own message is compared with nothing. */
function textsAtKeys(effect: TextEffect): string[] {
  const { keys } = rowOf(effect);
  const texts: string[] = [];
  for (const name of Object.keys(keys)) {
    const { form, as = name } = keys[name] as EffectKey;
    if (form === "check message" || as === "value") continue;
    const given = (effect as unknown as { [key: string]: unknown })[as];
    for (const each of Array.isArray(given) ? given : [given]) if (typeof each === "string") texts.push(each);
  }
  return texts;
}
