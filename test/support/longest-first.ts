import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./paths.ts";

/**
 * The slowest files, for a checkout in which no tests have run yet. Started last, one of them would keep one processor
 * busy while the others are idle.
 */
export const longest: readonly string[] = [
  "test/cli/looks.test.ts",
  "test/push/advice.test.ts",
  "test/redteam/proof.test.ts",
  "test/programs/misbehaving.test.ts",
  "test/push/same-as-git.test.ts",
  "test/push/sneaking.test.ts",
  "test/verify/verify.test.ts",
  "test/gh/strangers-lines.test.ts",
  "test/gh/through-interlock.test.ts",
  "test/fix/killed.test.ts",
  "test/terminal/editors-and-hooks.test.ts",
  "test/record/many-writers.test.ts",
  "test/redteam/secrets.test.ts",
  "test/redteam/push.test.ts",
  "test/plugin/hostile.test.ts",
  "test/verify/pre-receive.test.ts",
  "test/doctor/path-install.test.ts",
  "test/commands/in-worktrees-and-submodules.test.ts",
  "test/lifecycle/dispatch-verb.test.ts",
  "test/compile/pattern.test.ts",
  "test/rules/effects-on-any-message.test.ts",
  "test/lifecycle/examples.test.ts",
  "test/redteam/commit.test.ts",
  "test/commands/with-repository-hooks.test.ts",
  "test/cli/no-rule.test.ts",
  "test/commands/nested.test.ts",
  "test/repository-hooks/where-they-are.test.ts",
  "test/redteam/install.test.ts",
  "test/parser/accepts-against-git.test.ts",
  "test/refusals/way-on.test.ts",
  "test/fix/fix.test.ts",
  "test/native/node-host-agrees.test.ts",
  "test/commands/rebase.test.ts",
  "test/message/comment-characters.test.ts",
  "test/repository-hooks/failing-and-odd.test.ts",
  "test/trust/trust.test.ts",
  "test/push/send-pack.test.ts",
  "test/rules/published-commits.test.ts",
  "test/trust/untrusted.test.ts",
  "test/cache/unwritable.test.ts",
  "test/doctor/sealed-install.test.ts",
  "test/verify/no-repository.test.ts",
  "test/fix/refusals.test.ts",
  "test/rules/conditions.test.ts",
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
