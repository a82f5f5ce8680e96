/** `text.requireMatch`: the message, as git's cleanup will leave it, matches the pattern somewhere. */
import { judgedMessage } from "../clean-message.ts";
import type { MessageRules } from "../message-rules.ts";
import { matches, type PatternDfa } from "../pattern-dfa.ts";

export function requireMatchHolds(text: string, dfa: PatternDfa, rules: MessageRules): boolean {
  return matches(dfa, judgedMessage(text, rules));
}
