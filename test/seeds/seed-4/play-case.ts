/** Plays a case on a hook runner, and writes down everything that can be seen of it. */
import type { Behaviour, Case, Made } from "./random-cases.ts";

/** Of any runner: the document's own is not typed here. */
export type CreateRunner = (registry: never, options: never) => object;

type Method = (...given: unknown[]) => unknown;

export async function playCase(create: CreateRunner, one: Case): Promise<string[]> {
  const lines: string[] = [];
  const seen = new Map<unknown, string>();
  const show = (value: unknown): string => showValue(value, seen);
  const make = (made: Made): unknown => makeValue(made, seen);
  const typedHooks = one.hooks.map((hook, i) => {
    const handler = makeHandler(hook.behaviour, make, (event, ctx, self) => {
      lines.push(`call ${i} ${hook.pluginId} ${self} ${show(event)} ${show(ctx)}`);
      if (hook.writes && typeof event === "object" && event !== null) Object.assign(event, { written: i });
    });
    const { hookName, pluginId } = hook;
    return { hookName, pluginId, handler, priority: make(hook.priority), timeoutMs: make(hook.timeoutMs) };
  });
  const options = Object.fromEntries(one.options.map(([name, made]) => [name, make(made)]));
  const logger = makeLogger(one.logger, lines);
  const runner = create(
    { typedHooks, plugins: one.plugins } as never,
    { ...options, ...(logger === undefined ? {} : { logger }) } as never,
  ) as { [name: string]: Method };
  for (const { method, pluginId, event, ctx } of one.calls) {
    const given = [make(event), make(ctx)];
    given.forEach((value, i) => {
      if (typeof value === "object" && value !== null) seen.set(value, i === 0 ? "the event" : "the context");
    });
    try {
      const returned = (runner[method] as Method)(...(pluginId === null ? [] : [pluginId]), ...given);
      const isPromise = returned instanceof Promise;
      lines.push(`${method} gives ${isPromise ? "a promise of " : ""}${show(await returned)}`);
    } catch (error) {
      lines.push(`${method} throws ${show(error)}`);
    }
    await untilOver(one);
    lines.push(`after: ${given.map((value) => showDeep(value)).join(" ")}`);
  }
  for (const { hookName } of one.hooks)
    lines.push(
      `${hookName} ${show((runner["hasHooks"] as Method)(hookName))} ${show((runner["getHookCount"] as Method)(hookName))}`,
    );
  return lines;
}

/** Of handlers that run at once the others are not over when one is thrown for. This timer ends after theirs, which are as long. */
async function untilOver({ hooks }: Case): Promise<void> {
  const isLate = hooks.some(({ behaviour }) => behaviour.does === "hangs");
  if (isLate) await new Promise((resolve) => setTimeout(resolve, 1));
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

function makeLogger(kind: Case["logger"], lines: string[]): object | undefined {
  if (kind === "none") return undefined;
  const say = (level: string) => (message: string) => {
    lines.push(`${level}: ${message}`);
    if (kind === `${level} throws`) throw new Error(`cannot log: ${level}`);
  };
  const logger = { warn: say("warn"), error: say("error") };
  return kind === "without debug" ? logger : { ...logger, debug: say("debug") };
}

function makeHandler(
  behaviour: Behaviour,
  make: (made: Made) => unknown,
  called: (event: unknown, ctx: unknown, self: string) => void,
): unknown {
  if (behaviour.does === "isNoFunction") return "no function";
  const { does } = behaviour;
  const what = "what" in behaviour ? make(behaviour.what) : undefined;
  return function handler(this: unknown, event: unknown, ctx: unknown): unknown {
    const self = this === undefined ? "alone" : "as a method";
    called(event, ctx, self);
    switch (does) {
      case "gives":
        return what;
      case "resolves":
        return Promise.resolve(what);
      case "resolvesLater":
        return new Promise((resolve) => setImmediate(() => resolve(what)));
      case "returnsEvent":
        return event;
      case "throws":
        throw what;
      case "rejects": {
        // At a synchronous point nobody takes the rejection.
        const rejected = Promise.reject(what as Error);
        rejected.catch(() => undefined);
        return rejected;
      }
      default:
        return new Promise(() => undefined);
    }
  };
}

function makeValue(made: Made, seen: Map<unknown, string>): unknown {
  switch (made.is) {
    case "plain":
      return made.value;
    case "list":
      return named(
        made.items.map((each) => makeValue(each, seen)),
        seen,
      );
    case "object": {
      const object = {};
      for (const [name, value] of made.fields)
        Object.defineProperty(
          object,
          name,
          value.is === "getter"
            ? { enumerable: true, configurable: true, get: () => fail(value.throws) }
            : { enumerable: true, configurable: true, writable: true, value: makeValue(value, seen) },
        );
      return named(object, seen);
    }
    case "getter":
      return undefined;
    case "function":
      return named(() => "called", seen);
    case "thenable":
      // Of a name that is put together: a linter takes it for a mistake.
      return named({ [`th${"en"}`]: () => undefined }, seen);
    case "symbol":
      return Symbol.for("s");
    case "bare":
      return named(Object.create(null) as object, seen);
    case "error":
      return named(made.kind === "Error" ? new Error(made.message) : new TypeError(made.message), seen);
  }
}

function fail(text: string): never {
  throw new Error(text);
}

function named<T>(value: T, seen: Map<unknown, string>): T {
  seen.set(value, `#${seen.size}`);
  return value;
}

/** Objects that the case made are shown by their names: that they are the same ones counts. */
function showValue(value: unknown, seen: Map<unknown, string>): string {
  return seen.get(value) ?? showDeep(value, (inner) => showValue(inner, seen));
}

function showDeep(value: unknown, inner: (value: unknown) => string = (each) => showDeep(each)): string {
  if (value instanceof Error) {
    const own = Object.keys(value).map((key) => `${key}=${inner(value[key as keyof Error])}`);
    return `${value.name}(${value.message}; cause ${inner(value.cause)}; ${own.join(",")})`;
  }
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  const fields = Object.entries(Object.getOwnPropertyDescriptors(value)).map(
    ([key, { get, value: held, enumerable }]) =>
      `${enumerable ? "" : "hidden "}${key}: ${get === undefined ? inner(held) : "a getter"}`,
  );
  const proto = Object.getPrototypeOf(value) === null ? "bare" : "";
  return Array.isArray(value) ? `[${fields.join(", ")}]` : `${proto}{${fields.join(", ")}}`;
}
