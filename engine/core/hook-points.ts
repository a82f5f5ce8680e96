/**
 * The hook points: the named places where plugins may contribute. Core owns them; a plugin cannot
 * add one. Everything that lists or checks hook points derives from this table.
 */
export interface HookPoint {
  /** How contributions are combined: a text or a list passed along, or a gate that may block. */
  mode: "text" | "list" | "gate";
  /** Other names that a manifest may use. */
  aliases: readonly string[];
  summary: string;
  /**
   * Whose trailers its text has: `commit`, a commit message's, which git cleans and reads; `squash`, those of the commit
   * that a squash merge makes of it (see plain-text.ts); `none`, a text that just ends, or no text at all.
   */
  trailers: "commit" | "squash" | "none";
  /** Does the shim fire it in this version? A program can fire any, through the library. */
  fired: boolean;
  /** Does a git command fire it? Rules at other points alone make no git command worth a look. */
  firedByGit: boolean;
  /** The fields of its payload. The first is what contributions work on, or judge. */
  payload: { readonly [field: string]: FieldType };
  /** What people call that first field; null: nobody may change it. */
  changed: string | null;
  /** What happens to the operation if a contribution cannot run; the contribution may override it. */
  failure: "block" | "warn" | "ignore";
  /** How long a contribution may take; the contribution may override it. */
  timeLimitMs: number;
}

/** What a payload field can hold: plain data, so that any host can pass it on. */
export type FieldType = keyof FieldValues;

interface FieldValues {
  text: string;
  list: string[];
  map: { [key: string]: string | readonly string[] };
}

export const hookPoints = {
  "commit.message.prepare": {
    mode: "text",
    aliases: [],
    summary: "the draft that an editor opens with",
    trailers: "commit",
    fired: true,
    firedByGit: true,
    payload: { text: "text", metadata: "map" },
    changed: "the message",
    failure: "warn",
    timeLimitMs: 10000,
  },
  "commit.message.finalize": {
    mode: "text",
    aliases: [],
    summary: "the message as it will be committed",
    trailers: "commit",
    fired: true,
    firedByGit: true,
    payload: { text: "text", metadata: "map" },
    changed: "the message",
    failure: "block",
    timeLimitMs: 10000,
  },
  "pull_request.description.prepare": {
    mode: "text",
    aliases: [],
    summary: "before the body of a pull request is written",
    trailers: "squash",
    fired: true,
    firedByGit: false,
    payload: { text: "text", metadata: "map" },
    changed: "the description",
    failure: "warn",
    timeLimitMs: 10000,
  },
  "pull_request.description.finalize": {
    mode: "text",
    aliases: [],
    summary: "the body of a pull request as it will be created",
    trailers: "squash",
    fired: true,
    firedByGit: false,
    payload: { text: "text", metadata: "map" },
    changed: "the description",
    failure: "block",
    timeLimitMs: 10000,
  },
  "issue.labels.finalize": {
    mode: "list",
    aliases: ["issue.labels.suggest"],
    summary: "the labels that an issue will get",
    trailers: "none",
    fired: true,
    firedByGit: false,
    payload: { labels: "list", metadata: "map" },
    changed: "the labels",
    failure: "warn",
    timeLimitMs: 10000,
  },
  "response.finalize": {
    mode: "text",
    aliases: [],
    summary: "the assistant's final response",
    trailers: "none",
    fired: false,
    firedByGit: false,
    payload: { text: "text" },
    changed: "the response",
    failure: "warn",
    timeLimitMs: 10000,
  },
  "command.before": {
    mode: "gate",
    aliases: [],
    summary: "before an intercepted command runs",
    trailers: "none",
    fired: true,
    firedByGit: true,
    payload: { argv: "list", metadata: "map" },
    changed: "the command line",
    failure: "block",
    timeLimitMs: 10000,
  },
  "push.before": {
    mode: "gate",
    aliases: [],
    summary: "before anything is pushed",
    trailers: "none",
    fired: true,
    firedByGit: true,
    payload: { refs: "list", remote: "text", metadata: "map" },
    // What is pushed is decided by then.
    changed: null,
    failure: "block",
    timeLimitMs: 30000,
  },
} as const satisfies { [name: string]: HookPoint };

export type HookPointName = keyof typeof hookPoints;

/** The points that git and gh fire, for whoever fires or judges one: its name stands in the table and here. */
export const preparePoint = "commit.message.prepare" as const satisfies HookPointName;
export const finalizePoint = "commit.message.finalize" as const satisfies HookPointName;
export const descriptionPoints: readonly HookPointName[] = [
  "pull_request.description.prepare",
  "pull_request.description.finalize",
];
export const labelsPoint = "issue.labels.finalize" as const satisfies HookPointName;
/** Those where only programs run. */
export const commandPoint = "command.before" as const satisfies HookPointName;
export const pushPoint = "push.before" as const satisfies HookPointName;

/** The payload of a hook point, as values. */
export type Payload<P extends HookPointName> = {
  [F in keyof (typeof hookPoints)[P]["payload"]]: FieldValues[(typeof hookPoints)[P]["payload"][F] &
    FieldType];
};

export const hookPointNames = Object.keys(hookPoints) as HookPointName[];

export const gitPoints: readonly HookPointName[] = hookPointNames.filter(
  (point) => hookPoints[point].firedByGit,
);

/** Is its text a commit message, which git cleans? */
export function isMessagePoint(point: HookPointName): boolean {
  return hookPoints[point].trailers === "commit";
}

/** The hook point that a name or an alias stands for, or null. */
export function resolveHookPoint(name: string): HookPointName | null {
  for (const point of hookPointNames) {
    const aliases: readonly string[] = hookPoints[point].aliases;
    if (point === name || aliases.indexOf(name) >= 0) return point;
  }
  return null;
}
