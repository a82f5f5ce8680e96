/**
 * Messages that are not UTF-8: who reads what.
 */
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { judgedContributions, withContributions } from "../../engine/judge/judge-message.ts";
import type { Plan, TextEffect } from "../../engine/core/plan.ts";
import { lookUp, type Values } from "../../engine/core/resolve-template.ts";
import { isAsciiBased, type Commit } from "../git/commit-object.ts";

/** From the bytes of an encoding to UTF-8, both byte strings. */
export type Decoder = (bytes: string) => string;
/** By name; null if it cannot be decoded here. */
export type Decoders = (encoding: string) => Decoder | null;

export const asItIs: Decoder = (bytes) => bytes;

/**
 * For an encoding that cannot be decoded here: what is beyond ASCII could be anything, and take the byte behind it along.
 * Nothing that somebody named is like it.
 */
export const asciiOnly: Decoder = (bytes) => bytes.replace(/[\x80-\xff]+[0-9@-~]?/g, "\0");

/**
 * What the script engine can do by itself: a byte string is Latin 1 already. In ASCII there is nothing to decode; of a message
 * that is not ASCII in spite of its name, git shows the bytes.
 */
export const latin1Only: Decoders = (encoding) => {
  if (/^(?:us-)?ascii$/i.test(encoding)) return asItIs;
  return /^(?:iso-?8859-1|latin-?1)$/i.test(encoding) ? encodeUtf8 : null;
};

/** Some decoders make signs or control characters of bytes that mean nothing. git's iconv gives up there: git shows the bytes. */
function isGarbled(encoding: string, decoded: string): boolean {
  return decoded.includes("\xef\xbf\xbd") || (/125\d$/.test(encoding) && /\xc2[\x80-\x9f]/.test(decoded));
}

function isAscii(bytes: string): boolean {
  return !/[^\x00-\x7f]/.test(bytes);
}

/**
 * Can a message that names this encoding be judged? `decoder`: null if only its bytes are known here.
 *
 * Whoever decodes it and whoever does not see the same lines, trailers and ASCII (`isAsciiBased`). So where the rules
 * ask for ASCII alone, the bytes will do. Other text, and what a pattern says of every character, is in the decoded message only.
 */
export function canBeJudged(
  plan: Plan,
  values: Values,
  encoding: string,
  decoder: Decoder | null,
  { header, message }: Commit,
): boolean {
  if (!isAsciiBased(encoding)) return false;
  const texts = ruleTexts(plan, values);
  // Some decoders take these two for a yen sign and an overline.
  if (/jis$/i.test(encoding) && texts.some((text) => /[\\~]/.test(text))) return false;
  if (isAscii(header) && isAscii(message)) return true;
  if (!effectsOf(plan).some(isPattern) && texts.every(isAscii)) return true;
  return decoder !== null && !isGarbled(encoding, decoder(header + message));
}

/** The part of a plan that says what must not be in a message. */
export function forbidsOf(plan: Plan): Plan | null {
  const forbids = judgedContributions(plan)
    .map((each) => ({ ...each, effects: each.effects.filter(isForbid) }))
    .filter(({ effects }) => effects.length > 0);
  return forbids.length === 0 ? null : withContributions(plan, forbids);
}

function isForbid({ type }: { type: string }): boolean {
  return type === "text.forbidMatch" || type === "text.removeTrailer";
}

function isPattern({ type }: TextEffect): boolean {
  return type === "text.requireMatch" || type === "text.forbidMatch";
}

function effectsOf(plan: Plan): TextEffect[] {
  const effects: TextEffect[] = [];
  for (const each of judgedContributions(plan)) effects.push(...(each.effects as TextEffect[]));
  return effects;
}

/** What they ask for. Names from the commit's own header are in its own encoding, and left out. */
function ruleTexts(plan: Plan, values: Values): string[] {
  const texts: string[] = [];
  for (const effect of effectsOf(plan)) {
    effect.value.forEach((part, i) => {
      if (i % 2 === 0) texts.push(part);
      else if (!part.startsWith("git.")) texts.push(lookUp(part, values) || "");
    });
    if (effect.type === "text.removeTrailer") texts.push(...(effect.values || []), ...effect.keep);
  }
  return texts;
}
