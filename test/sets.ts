/**
 * Which tests run when. `npm test` runs what a contributor runs before a commit: each behaviour, in less than three minutes. What is named here
 * takes longer, for the reason above it; `npm run thorough` and `npm run remotes` run it, and so does `.ci/run`. Whoever changes what one of these is about
 * runs it by name: `npx vitest run test/fix`.
 */

/** With servers, or with repositories to fetch from. */
export const remotes: readonly string[] = [
  "test/{push,redteam,gh,plugin}/**/*.test.ts",
  "test/verify/pre-receive.test.ts",
];

export const thorough: readonly string[] = [
  // Random input, beside the real git, a document or another implementation.
  "test/native/node-host-agrees.test.ts",
  "test/parser/negated-options.test.ts",
  "test/rules/committed-messages-pass.test.ts",
  "test/rules/effects-on-any-message.test.ts",
  "test/rules/trailers-against-git.test.ts",
  "test/seeds/seed-0-random.test.ts",
  "test/seeds/seed-1-random.test.ts",
  "test/seeds/seed-2-random.test.ts",
  "test/structure/gh-drift.test.ts",
  "test/verify/odd-idents.test.ts",
  "test/verify/omitted-commits.test.ts",
  "test/verify/one-reading.test.ts",
  "test/verify/random-histories.test.ts",

  // Each failing system call, limit, signal, damaged file or right.
  "test/cache/other-users.test.ts",
  "test/cache/unwritable.test.ts",
  "test/cli/no-rule.test.ts",
  "test/cli/unchanged.test.ts",
  "test/config/beside-the-prefix.test.ts",
  "test/config/misspelt-names.test.ts",
  "test/doctor/path-install.test.ts",
  "test/doctor/sealed-install.test.ts",
  "test/faults/message-file.test.ts",
  "test/faults/sweep.test.ts",
  "test/fix/killed.test.ts",
  "test/fix/limits.test.ts",
  "test/fix/refusals.test.ts",
  "test/native/broken-patterns.test.ts",
  "test/native/objects.test.ts",
  "test/plan/freshness.test.ts",
  "test/plan/one-compiles.test.ts",
  "test/programs/misbehaving.test.ts",
  "test/sealed/baking.test.ts",
  "test/sealed/programs.test.ts",
  "test/sealed/push.test.ts",
  "test/sealed/ways-around.test.ts",
  "test/trust/trust.test.ts",
  "test/trust/untrusted.test.ts",
  "test/trust/without-config.test.ts",
  "test/verify/empty-revisions.test.ts",
  "test/verify/limits.test.ts",
  "test/verify/no-repository.test.ts",

  // A process, or several, for each row of a long table.
  "test/cli/compile.test.ts",
  "test/cli/completion.test.ts",
  "test/cli/looks.test.ts",
  "test/cli/setup.test.ts",
  "test/commands/in-every-place.test.ts",
  "test/compile/pattern.test.ts",
  "test/explain/injected-commands.test.ts",
  "test/fix/authors.test.ts",
  "test/fix/branches.test.ts",
  "test/fix/fix.test.ts",
  "test/fix/shapes.test.ts",
  "test/lifecycle/dispatch-verb.test.ts",
  "test/lifecycle/early-commits.test.ts",
  "test/lifecycle/executable-hooks.test.ts",
  "test/programs/answers.test.ts",
  "test/programs/which-commit.test.ts",
  "test/record/many-writers.test.ts",
  "test/record/log.test.ts",
  "test/refusals/in-hooks.test.ts",
  "test/refusals/way-on.test.ts",
  "test/rewrite-or-inject/amend.test.ts",
  "test/rewrite-or-inject/processes-started.test.ts",
  "test/rules/published-commits.test.ts",
  "test/seeds/seed-1-table.test.ts",
  "test/verify/ambiguous-names.test.ts",
  "test/verify/long-range.test.ts",
  "test/verify/message-file.test.ts",
  "test/verify/verify.test.ts",
  "test/verify/way-to-fix.test.ts",

  // All commands and files of the documents.
  "test/docs/pages.test.ts",
  "test/docs/verb-examples.test.ts",
  "test/library/doc-examples.test.ts",
  "test/lifecycle/examples.test.ts",
  "test/release/package-scripts.test.ts",
  "test/verify/ci-doc.test.ts",
];
