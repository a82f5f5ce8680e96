/**
 * How a message reaches git: where it stood, or in a new place.
 */
import type { MessageRules } from "../../engine/core/message-rules.ts";
import type { Decision } from "../host.ts";
import type { ReadMessage } from "./commit-message.ts";
import { replaceMessage } from "./edit-argv.ts";

type Read = Extract<ReadMessage, { kind: "read" }>;

/** One argument may have 128 KiB on Linux; a longer message goes through standard input. */
export const longestArgument = 100 * 1024;
/** A message that was no argument becomes one only if it is short: all of them share a limit, too. */
const longestNewArgument = 4 * 1024;

/** git gets the message it was going to get; what we had to read is handed back on standard input. */
export function keepMessage(argv: readonly string[], read: Read): Decision {
  const words = argv.map((_, i) => i);
  if (read.source === "stdin") return { action: "exec", argv: words, stdin: read.text };
  if (read.source === "stream") {
    return { action: "exec", argv: replaceMessage(argv, read.uses, { kind: "stdin" }), stdin: read.text };
  }
  return { action: "exec", argv: words, stdin: null };
}

/** git gets another message; null if there is no way to hand it over. */
export function changeMessage(
  argv: readonly string[],
  read: Read,
  message: string,
  rules: MessageRules,
  stdinIsTaken: boolean,
): Decision | null {
  // -m adds a final LF, which no cleanup takes away under verbatim.
  const fits = message.length <= longestArgument && (rules.cleanup !== "verbatim" || message.endsWith("\n"));
  const prefers = read.source === "argument" || message.length <= longestNewArgument;
  if (fits && (prefers || stdinIsTaken)) {
    return {
      action: "exec",
      argv: replaceMessage(argv, read.uses, { kind: "argument", message }),
      stdin: null,
    };
  }
  if (stdinIsTaken) return null;
  return { action: "exec", argv: replaceMessage(argv, read.uses, { kind: "stdin" }), stdin: message };
}
