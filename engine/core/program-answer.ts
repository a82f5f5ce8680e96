/**
 * What a program says by its exit status and its output, in the words of the systems that such programs are written for.
 */

/** Where a verdict is looked for, and the words that systems use for it. */
const verdictFields: readonly string[] = [
  "decision",
  "permissionDecision",
  "permission_decision",
  "permission",
  "outcome",
];
const refusing: readonly string[] = ["block", "deny", "reject", "blocked"];
/** Nobody is there to ask. */
const asking: readonly string[] = ["ask", "defer"];
/** It goes on, and the reason is shown. */
const warning = "warn";
const allowing: readonly string[] = ["allow", "approve", "pass", "continue", warning, ""];
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
  /** The field of the payload that it changes, if any. */
  payload: { [field: string]: unknown };
  /** Why it is as if it had not run; null if it answered. */
  failure: string | null;
  /** What it warns of. */
  warning?: string;
  /** Does it refuse by its exit status? Interpreters use the same one for errors of their own. */
  isByStatus?: true;
}

/** How it ended, as the host says it. */
export interface EndedProgram {
  /** Exit status; minus n after signal n; the errno if it could not be started. */
  status: number;
  stdout: string;
  /** The beginning of it. */
  stderr: string;
  /**
   * Why the status says nothing: time was over, it printed too much, it could not be started, or this is a dry run. `unread`: the
   * status says what it always does, but what is in `stdout` may not be all.
   */
  failure: "" | "late" | "excess" | "unstarted" | "unread" | "unrun";
}

const exitRefused = 2;
const noReason = "no reason given";
/** A result is a few fields, and a reason a few lines. */
export const mostOutput: number = 1024 * 1024;
export const mostErrors: number = 64 * 1024;

/** JSON with more levels is refused: the native host cannot read it, and Node could not write it. */
export const mostLevels = 1000;
export const tooDeep: string = "printed JSON with more than " + mostLevels + " levels";

/** By errno: ENOENT, ENOEXEC, EACCES, EMFILE. */
const whyNotStarted: { [errno: number]: string } = {
  2: "{it} does not exist, or its interpreter, or the folder it runs in",
  8: "{it} is no program: its first line must be '#!' and an interpreter",
  13: "{it} is not executable: 'chmod +x' makes it so",
  24: "too many files are open: ulimit -n",
};

/** What a program may put in place of the payload's own. */
export interface AnswerForm {
  /** Null where a program can only refuse. */
  field: string | null;
  type: "text" | "list";
  /** The names by which the field may stand beside `payload`. */
  names: readonly string[];
  /** All fields that the payload has. */
  fields: readonly string[];
  isGate: boolean;
}

function failed(failure: string): ProgramAnswer {
  return { refusal: null, payload: {}, failure };
}

/** `stdout` as text, not bytes. */
export function readAnswer(end: EndedProgram, limitMs: number, form: AnswerForm): ProgramAnswer {
  const read = readEnd(end, limitMs, true);
  if ("failure" in read) return failed(read.failure);
  if ("reason" in read)
    return { refusal: oneLine(read.reason) || noReason, payload: {}, failure: null, isByStatus: true };
  const printed = parseAnswer(read.text);
  // Plain text never changes anything.
  if (printed === null)
    return { refusal: form.isGate ? whyNoAnswer(read.text) : null, payload: {}, failure: null };
  return "failure" in printed ? failed(printed.failure) : readFields(printed.fields, form);
}

/** `failure`: why it is as if it had not run. `reason`: it refuses by its exit status, if it may. `text`: what it printed. `file`: as messages name it. */
export function readEnd(
  { status, stdout, stderr, failure }: EndedProgram,
  limitMs: number,
  statusRefuses: boolean,
  file = "it",
): { failure: string } | { reason: string } | { text: string } {
  if (failure === "late") return { failure: "timed out after " + limitMs + "ms" };
  if (failure === "excess") return { failure: "wrote more than " + mostOutput + " bytes to standard output" };
  if (failure === "unstarted")
    return {
      failure:
        "cannot be started: " + (whyNotStarted[status] || "errno " + status).replace("{it}", () => file),
    };
  if (status === exitRefused && statusRefuses) return { reason: stderr };
  if (status < 0) return { failure: "ended by signal " + -status };
  if (status !== 0) return { failure: describeExit(status, stderr) };
  if (failure === "unread") return { failure: "its output could not be read" };
  return { text: stdout.replace(/^\s+/, "") };
}

