/**
 * Fills `${env.NAME}` and `${config.key}` in a value. An empty value counts as missing: a trailer
 * without a name is never what its author meant.
 */
import type { Plan, Template } from "./plan.ts";

/** Where values come from: sealed values first, then the caller's environment. */
export interface Values {
  env(name: string): string;
  config(key: string): string;
}

export type Resolved =
  | { kind: "value"; text: string }
  | { kind: "missing"; reference: string }
  | { kind: "unsafe"; reference: string };

export function resolveTemplate(template: Template, values: Values): Resolved {
  let text = "";
  for (const part of template) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const reference = "env" in part ? "env." + part.env : "config." + part.config;
    const value = "env" in part ? values.env(part.env) : values.config(part.config);
    if (value === "") return { kind: "missing", reference };
    // A control character could end the line, or reach somebody's terminal.
    if (/[\x00-\x1f\x7f]|\xc2[\x80-\x9f]/.test(value)) return { kind: "unsafe", reference };
    text += value;
  }
  return { kind: "value", text };
}

export function makeValues(
  plan: Plan,
  sealedFile: { [name: string]: string },
  callerEnv: (name: string) => string | undefined,
): Values {
  return {
    // A sealed value wins even if it is empty: it then says that there is none.
    env: (name) => notBlank(own(sealedFile, name) ?? own(plan.env, name) ?? callerEnv(name)),
    config: (key) => notBlank(own(plan.config, key)),
  };
}

/** A value of nothing but spaces says nothing. */
function notBlank(value: string | undefined): string {
  return value === undefined || /^ *$/.test(value) ? "" : value;
}

function own(map: { [name: string]: string }, name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(map, name) ? map[name] : undefined;
}
