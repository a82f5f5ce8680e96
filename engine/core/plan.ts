/**
 * The plan: everything the hot path needs to know, validated, resolved and sorted beforehand.
 * `engine/compile` writes it to a file (see plan-file.ts); every string in it is a byte string
 * (see bytes.ts). Change the shape and `planFormat` together: an older plan is then stale.
 */
import type { CommitKind } from "./facts.ts";
import type { PatternDfa } from "./pattern-dfa.ts";

export const planFormat = 8;

/** The install config that no caller can override. Only this file can seal an install. */
export const systemConfig = "/etc/interlock/config.yaml";

export interface Plan {
  mode: "enforce" | "report";
  onEngineFailure: "block" | "pass";
  /** Who is told of a change that was made; left out: whoever sits at a terminal. */
  notices?: "always" | "never";
  /** `own`: a commit of somebody else's that is replayed stays as it is. */
  scope: "all" | "own";
  /** Globs for authors whose commits pass unjudged once they exist. */
  trustAuthors?: string[];
  /** What becomes of a push with a commit that breaks a rule; left out where it is blocked. */
  pushVerify?: "warn" | "off";
  /** Are copies of published commits judged like others? Left out: their messages excuse them. */
  pushCopies?: "none";
  /** Globs for remotes whose commits pass the gate; left out: those of other machines. */
  trustRemotes?: string[];
  /** Sealed values: they win over the caller's environment. */
  env: { [name: string]: string };
  /** A file of NAME=value lines with more sealed values, read at every command. */
  envFile: string | null;
  /** Where it is written down what is done while rules are not enforced; left out if nowhere. */
  auditFile?: string;
  /** Answers `${config.key}` and `when.configPresent`. */
  config: { [key: string]: string };
  /** The configuration files it was made for, whether they existed or not. */
  layers: { [L in Layer]: string };
  /** May a repository's own layer count? Left out: once it is trusted. */
  repositoryLayer?: "off" | "on";
  /** Environment variables whose sealed values the layers below install may read; left out if there are none. */
  readableBelow?: string[];
  /** Where trust in the repository is recorded; left out if it has no layer of its own. */
  trust?: string;
  /** The repository has a layer, and this plan does without it; left out if not. */
  leftOut?: LeftOutLayer;
  inputs: PlanInput[];
  /** Does a value name git's author? Found out beforehand, because it means to look at every one. */
  namesAuthor: boolean;
  /** Contributions in run order, by hook point. */
  points: { [point: string]: Contribution[] };
}

/** A repository's layer that does not count. */
export interface LeftOutLayer {
  /** `off`: no repository's layer counts here. `untrusted`: this content of it is not trusted. */
  why: "off" | "untrusted";
  /** The digest of its content; empty if nobody looked, or if there is too much of it. */
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

export interface Contribution {
  id: string;
  plugin: string;
  /** `file:line` of the declaration, for messages. */
  source: string;
  /** Who switched it off (`file` of the config), if somebody did. */
  disabledBy?: string;
  when?: When;
  effects: Effect[];
}

export type Layer = "install" | "user" | "repository";

/** All must hold. One that is left out is no condition: a plan is read at every commit, and says nothing twice. */
export interface When {
  /** References that must have a value. */
  present?: Reference[];
  commit?: CommitKind[];
  /** Globs; one of the repository's remotes must match one of them. */
  remote?: string[];
}

export type Effect = TextEffect | ListEffect;

export type TextEffect =
  | EnsureTrailerEffect
  | RemoveTrailerEffect
  | EnsureSectionEffect
  | EnsurePrefixEffect
  | EnsureSuffixEffect
  | MatchEffect;

/** What every effect has. */
interface EffectBase {
  /** It must hold once more after the whole chain. */
  required: boolean;
  missing: MissingPolicy;
  /** Where it stands in the contribution's file, for messages. */
  line: number;
}

interface TextEffectBase extends EffectBase {
  /** The text it is about, with references; empty for an effect that needs none. */
  value: Template;
}

export interface EnsureTrailerEffect extends TextEffectBase {
  type: "text.ensureTrailer";
  key: string;
  dedupe: boolean;
}

export interface RemoveTrailerEffect extends TextEffectBase {
  type: "text.removeTrailer";
  key: string;
  /** Globs; null for any value. */
  values: string[] | null;
  keep: string[];
}

export interface EnsureSectionEffect extends TextEffectBase {
  type: "text.ensureSection";
  heading: string;
  level: number;
}

export interface EnsurePrefixEffect extends TextEffectBase {
  type: "text.ensurePrefix";
}

export interface EnsureSuffixEffect extends TextEffectBase {
  type: "text.ensureSuffix";
}

/** A check: the message as git will commit it matches, or does not. Always `required`. */
export interface MatchEffect extends TextEffectBase {
  type: "text.requireMatch" | "text.forbidMatch";
  /** Compiled from the manifest's pattern; runs in linear time. */
  dfa: PatternDfa;
  /** The author's own words for whoever is refused. */
  message: string;
}

export interface ListEffect extends EffectBase {
  type: "list.appendUnique";
  /** The field of the payload; the compiler has checked that it is the hook point's list. */
  path: string;
  values: Template[];
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
