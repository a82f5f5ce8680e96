/** Hooks of a runtime by event, merged and dispatched, as the document on them says: written from it alone. */

export interface Hook {
  type: "command" | "builtin";
  command: string;
  args?: string[];
  matcher?: string | undefined;
}

/** Events in the order written; those that nobody knows are among them. */
export type Configuration = { [event: string]: (Hook | { matcher?: string; hooks: Hook[] })[] };

/** What a handler does when it is called: nothing, context, a block, a failure, or what is no answer at all. */
export type Answer = { context: string } | { block: string } | { fails: true } | { says: unknown } | null;

export interface Dispatched {
  allowed: boolean;
  /** In the order of the configurations. */
  ran: string[];
  context: string | null;
}

export const knownEvents = [
  "pre_tool_use",
  "post_tool_use",
  "session_start",
  "session_end",
  "on_user_input",
  "stop",
  "notification",
  "turn_start",
  "before_llm_call",
  "after_llm_call",
  "on_error",
  "on_max_iterations",
];

/** Those whose hooks can block. */
const blocking = ["pre_tool_use", "stop"];

/** Two hooks are the same by type, command and arguments. */
export function nameOf({ type, command, args = [] }: Hook): string {
  return JSON.stringify([type, command, args]);
}

function matches(pattern: string | undefined, tool: string): boolean {
  return pattern === undefined || pattern === "" || pattern === "*" || pattern.split("|").includes(tool);
}

/** `answers` by `nameOf`; `dialect`: does the runtime itself dispatch? */
export function dispatch(
  configurations: readonly Configuration[],
  event: string,
  tool: string,
  answers: { [name: string]: Answer },
  dialect: boolean,
): Dispatched {
  const merged = configurations.flatMap((each) => each[event] ?? []);
  const hooks = merged
    .flatMap((entry) =>
      "hooks" in entry ? entry.hooks.map((hook) => ({ matcher: entry.matcher, ...hook })) : [entry],
    )
    .filter((hook) => matches(hook.matcher, tool));
  const names = [...new Set(hooks.map(nameOf))];
  const done: Dispatched = { allowed: true, ran: [], context: null };
  for (const name of names) {
    done.ran.push(name);
    const answer = answers[name] ?? null;
    if (answer === null) continue;
    if ("context" in answer && answer.context !== "")
      done.context =
        done.context === null ? answer.context : done.context + (dialect ? "\n" : "\n\n") + answer.context;
    const isFailure = "fails" in answer || ("says" in answer && !isObject(answer.says));
    if (isFailure && dialect && event === "pre_tool_use") done.allowed = false;
    if ("block" in answer && blocking.includes(event)) done.allowed = false;
    if (!done.allowed) return done;
  }
  return done;
}

/** Nothing is an answer, too. */
function isObject(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "object" && !Array.isArray(value));
}
