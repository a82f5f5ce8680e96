/**
 * The plan: everything the hot path needs to know, validated, resolved and sorted beforehand.
 * `engine/compile` writes it to a file (see plan-file.ts); every string in it is a byte string
 * (see bytes.ts). Change the shape and `planFormat` together: an older plan is then stale.
 */
import type { CommitKind } from "./occasion.ts";

export const planFormat = 11;

/** The install config that no caller can override. Only this file can seal an install. */
export const systemConfig = "/etc/interlock/config.yaml";

export interface Plan {
  mode: "enforce" | "report";
  onEngineFailure: "block" | "pass";
  /** When changes to a message are reported; left out: at a terminal. */
  notices?: "always" | "never";
  /** `own`: commits of other authors are not changed when they are replayed. */
  scope: "all" | "own";
  /** Globs for authors whose existing commits are not judged. */
  trustAuthors?: string[];
  /** What happens to a push with a commit that breaks a rule; left out: it is blocked. */
  pushVerify?: "warn" | "off";
  /** `none`: copies of published commits are judged like others; left out: a published message passes. */
  pushCopies?: "none";
  /** Globs for remotes whose commits pass the gate; left out: those of other machines. */
  trustRemotes?: string[];
  /** Is a command of gh refused if what it sends cannot be read? Left out: it passes, with a notice. */
  ghStrict?: true;
  /** Sealed values: they win over the caller's environment. */
  env: { [name: string]: string };
  /** A file of NAME=value lines with more sealed values, read at every command. */
  envFile: string | null;
  /** Where decisions are recorded; left out if nowhere. */
  audit?: AuditSinks;
  /** Answers `${config.key}` and `when.configPresent`. */
  config: { [key: string]: string };
  /** The configuration files it was made for, whether they existed or not. */
  layers: { [L in Layer]: string };
  /** Is a repository's own layer used? Left out: if it is trusted. */
  repositoryLayer?: "off" | "on";
  /** Environment variables whose sealed values the layers below install may read; left out if there are none. */
  readableBelow?: string[];
  /** Where trust in the repository is recorded; left out if it has no layer of its own. */
  trust?: string;
  /** Only in memory: the rules of the sealed install, which this plan adds others to. */
  sealed?: Plan;
  /** Set if the repository has a layer that this plan does not use. */
  leftOut?: LeftOutLayer;
  /** What it was made from: path and stamp in turn, because it is read at every commit. `inputsOf` gives them in pairs. */
  inputs: string[];
  /** Does a value name git's author? The compiler answers, so that no commit has to look through all values for it. */
  namesAuthor: boolean;
  /** Contributions in run order, by hook point. */
  points: { [point: string]: Contribution[] };
  /** Programs in run order, by hook point; left out if there are none. */
  programs?: { [point: string]: PlannedProgram[] };
  /** The points of an agent's lifecycle at which a hook runs, which is all that the hot path asks of them; left out if there are none. */
  lifecycle?: string[];
}

/** Where decisions are recorded: at least one of the two. */
export interface AuditSinks {
  /** A file that lines are appended to. */
  file?: string;
  /** A unix datagram socket. */
  socket?: string;
  /** Refuse a command that cannot be recorded; left out: warn. */
  required?: true;
}

/** Which hook it is, for messages. */
export interface HookOrigin {
  id: string;
  plugin: string;
  /** `file:line` of the declaration, or empty. */
  source: string;
}

/** What becomes of the operation if a hook fails. */
export type FailurePolicy = "block" | "warn" | "ignore";

/** A program that runs at a hook point of a git command. */
export interface PlannedProgram extends HookOrigin {
  layer: Layer;
  when?: When;
  /** Why it never runs here, whatever the command is. */
  skipped?: string;
  /** The program and its arguments. */
  words: readonly string[];
  /** Where it runs; left out: in the caller's folder. */
  folder?: string;
  /** Does it make the same of the same message, always? Then existing commits are judged by it, too. */
  deterministic?: true;
  limitMs: number;
  failure: FailurePolicy;
  /** The variables that it gets beside the usual few, and where their values come from. */
  env: readonly ProgramVariable[];
}

/** A variable that a program gets, and where its value comes from. */
export type ProgramVariable = { name: string; reference: Reference } | { name: string; value: Template };

/** A repository's layer that is not used. */
export interface LeftOutLayer {
  /** `off`: repository layers are not used here. `untrusted`: this content of the layer is not trusted. */
  why: "off" | "untrusted";
  /** The digest of its content; empty if it was not read, or is too large. */
  digest: string;
}

/** A file or folder that the plan was made from. The plan is fresh while all stamps hold. */
export interface PlanInput {
  path: string;
  /**
   * Size, modification time, inode and mode; `absent` if there was no such file. In a baked plan, which is not checked for
   * being fresh, `sha256:` and the sum of the content, or of the sorted names in a folder.
   */
  stamp: string;
}

export function listInputs(inputs: readonly PlanInput[]): string[] {
  const list: string[] = [];
  for (const { path, stamp } of inputs) list.push(path, stamp);
  return list;
}

export function inputsOf({ inputs }: Pick<Plan, "inputs">): PlanInput[] {
  const pairs: PlanInput[] = [];
  for (let i = 0; i < inputs.length; i += 2)
    pairs.push({ path: inputs[i] as string, stamp: inputs[i + 1] as string });
  return pairs;
}

export interface Contribution extends HookOrigin {
  /** The config file that disabled it. */
  disabledBy?: string;
  when?: When;
  effects: Effect[];
}

/** From the highest to the lowest: a higher layer wins, a lower one only adds. */
export const layerOrder = ["install", "user", "repository"] as const;

export type Layer = (typeof layerOrder)[number];

/** All conditions must hold. Absent conditions are omitted, because the plan is read at every commit. */
export interface When {
  /** References that must have a value. */
  present?: Reference[];
  commit?: CommitKind[];
  /** Globs; one of the repository's remotes must match one of them. */
  remote?: string[];
}

/** An effect, in so far as all have the same form; its file in effects/ says what else it has. */
export type Effect = TextEffect | ListEffect;

/** While a manifest is read. */
export type EffectWithoutLine = Omit<TextEffect, "line"> | Omit<ListEffect, "line">;

interface EffectBase {
  /** Check it again after the whole chain has run. */
  required: boolean;
  missing: MissingPolicy;
  /** Its line in the contribution's file, for messages. */
  line: number;
}

export interface TextEffect extends EffectBase {
  type: `text.${string}`;
  /** The text it is about, with references; empty for an effect that needs none. */
  value: Template;
}

export interface ListEffect extends EffectBase {
  type: `list.${string}`;
  values: Template[];
}

export function isListEffect<E extends Pick<Effect, "type">>(
  effect: E,
): effect is Extract<E, Pick<ListEffect, "type">> {
  return effect.type.startsWith("list.");
}

/** What happens when a reference in a value does not resolve. */
export type MissingPolicy = "error" | "warn" | "skip";

/**
 * Literal text and references in turn: text at even places, and it may be empty; a `Reference` at odd ones.
 * A template without a reference is one text.
 */
export type Template = string[];

/**
 * `env.NAME`, `config.key`, `git.author` or `git.committer`; `caller.NAME` for a variable of the caller's environment
 * whose sealed value the contribution's layer may not read.
 */
export type Reference = string;

/** Whose name and mail address: git's two roles. */
export type GitIdent = "author" | "committer";
