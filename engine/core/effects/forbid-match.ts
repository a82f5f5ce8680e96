/** `text.forbidMatch`: the message, as git's cleanup will leave it, matches the pattern nowhere. */
import { judgedMessage } from "../clean-message.ts";
import type { MessageRules } from "../message-rules.ts";
import { matches, type PatternDfa } from "../pattern-dfa.ts";

export function forbidMatchHolds(text: string, dfa: PatternDfa, rules: MessageRules): boolean {
  return !matches(dfa, judgedMessage(text, rules));
}
