/**
 * What a dispatch needs to know beside the plan and the payload.
 */
import type { Facts } from "./facts.ts";
import type { MessageRules } from "./message-rules.ts";
import type { Values } from "./resolve-template.ts";

export interface RunContext {
  values: Values;
  facts: Facts;
}

export interface DispatchContext extends RunContext {
  /** How git will clean the text; null for a text that is no commit message, such as a pull request's. */
  rules: MessageRules | null;
  /** Will git take an empty message? Of no concern where `rules` is null. */
  allowEmpty: boolean;
}

/** For a commit message. */
export interface MessageContext extends DispatchContext {
  rules: MessageRules;
}
