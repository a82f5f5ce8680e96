/**
 * Fills `${env.NAME}`, `${config.key}` and `${git.author}` in a value. An empty value counts as missing: a trailer
 * without a name is never what its author meant.
 */
import type { Contribution, GitIdent, Plan, Template, TemplatePart } from "./plan.ts";

/** Where values come from: sealed values first, then the caller's environment. */
export interface Values {
  env(name: string): string;
  config(key: string): string;
  /** `Name <mail>` as git will write it; empty if git has none. */
  git(which: GitIdent): string;
  /** A control character could end the line, or reach somebody's terminal. */
  isSafe(value: string): boolean;
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
    const value = lookUp(part, values);
    if (value === "") return { kind: "missing", reference: nameOf(part) };
    if (!values.isSafe(value)) return { kind: "unsafe", reference: nameOf(part) };
    text += value;
  }
  return { kind: "value", text };
}

type Reference = Exclude<TemplatePart, string>;

function lookUp(part: Reference, values: Values): string {
  if ("env" in part) return values.env(part.env);
  return "config" in part ? values.config(part.config) : values.git(part.git);
}

function nameOf(part: Reference): string {
  if ("env" in part) return "env." + part.env;
  return "config" in part ? "config." + part.config : "git." + part.git;
}

export function makeValues(
  plan: Plan,
  sealedFile: { [name: string]: string },
  callerEnv: (name: string) => string | undefined,
  git: (which: GitIdent) => string,
): Values {
  return {
    // A sealed value wins even if it is empty: it then says that there is none.
    env: remembered((name) => notBlank(own(sealedFile, name) ?? own(plan.env, name) ?? callerEnv(name))),
    config: (key) => notBlank(own(plan.config, key)),
    git,
    isSafe: remembered((value) => !/[\x00-\x1f\x7f]|\xc2[\x80-\x9f]/.test(value)),
  };
}

/** Many contributions ask for the same few values. */
function remembered<T>(answer: (question: string) => T): (question: string) => T {
  const answers: { [question: string]: T | undefined } = Object.create(null);
  return (question) => {
    const known = answers[question];
    return known === undefined ? (answers[question] = answer(question)) : known;
  };
}

/** Does a value of these contributions name git's author, or its committer? */
export function refersToGit(contributions: readonly Contribution[], which: GitIdent): boolean {
  const isIt = (part: TemplatePart): boolean =>
    typeof part === "object" && "git" in part && part.git === which;
  return contributions.some(({ effects }) =>
    effects.some((effect) =>
      effect.type === "list.appendUnique"
        ? effect.values.some((template) => template.some(isIt))
        : effect.value.some(isIt),
    ),
  );
}

/** A value of nothing but spaces says nothing. */
function notBlank(value: string | undefined): string {
  return value === undefined || /^ *$/.test(value) ? "" : value;
}

function own(map: { [name: string]: string }, name: string): string | undefined {
  return Object.prototype.hasOwnProperty.call(map, name) ? map[name] : undefined;
}
