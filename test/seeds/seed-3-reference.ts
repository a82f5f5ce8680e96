/** Hooks of a repository, one file each, as the document on them says: written from it alone. */

export interface HookFile {
  id: string;
  event_type: string | string[];
  enabled?: boolean;
  environments?: string[];
  blocking?: boolean;
  match?: {
    ability_scope?: string;
    operation_key?: string;
    min_duration_ms?: number;
    only_if_changed_paths?: string[];
  };
  handler: { kind: "script" | "command"; command: string };
}

/** What a handler does: it fails, or answers with anything. */
export type Answer = { fails: true } | { says: unknown };

type Fields = { [field: string]: unknown };

export interface Outcome {
  /** May the call go on? */
  ok: boolean;
  ran: string[];
  result: Fields | null;
}

/** Does the environment let it be registered? */
export function isRegistered({ enabled, environments }: HookFile, environment: string): boolean {
  return enabled !== false && (environments === undefined || environments.includes(environment));
}

export function registration(files: readonly HookFile[], environment: string): { [event: string]: object[] } {
  const groups: { [event: string]: object[] } = {};
  for (const file of files.filter((each) => isRegistered(each, environment)))
    for (const event of [file.event_type].flat())
      (groups[event] ??= []).push({ id: file.id, handler: file.handler });
  return groups;
}

/** The fields of 4.1, by their types there. */
const contextTypes: { [field: string]: "string" | "number" | "strings" } = {
  session_id: "string",
  timestamp: "string",
  repository_root: "string",
  stage: "string",
};
const ofEvent: { [event: string]: typeof contextTypes } = {
  UserPromptSubmit: { user_message: "string", files_touched: "strings" },
  PreAbilityCall: { ability_id: "string", operation_key: "string", planned_input_summary: "string" },
  PostAbilityCall: {
    ability_id: "string",
    operation_key: "string",
    duration_ms: "number",
    input_summary: "string",
  },
  SessionStop: { changed_files: "strings" },
};

/** Is it a context that this event may have? */
export function isContext(event: string, context: Fields): boolean {
  const types = { ...contextTypes, ...ofEvent[event] };
  const isWrong = Object.entries(types).some(([field, type]) => {
    const value = context[field];
    if (value === undefined || value === null) return field === "ability_id";
    if (type === "strings") return !(Array.isArray(value) && value.every((each) => typeof each === "string"));
    return typeof value !== type;
  });
  return !isWrong;
}

/** Lists of 4.2, which are joined. */
const lists = [
  "logs",
  "messages_to_user",
  "suggested_abilities",
  "suggested_documents",
  "update_matcher_suggestions",
  "follow_up_actions",
];
/** Where a handler can mark the call as blocked. */
const guarded = ["UserPromptSubmit", "PreAbilityCall", "SessionStop"];

export function fire(
  files: readonly HookFile[],
  environment: string,
  event: string,
  context: Fields,
  answers: { [id: string]: Answer },
): Outcome {
  if (!isContext(event, context)) return { ok: false, ran: [], result: null };
  const chosen = files
    .filter((file) => isRegistered(file, environment))
    .filter(({ event_type }) => [event_type].flat().includes(event))
    .filter(({ match = {} }) => holds(match, context))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const outcome: Outcome = { ok: true, ran: [], result: null };
  for (const file of chosen) {
    outcome.ran.push(file.id);
    const answer = answers[file.id] ?? { says: undefined };
    const said = "fails" in answer ? "no object" : answer.says;
    if (said === undefined || said === null) continue;
    if (typeof said !== "object" || Array.isArray(said)) {
      if (file.blocking === true) outcome.ok = false;
    } else {
      outcome.result = merge(outcome.result, said as Fields);
      const { error } = said as Fields;
      if (guarded.includes(event) && typeof error === "string" && error !== "") outcome.ok = false;
    }
    // One after the other before something happens, all of them after it.
    if (!outcome.ok && guarded.includes(event)) break;
  }
  return outcome;
}

function merge(before: Fields | null, said: Fields): Fields | null {
  if (Object.keys(said).length === 0) return before;
  const merged: Fields = { ...before };
  for (const [field, value] of Object.entries(said)) {
    if (lists.includes(field)) {
      const all = [...listOf(merged[field]), ...listOf(value)];
      if (all.length > 0) merged[field] = all;
    } else if (field === "error") merged[field] ??= value;
    else if (value === undefined || value === null) continue;
    else if (field === "usage_recorded") merged[field] = merged[field] === true ? true : value;
    else merged[field] = value;
    if (field === "new_intent") merged["new_intents"] = [...listOf(merged["new_intents"]), value];
  }
  return merged;
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function holds(match: NonNullable<HookFile["match"]>, context: Fields): boolean {
  const text = (field: string): string => (typeof context[field] === "string" ? context[field] : "");
  const {
    ability_scope: scope,
    operation_key: key,
    min_duration_ms: least = 0,
    only_if_changed_paths,
  } = match;
  if (scope !== undefined && !isLike(text("ability_id"), scope, false)) return false;
  if (key !== undefined && !isLike(text("operation_key"), key, false)) return false;
  const took = context["duration_ms"];
  if (least > 0 && !(typeof took === "number" && took >= least)) return false;
  if (only_if_changed_paths === undefined) return true;
  const changed = [context["changed_files"], context["files_touched"]]
    .flatMap((each) => (Array.isArray(each) ? each : []))
    .filter((each) => typeof each === "string");
  const root = text("repository_root");
  return changed.some((path) =>
    only_if_changed_paths.some((glob) => isLike(normal(path, root), normal(glob, root), true)),
  );
}

function normal(path: string, root: string): string {
  const inside = root !== "" && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return inside.startsWith("./") ? inside.slice(2) : inside;
}

/** Character by character: `*` and `?` stop at a folder's end in a path, `**` does not, `{a,b}` is either. */
function isLike(text: string, glob: string, isPath: boolean): boolean {
  const open = glob.indexOf("{");
  const close = glob.indexOf("}", open);
  if (open >= 0 && close > open && glob.slice(open, close).includes(","))
    return glob
      .slice(open + 1, close)
      .split(",")
      .some((each) => isLike(text, glob.slice(0, open) + each + glob.slice(close + 1), isPath));
  const isAt = (t: number, g: number): boolean => {
    if (g === glob.length) return t === text.length;
    if (glob.startsWith("**/", g) && (g === 0 || glob[g - 1] === "/")) {
      if (isAt(t, g + 3)) return true;
      for (let i = t; i < text.length; i++) if (text[i] === "/" && isAt(i + 1, g + 3)) return true;
      return false;
    }
    if (glob[g] === "*") {
      const isDeep = glob[g + 1] === "*" || !isPath;
      const next = glob[g + 1] === "*" ? g + 2 : g + 1;
      for (let i = t; i <= text.length; i++) {
        if (isAt(i, next)) return true;
        if (text[i] === "/" && !isDeep) return false;
      }
      return false;
    }
    if (t === text.length) return false;
    const isSame = glob[g] === "?" ? !isPath || text[t] !== "/" : glob[g] === text[t];
    return isSame && isAt(t + 1, g + 1);
  };
  return isAt(0, 0);
}
