/** Passes a message to git: in the option that held it, as a new -m, or through standard input. */
import type { CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import type { ArgvWord, Decision } from "../host.ts";
import type { ReadMessage } from "./commit-message.ts";
import { addMessage, replaceMessage, sameWords, type Carrier } from "./edit-argv.ts";

type Read = Extract<ReadMessage, { kind: "read" }>;

/** Linux limits one argument to 128 KiB; a longer message goes through standard input. */
export const longestArgument = 100 * 1024;
/**
 * A message that was not an argument becomes one only if it is short:
 * all arguments together share a limit, too.
 */
const longestNewArgument = 4 * 1024;

/** Passes the original message. If it came from a pipe that we consumed, git gets it on standard input. */
export function keepMessage(argv: readonly string[], read: Read): Decision {
  const words = sameWords(argv);
  if (read.source === "stdin") return { action: "exec", argv: words, stdin: read.text };
  if (read.source === "stream") {
    return { action: "exec", argv: replaceMessage(argv, read.uses, { kind: "stdin" }), stdin: read.text };
  }
  return { action: "exec", argv: words, stdin: null };
}

/** Passes a changed message; null if there is no way to do so. `first`: index of the first word after the command. */
export function changeMessage(
  argv: readonly string[],
  first: number,
  read: Read,
  message: string,
  cleanup: CleanupSettings,
  stdinIsTaken: boolean,
): Decision | null {
  // -m adds a final LF, and `verbatim` cleanup does not remove it.
  const fits = message.length <= longestArgument && (cleanup.mode !== "verbatim" || message.endsWith("\n"));
  const prefers = read.source === "argument" || message.length <= longestNewArgument;
  const carry = (carrier: Carrier): ArgvWord[] =>
    read.source === "head" ? addMessage(argv, first, carrier) : replaceMessage(argv, read.uses, carrier);
  if (fits && (prefers || stdinIsTaken))
    return { action: "exec", argv: carry({ kind: "argument", message }), stdin: null };
  return stdinIsTaken ? null : { action: "exec", argv: carry({ kind: "stdin" }), stdin: message };
}