/** Null for plain text. */
export function parseAnswer(text: string): { fields: Fields } | { failure: string } | null {
  if (!/^[{[]/.test(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { failure: error instanceof RangeError ? tooDeep : "printed invalid JSON" };
  }
  return isRecord(value) ? { fields: value } : { failure: "printed JSON that is not an object" };
}

/** At a gate, `null` and `"pass"` are answers, and none that a gate knows. Null for text that is no JSON. */
function whyNoAnswer(text: string): string | null {
  try {
    return describeInvalid(JSON.parse(text));
  } catch {
    return null;
  }
}

/** An interpreter says last what went wrong, below the places where it did; Node says it above them, and its version last. */
function describeExit(status: number, stderr: string): string {
  const lines = stderr.replace(/\s+$/, "").split("\n");
  const last = lines[lines.length - 1] as string;
  const reason = oneLine(/^Node\.js v\d/.test(last) ? errorOfNode(lines.slice(0, -1)) : last);
  return "exited with " + status + (reason === "" ? "" : ": " + reason);
}

/** The message may have several lines: the first has the error's name. */
function errorOfNode(lines: readonly string[]): string {
  const above = (lines.join("\n") + "\n    at ").split("\n    at ")[0] as string;
  // What is thrown need not be an error: then Node says how to find the place.
  const message = above
    .replace(/\n\(Use `node [^\n]*\s*$/, "")
    .replace(/\s+$/, "")
    .split("\n");
  const named = message.filter((line) => /^[A-Z]\w*(?: \[\w+\])?: /.test(line));
  return (named[named.length - 1] || message[message.length - 1]) as string;
}

interface Fields {
  [field: string]: unknown;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined if it leaves the payload as it is. */
function changeIn(fields: Fields, { field, names }: AnswerForm): unknown {
  const payload = fields["payload"];
  if (isRecord(payload) && payload[field as string] !== undefined) return payload[field as string];
  for (const name of names) if (fields[name] !== undefined) return fields[name];
  return undefined;
}

function isOfType(value: unknown, type: AnswerForm["type"]): boolean {
  if (type === "text") return typeof value === "string";
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/**
 * Words and flags of a decision that nobody knows, or that are of another type: they must not let anything pass.
 * `names`: where a decision is looked for. Undefined if there are none.
 */
function invalidDecision(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const word = fields[name];
    const isKnown =
      typeof word === "string" &&
      (refusing.indexOf(word) >= 0 || asking.indexOf(word) >= 0 || allowing.indexOf(word) >= 0);
    if (word !== undefined && word !== null && !isKnown) return word;
  }
  for (const [flag] of refusingFlags) {
    const value = fields[flag];
    if (value !== undefined && value !== null && typeof value !== "boolean") return value;
  }
  return undefined;
}

function describeInvalid(decision: unknown): string {
  return "it returned an invalid decision: " + oneLine(JSON.stringify(decision));
}

function readFields(given: Fields, form: AnswerForm): ProgramAnswer {
  const fields = flattenAnswer(given);
  const { state, reason } = readVerdict(fields, verdictFields, decidingFields(form.isGate), true);
  const refusal = oneLine(reason) || noReason;
  if (state === "refused") return { refusal, payload: {}, failure: null };
  if (state === "invalid")
    return {
      refusal: describeInvalid(invalidDecision(fields, decidingFields(form.isGate))),
      payload: {},
      failure: null,
    };
  const answer = answerWith(fields, form);
  return state === "warned" && answer.failure === null ? { ...answer, warning: refusal } : answer;
}

/** Where Claude Code and docker-agent nest what they say. */
const nests: readonly string[] = ["hookSpecificOutput", "hook_specific_output"];
/** What they say there of the event, which is known. */
const eventNames: readonly string[] = ["hookEventName", "hook_event_name"];

/** With what is nested beside the others. Copied, `__proto__` would be what the copy inherits from. */
export function flattenAnswer(given: Fields): Fields {
  const fields: Fields = {};
  const copy = (from: Fields, without: readonly string[]): void => {
    for (const field of Object.keys(from))
      if (field !== "__proto__" && without.indexOf(field) < 0) fields[field] = from[field];
  };
  copy(given, nests);
  for (const nest of nests) {
    const inner = Object.prototype.hasOwnProperty.call(given, nest) ? given[nest] : undefined;
    if (isRecord(inner)) copy(inner, eventNames);
  }
  return fields;
}

export interface Verdict {
  state: "none" | "passed" | "warned" | "refused" | "invalid";
  /** Of a refusal or a warning, as it was given; empty if there is none. */
  reason: string;
}

/**
 * `saying`: the fields whose words refuse or warn. `deciding`: those where nothing but the words of a decision may stand.
 * `countsErrors`: does an `error` refuse?
 */
export function readVerdict(
  fields: Fields,
  saying: readonly string[],
  deciding: readonly string[],
  countsErrors: boolean,
): Verdict {
  const words = saying.map((field) => fields[field]).filter((word) => typeof word === "string");
  const isAsked = words.some((word) => asking.indexOf(word as string) >= 0);
  const error = countsErrors && typeof fields["error"] === "string" ? fields["error"] : "";
  const isRefused =
    isAsked ||
    error !== "" ||
    words.some((word) => refusing.indexOf(word as string) >= 0) ||
    refusingFlags.some(([field, value]) => fields[field] === value);
  if (!isRefused && invalidDecision(fields, deciding) !== undefined) return { state: "invalid", reason: "" };
  if (isRefused) {
    const reason = reasonIn(fields) || error;
    if (!isAsked) return { state: "refused", reason };
    const asks = "it asks, and nobody is there to answer";
    return { state: "refused", reason: reason === "" ? asks : asks + ": " + reason };
  }
  if (words.indexOf(warning) >= 0) return { state: "warned", reason: reasonIn(fields) };
  return { state: words.length > 0 ? "passed" : "none", reason: "" };
}

/** The first field that has one. */
function reasonIn(fields: Fields): string {
  for (const name of reasonFields) {
    const word = fields[name];
    if (typeof word === "string" && word !== "") return word;
  }
  return "";
}

/** A field of the same name may mean something else: `outcome` is a gate's. */
export function decidingFields(isGate: boolean): readonly string[] {
  return isGate ? verdictFields : verdictFields.filter((field) => field !== "outcome");
}

/** Nothing but the field of `form` can change: the next program reads the rest as it was. */
function answerWith(fields: Fields, form: AnswerForm): ProgramAnswer {
  const { field, type } = form;
  if (field === null) return { refusal: null, payload: {}, failure: null };
  const payload = fields["payload"];
  if (payload !== undefined && payload !== null && !isRecord(payload))
    return failed("its 'payload' is not an object");
  for (const name of isRecord(payload) ? Object.keys(payload) : [])
    if (form.fields.indexOf(name) < 0) return failed("the payload has no field '" + oneLine(name) + "'");
  const change = changeIn(fields, form);
  if (change === undefined) return { refusal: null, payload: {}, failure: null };
  if (isOfType(change, type)) return { refusal: null, payload: { [field]: change }, failure: null };
  return failed("its '" + field + "' is not a " + type);
}

/** For an error message: one line, and not too long. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+/g, " ").replace(/^ | $/g, "");
  return line.length > longest ? line.slice(0, longest) + "..." : line;
}

const longest = 500;
