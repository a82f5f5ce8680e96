import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./paths.ts";

/**
 * Those that take most of the processors' time, for a checkout in which no tests have run yet. Begun last, one of them
 * would keep one processor busy when the others have no work left.
 */
export const longest: readonly string[] = [
  "test/redteam/proof.test.ts",
  "test/gate/advice.test.ts",
  "test/ways/places.test.ts",
  "test/redteam/secrets.test.ts",
  "test/gate/same-as-git.test.ts",
  "test/redteam/push.test.ts",
  "test/doctor/path-install.test.ts",
  "test/redteam/commit.test.ts",
  "test/commit/comment-chars.test.ts",
  "test/inject/children.test.ts",
  "test/verify/verify.test.ts",
  "test/fix/killed.test.ts",
  "test/ways/hooks.test.ts",
  "test/verify/pre-receive.test.ts",
  "test/cli/no-rule.test.ts",
  "test/gate/sneaking.test.ts",
  "test/compile/pattern.test.ts",
  "test/explain/push.test.ts",
  "test/gate/own-hook.test.ts",
  "test/inject/own-hooks.test.ts",
  "test/fix/fix.test.ts",
  "test/refusals/way-on.test.ts",
  "test/effects-properties.test.ts",
  "test/redteam/install.test.ts",
  "test/inject/hooks-path.test.ts",
  "test/parser/accepts-against-git.test.ts",
  "test/ways/rebase.test.ts",
  "test/cli/help.test.ts",
  "test/verify/no-repository.test.ts",
  "test/hosts-agree.test.ts",
  "test/trust/trust.test.ts",
  "test/fix/refusals.test.ts",
  "test/ways/commit.test.ts",
  "test/ways/merge.test.ts",
  "test/ways/other.test.ts",
  "test/inject/hook-kinds.test.ts",
  "test/commit/when.test.ts",
];

/** By what the last run took, where each file has been run; before that the longest first, then the others by size. */
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
