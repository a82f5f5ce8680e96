/**
 * The hook points: the named places where plugins may contribute. Core owns them; a plugin cannot
 * add one. Everything that lists or checks hook points derives from this table.
 */
export interface HookPoint {
  /** How contributions are combined: a text or a list passed along, or a gate that may say no. */
  mode: "text" | "list" | "gate";
  /** Other names that a manifest may use. */
  aliases: readonly string[];
  summary: string;
  /** Does anything in this version fire it? */
  fired: boolean;
}

export const hookPoints = {
  "commit.message.prepare": {
    mode: "text",
    aliases: [],
    summary: "the draft that an editor opens with",
    fired: false,
  },
  "commit.message.finalize": {
    mode: "text",
    aliases: [],
    summary: "the message as it will be committed",
    fired: true,
  },
  "pull_request.description.prepare": {
    mode: "text",
    aliases: [],
    summary: "before the body of a pull request is written",
    fired: false,
  },
  "pull_request.description.finalize": {
    mode: "text",
    aliases: [],
    summary: "the body of a pull request as it will be created",
    fired: false,
  },
  "issue.labels.finalize": {
    mode: "list",
    aliases: ["issue.labels.suggest"],
    summary: "the labels that an issue will get",
    fired: false,
  },
  "response.finalize": {
    mode: "text",
    aliases: [],
    summary: "the assistant's final response",
    fired: false,
  },
  "command.before": {
    mode: "gate",
    aliases: [],
    summary: "before an intercepted command runs",
    fired: false,
  },
  "push.before": {
    mode: "gate",
    aliases: [],
    summary: "before anything is pushed",
    fired: false,
  },
} as const satisfies { [name: string]: HookPoint };

export type HookPointName = keyof typeof hookPoints;

export const hookPointNames = Object.keys(hookPoints) as HookPointName[];

/** The hook point that a name or an alias stands for, or null. */
export function resolveHookPoint(name: string): HookPointName | null {
  for (const point of hookPointNames) {
    const aliases: readonly string[] = hookPoints[point].aliases;
    if (point === name || aliases.indexOf(name) >= 0) return point;
  }
  return null;
}
