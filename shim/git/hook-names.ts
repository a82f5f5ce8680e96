/**
 * Every hook that git looks up in its hooks folder (githooks(5)). The native host's copy is generated.
 */
export const hookNames = [
  "applypatch-msg",
  "commit-msg",
  "fsmonitor-watchman",
  "p4-changelist",
  "p4-post-changelist",
  "p4-pre-submit",
  "p4-prepare-changelist",
  "post-applypatch",
  "post-checkout",
  "post-commit",
  "post-index-change",
  "post-merge",
  "post-receive",
  "post-rewrite",
  "post-update",
  "pre-applypatch",
  "pre-auto-gc",
  "pre-commit",
  "pre-merge-commit",
  "pre-push",
  "pre-rebase",
  "pre-receive",
  "prepare-commit-msg",
  "proc-receive",
  "push-to-checkout",
  "reference-transaction",
  "sendemail-validate",
  "update",
] as const;

export type HookName = (typeof hookNames)[number];

/** The hooks that `--no-verify` of commit and merge skips. */
export const verifyHooks: readonly HookName[] = ["commit-msg", "pre-commit", "pre-merge-commit"];

/** Our binary replaces the caller's editor under this name. */
export const editorName = "interlock-editor";
