/** The proposal for declared hooks as functions, written from its text alone. A text is paragraphs, and the last may be trailers. */
export interface Effect {
  type: string;
  key?: string;
  value?: string;
  heading?: string;
  values?: string[];
  missing?: "error" | "warn" | "skip";
}

export interface Contribution {
  id: string;
  hook: string;
  priority?: number;
  when?: { envPresent?: string[]; configPresent?: string[] };
  effects: Effect[];
  policy?: string;
}

export interface Plugin {
  name: string;
  hooks: Contribution[];
}

export interface World {
  env: { [name: string]: string };
  config: { [key: string]: string };
  disabled: { [plugin: string]: string[] };
}

export type Owned = Contribution & { plugin: string };

const aliases: { [name: string]: string } = { "issue.labels.suggest": "issue.labels.finalize" };

export function pointOf(name: string): string {
  return aliases[name] ?? name;
}

/** Priority, then plugin name, then hook id. */
export function contributionsTo(point: string, plugins: readonly Plugin[], { disabled }: World): Owned[] {
  const own = plugins.flatMap(({ name, hooks }) => hooks.map((hook) => ({ ...hook, plugin: name })));
  return own
    .filter(
      ({ hook, plugin, id }) => pointOf(hook) === pointOf(point) && !(disabled[plugin] ?? []).includes(id),
    )
    .sort(
      (a, b) =>
        (a.priority ?? 100) - (b.priority ?? 100) || compare(a.plugin, b.plugin) || compare(a.id, b.id),
    );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export interface Outcome<T> {
  ok: boolean;
  value: T;
  /** Those with effects, in the order in which they run. */
  steps: { id: string; isApplied: boolean }[];
}

/** Each gets what the one before it made. Trailers are what git has: a response has none. */
export function runPoint<T extends string | string[]>(
  contributions: readonly Owned[],
  given: T,
  world: World,
  mayHaveTrailers = true,
): Outcome<T> {
  const outcome: Outcome<T> = { ok: true, value: given, steps: [] };
  for (const { id, when, effects } of contributions) {
    if (effects.length === 0) continue;
    const isMet =
      (when?.envPresent ?? []).every((name) => (world.env[name] ?? "") !== "") &&
      (when?.configPresent ?? []).every((key) => (world.config[key] ?? "") !== "");
    if (!isMet) {
      outcome.steps.push({ id, isApplied: false });
      continue;
    }
    const before = outcome.value;
    for (const effect of effects) {
      const value = effect.value === undefined ? "" : resolve(effect.value, world);
      if (value === null) outcome.ok &&= (effect.missing ?? "error") !== "error";
      else outcome.value = apply(effect, value, outcome.value, mayHaveTrailers);
    }
    outcome.steps.push({ id, isApplied: outcome.value !== before });
  }
  return outcome;
}

function resolve(template: string, { env, config }: World): string | null {
  let isMissing = false;
  const value = template.replace(/\$\{(env|config)\.([\w.]+)\}/g, (_, kind: string, name: string) => {
    const found = (kind === "env" ? env : config)[name] ?? "";
    isMissing ||= found === "";
    return found;
  });
  return isMissing ? null : value;
}

function apply<T extends string | string[]>(
  effect: Effect,
  value: string,
  given: T,
  mayHaveTrailers: boolean,
): T {
  if (Array.isArray(given)) return appendUnique(given, effect.values ?? []) as T;
  return onText(effect, value, given, mayHaveTrailers) as T;
}

function appendUnique(list: string[], values: readonly string[]): string[] {
  const added = values.filter((each, i) => !list.includes(each) && values.indexOf(each) === i);
  return added.length === 0 ? list : [...list, ...added];
}

function onText(
  { type, key = "", heading = "" }: Effect,
  value: string,
  text: string,
  mayHaveTrailers: boolean,
): string {
  if (type === "text.ensurePrefix") return text.startsWith(value) ? text : value + text;
  const end = text.endsWith("\n") ? "\n" : "";
  const paragraphs = text.replace(/\n$/, "").split("\n\n");
  const last = paragraphs.at(-1) as string;
  const hasTrailers =
    mayHaveTrailers && paragraphs.length > 1 && last.split("\n").every((line) => /^[\w-]+: ./.test(line));
  const [body, trailers] = hasTrailers ? [paragraphs.slice(0, -1), last.split("\n")] : [paragraphs, []];
  const join = (): string =>
    [...body, ...(trailers.length === 0 ? [] : [trailers.join("\n")])].join("\n\n") + end;
  if (type === "text.ensureTrailer") {
    const wanted = `${key}: ${value}`;
    if (trailers.some((line) => line.toLowerCase() === wanted.toLowerCase())) return text;
    trailers.push(wanted);
  } else if (type === "text.ensureSuffix") {
    if (body.at(-1) === value) return text;
    body.push(value);
  } else {
    if (body.some((line) => new RegExp(`^#{1,6} ${heading}$`, "i").test(line))) return text;
    body.push(`## ${heading}`);
  }
  return join();
}
