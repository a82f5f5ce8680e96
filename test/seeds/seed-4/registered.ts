/** A runner over plugins that answer so, and everything that it did. */
import { createHookRunner } from "../../../library/index.ts";

export type Handler = (event: unknown, ctx: unknown) => unknown;

interface Setting {
  options?: object;
  event?: unknown;
  ctx?: unknown;
  hookName?: string;
}

export interface Ran {
  value: unknown;
  /** What was thrown. */
  error: (Error & { cause?: unknown }) | undefined;
  log: string[];
  /** The plugins that were asked, in order. */
  asked: string[];
}

export type Answers = { [plugin: string]: unknown };

/** `before_tool_call` for `runBeforeToolCall`. */
export function hookNameOf(method: string): string {
  return method
    .replace(/^run/, "")
    .replace(/ForPlugin.*/, "")
    .replace(/[A-Z]/g, (letter, at) => (at === 0 ? "" : "_") + letter.toLowerCase());
}

/** Calls `method` of a runner: the first plugin has the highest priority. A function answers what it returns. */
export async function ask(method: string, answers: Answers, setting: Setting = {}): Promise<Ran> {
  const { options = {}, event = {}, ctx = {}, hookName = hookNameOf(method) } = setting;
  const ran: Ran = { value: undefined, error: undefined, log: [], asked: [] };
  const typedHooks = Object.entries(answers).map(([pluginId, answer], i) => ({
    hookName,
    pluginId,
    priority: 100 - i,
    ...(typeof answer === "object" && answer !== null && "timeoutMs" in answer
      ? { timeoutMs: answer.timeoutMs }
      : {}),
    handler: (given: unknown, told: unknown) => {
      ran.asked.push(pluginId);
      const own =
        typeof answer === "object" && answer !== null && "handler" in answer ? answer.handler : answer;
      return typeof own === "function" ? (own as Handler)(given, told) : own;
    },
  }));
  const say = (level: string) => (text: string) => ran.log.push(`${level}: ${text}`);
  const logger = { debug: say("debug"), warn: say("warn"), error: say("error") };
  const plugins = Object.keys(answers).map((id) => ({ id, status: "loaded" }));
  const runner = createHookRunner({ plugins, typedHooks } as never, { logger, ...options }) as never as {
    [method: string]: Handler;
  };
  try {
    ran.value = await runner[method]?.(event, ctx);
  } catch (error) {
    ran.error = error as Error;
  }
  return ran;
}

export const fail = (text: string) => (): never => {
  throw new Error(text);
};

export const forever = (): Promise<never> => new Promise(() => undefined);

export const errorsIn = ({ log }: Ran): string[] => log.filter((line) => !line.startsWith("debug"));
