/** The pages whose commands and files are run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/paths.ts";

/** What other tests run, or what has no commands for a reader. */
export const elsewhere: { [page: string]: string } = {
  "docs/library.md": "test/library/doc-examples.test.ts",
};

export const pages: readonly string[] = [
  "README.md",
  ...["docs", "docs/agents", "docs/runtimes"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`)
      .sort(),
  ),
].filter((page) => !(page in elsewhere));

export function readPage(page: string): string {
  return readFileSync(join(root, page), "utf8");
}
