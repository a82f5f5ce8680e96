import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./paths.ts";

/**
 * The slowest files, for a checkout in which no tests have run yet. Started last, one of them would keep one processor
 * busy while the others are idle.
 */
export const longest: readonly string[] = [
  "test/parser/negated-options.test.ts",
  "test/programs/misbehaving.test.ts",
  "test/verify/limits.test.ts",
  "test/faults/sweep.test.ts",
  "test/programs/which-commit.test.ts",
  "test/docs/pages.test.ts",
  "test/programs/answers.test.ts",
  "test/verify/long-range.test.ts",
  "test/verify/omitted-commits.test.ts",
  "test/rules/committed-messages-pass.test.ts",
  "test/verify/ambiguous-names.test.ts",
  "test/verify/odd-idents.test.ts",
  "test/plan/one-compiles.test.ts",
  "test/doctor/path-install.test.ts",
  "test/verify/verify.test.ts",
  "test/verify/one-reading.test.ts",
  "test/lifecycle/dispatch-verb.test.ts",
  "test/lifecycle/examples.test.ts",
  "test/structure/gh-drift.test.ts",
  "test/compile/pattern.test.ts",
  "test/native/broken-patterns.test.ts",
  "test/seeds/seed-1-table.test.ts",
  "test/config/beside-the-prefix.test.ts",
  "test/cli/unchanged.test.ts",
  "test/plan/freshness.test.ts",
  "test/fix/killed.test.ts",
  "test/native/objects.test.ts",
  "test/cache/unwritable.test.ts",
  "test/trust/untrusted.test.ts",
  "test/push/advice.test.ts",
  "test/redteam/proof.test.ts",
  "test/push/same-as-git.test.ts",
  "test/push/sneaking.test.ts",
  "test/gh/strangers-lines.test.ts",
  "test/gh/through-interlock.test.ts",
  "test/redteam/secrets.test.ts",
  "test/redteam/push.test.ts",
  "test/plugin/hostile.test.ts",
  "test/verify/pre-receive.test.ts",
  "test/redteam/commit.test.ts",
  "test/redteam/install.test.ts",
  "test/push/send-pack.test.ts",
];

/** By the durations of the last run; in a new checkout the list above first, then the others by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const hasRun = ({ project, moduleId }: TestSpecification): boolean =>
      this.ctx.cache.getFileTestResults(`${project.name}:${relative(root, moduleId)}`) !== undefined;
    if (sorted.every(hasRun)) return sorted;
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.indexOf(relative(root, moduleId));
      return index === -1 ? longest.length : index;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
