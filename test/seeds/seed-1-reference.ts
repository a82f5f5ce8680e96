/** The document on plugin hooks as functions, written from its text and its listings alone. */
import { compareBytes } from "./compare-bytes.ts";

/** What lies in a folder: `file` is not executable; `broken` is a link to nothing. */
export type Entry =
  | { kind: "file" | "executable" | "broken"; text: string }
  | { kind: "folder"; entries: Folder };
export type Folder = { [name: string]: Entry };

/** A `.interlock` folder, of the repository or of the user. */
export interface Home {
  hooks: Folder | null;
  plugins: Folder | null;
}

export interface FoundHook {
  name: string;
  path: string;
  type: string;
}

/** Lines 182 to 280. `ask`: what a file's `hook` says, or null if it fails. `root`: where the two lie. */
export function discover(
  homes: readonly { home: Home; root: string }[],
  ask: (text: string) => string | null,
): FoundHook[] {
  const found: FoundHook[] = [];
  const search = (folder: Folder | null, prefix: string, path: string): void => {
    for (const name of Object.keys(folder ?? {}).sort(compareBytes)) {
      const entry = folder?.[name] as Entry;
      if (entry.kind === "folder" || name.endsWith(".disable")) continue;
      if (found.some((hook) => hook.name === prefix + name)) continue;
      if (entry.kind !== "executable") continue;
      const type = ask(entry.text);
      if (type !== null) found.push({ name: prefix + name, path: `${path}/${name}`, type });
    }
  };
  for (const { home, root } of homes) {
    search(home.hooks, "", `${root}/hooks`);
    for (const name of Object.keys(home.plugins ?? {}).sort(compareBytes)) {
      const plugin = home.plugins?.[name] as Entry;
      const hooks = plugin.kind === "folder" ? plugin.entries["hooks"] : undefined;
      if (hooks?.kind === "folder")
        search(hooks.entries, `${name.replace("@", "/")}/`, `${root}/plugins/${name}/hooks`);
    }
  }
  return found;
}

/** How one run of a hook ended. */
export interface End {
  status: number | null;
  stdout: string;
}

export interface Verdict {
  blocked: boolean;
  reason: string | null;
  input: unknown;
  output: unknown;
  followUps: unknown[];
  failures: number;
}

/** Lines 438 to 450, and 634: a hook that fails is passed over; the first that blocks ends it; the last that says something counts. */
export function run(type: string, ends: readonly End[], input: unknown): Verdict {
  const verdict: Verdict = {
    blocked: false,
    reason: null,
    input,
    output: undefined,
    followUps: [],
    failures: 0,
  };
  const canBlock = type === "before_tool_call" || type === "user_message_send";
  for (const end of ends) {
    const said = end.status === 0 ? parse(end.stdout) : null;
    if (said === null || !("blocked" in said ? isFlag(said["blocked"]) : true)) {
      verdict.failures++;
      continue;
    }
    if (canBlock && said["blocked"] === true) {
      const { reason } = said;
      return {
        ...verdict,
        blocked: true,
        reason: typeof reason === "string" && reason !== "" ? reason : null,
        input: undefined,
      };
    }
    if (type === "before_tool_call") verdict.input = said["input"] ?? verdict.input;
    if (type === "after_tool_call") verdict.output = said["output"] ?? verdict.output;
    const followUps = said["follow_up_messages"];
    if (type === "agent_stop" && Array.isArray(followUps)) verdict.followUps.push(...followUps);
  }
  return verdict;
}

function isFlag(value: unknown): boolean {
  return value === null || typeof value === "boolean";
}

/** An object; `{}` if there is nothing in it to act on; null if it is no result. */
function parse(stdout: string): { [field: string]: unknown } | null {
  const text = stdout.trim();
  // Text that is not JSON is for people, and nothing to act on.
  if (text === "" || !/^[[{]/.test(text)) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as never) : null;
  } catch {
    return null;
  }
}

export interface Base {
  conv_id?: string;
  cwd?: string;
  invoked_by?: string;
  recipe_name?: string;
}

/** Lines 425 to 432. */
export function payloadOf(event: string, base: Base, fields: object, cwd: string): object {
  const { conv_id, invoked_by = "main", recipe_name = "" } = base;
  return {
    ...fields,
    event,
    conv_id,
    cwd: base.cwd ?? cwd,
    invoked_by,
    ...(recipe_name === "" ? {} : { recipe_name }),
  };
}

/** Lines 284 to 343. */
export function scan(plugin: Folder): { skills: string[]; recipes: string[]; hooks: string[] } {
  const inside = (name: string): [string, Entry][] => {
    const folder = plugin[name];
    return folder?.kind === "folder"
      ? Object.entries(folder.entries).sort(([a], [b]) => compareBytes(a, b))
      : [];
  };
  const hasSkill = (entry: Entry): boolean =>
    entry.kind === "folder" && ["file", "executable"].includes(entry.entries["SKILL.md"]?.kind ?? "");
  return {
    skills: inside("skills")
      .filter(([, entry]) => hasSkill(entry))
      .map(([name]) => name),
    recipes: inside("recipes")
      .filter(([name, { kind }]) => kind !== "folder" && /.\.md$/.test(name))
      .map(([name]) => name.slice(0, -3)),
    hooks: inside("hooks")
      .filter(([name, { kind }]) => kind === "executable" && !name.endsWith(".disable"))
      .map(([name]) => name),
  };
}
