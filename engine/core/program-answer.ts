/**
 * What a program says by its exit status and its output, in the words of the systems that such programs are written for.
 */

/** Where a verdict is looked for, and the words that systems use for it. */
export const verdictFields: readonly string[] = [
  "decision",
  "permissionDecision",
  "permission_decision",
  "permission",
  "outcome",
];
export const refusing: readonly string[] = ["block", "deny", "reject", "blocked"];
/** Nobody is there to ask. */
export const asking: readonly string[] = ["ask", "defer"];
export const refusingFlags: readonly [field: string, value: boolean][] = [
  ["block", true],
  ["blocked", true],
  ["block_execution", true],
  ["continue", false],
  ["cancel", true],
];
export const reasonFields: readonly string[] = [
  "blockReason",
  "reason",
  "permissionDecisionReason",
  "permission_decision_reason",
  "stopReason",
  "stop_reason",
  "user_message",
  "userMessage",
  "agent_message",
  "agentMessage",
];

export interface ProgramAnswer {
  /** Why it refuses; null if it does not. */
  refusal: string | null;
  /** The fields of the payload that it changes. */
  payload: { [field: string]: unknown };
  /** Why it is as if it had not run; null if it answered. */
  failure: string | null;
}

/** How it ended, as the host says it. */
export interface EndedProgram {
  status: number;
  stdout: string;
  stderr: string;
  failure: "" | "late" | "excess" | "unstarted" | "unrun";
}

const exitRefused = 2;

/** `stdout` as text, not bytes. */
export function readAnswer(
  { status, stdout, stderr, failure }: EndedProgram,
  limitMs: number,
): ProgramAnswer {
  const failed = (why: string): ProgramAnswer => ({ refusal: null, payload: {}, failure: why });
  if (failure === "late") return failed("timed out after " + limitMs + "ms");
  if (failure === "excess") return failed("wrote too much to standard output");
  if (failure === "unstarted") return failed("cannot be started (errno " + status + ")");
  const said = oneLine(stderr);
  if (status === exitRefused) return { refusal: said || "no reason given", payload: {}, failure: null };
  if (status < 0) return failed("ended by signal " + -status);
  if (status !== 0) return failed("exited with " + status + (said === "" ? "" : ": " + said));
  const text = stdout.replace(/^\s+/, "");
  // Plain text never changes anything.
  if (!/^[{[]/.test(text)) return { refusal: null, payload: {}, failure: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed("printed invalid JSON");
  }
  return isRecord(value) ? readFields(value) : failed("printed JSON that is not an object");
}

interface Fields {
  [field: string]: unknown;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readFields(given: Fields): ProgramAnswer {
  const nested = given["hookSpecificOutput"] || given["hook_specific_output"];
  const fields: Fields = isRecord(nested) ? { ...given, ...nested } : given;
  const payload: Fields = isRecord(fields["payload"]) ? { ...fields["payload"] } : {};
  // Some say the text itself.
  if (payload["text"] === undefined && typeof fields["text"] === "string") payload["text"] = fields["text"];
  if (typeof payload["text"] !== "string") delete payload["text"];
  const said = verdictFields.map((field) => fields[field]);
  const isAsked = said.some((word) => typeof word === "string" && asking.indexOf(word) >= 0);
  const error = typeof fields["error"] === "string" ? fields["error"] : "";
  const isRefused =
    isAsked ||
    error !== "" ||
    said.some((word) => typeof word === "string" && refusing.indexOf(word) >= 0) ||
    refusingFlags.some(([field, value]) => fields[field] === value);
  if (!isRefused) return { refusal: null, payload, failure: null };
  let reason = error || "no reason given";
  for (let i = reasonFields.length - 1; i >= 0; i--) {
    const word = fields[reasonFields[i] as string];
    if (typeof word === "string" && word !== "") reason = word;
  }
  reason = oneLine(reason);
  const refusal = isAsked ? "it asks, and nobody is there to answer: " + reason : reason;
  return { refusal, payload: {}, failure: null };
}

/** For an error message: one line, and not too long. */
function oneLine(text: string): string {
  const line = text.replace(/[\s\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+/g, " ").replace(/^ | $/g, "");
  return line.length > longest ? line.slice(0, longest) + "..." : line;
}

const longest = 500;
