import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "./paths.ts";

/** More than ten seconds each. Begun last, one of them would keep one processor busy when the other has no work left. */
export const longest: readonly string[] = [
  "test/redteam/proof.test.ts",
  "test/redteam/push.test.ts",
  "test/redteam/commit.test.ts",
  "test/ways/places.test.ts",
  "test/gate/sneaking.test.ts",
  "test/gate/same-as-git.test.ts",
  "test/inject/children.test.ts",
  "test/fix/killed.test.ts",
  "test/ways/rebase.test.ts",
  "test/ways/hooks.test.ts",
  "test/ways/commit.test.ts",
  "test/ways/odd.test.ts",
  "test/ways/aborts.test.ts",
  "test/ways/merge.test.ts",
  "test/ways/other.test.ts",
  "test/ways/pick.test.ts",
  "test/redteam/install.test.ts",
  "test/inject/hook-kinds.test.ts",
  "test/inject/hooks-path.test.ts",
  "test/doctor/path-install.test.ts",
  "test/commit/same-as-git.test.ts",
  "test/commit/when.test.ts",
  "test/compile/pattern.test.ts",
  "test/effects-properties.test.ts",
  "test/parser/accepts-against-git.test.ts",
];

/** The longest files first, then the others by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const index = longest.indexOf(relative(root, moduleId));
      return index === -1 ? longest.length : index;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
