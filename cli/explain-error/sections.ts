/**
 * Every error code, by when it occurs. `interlock explain-error` prints from this table, and docs/errors.md is written from
 * it (`test/compile/errors-doc.test.ts`). The types of the pages demand a page for each code, and allow no other.
 */
import type { ErrorPage } from "./error-page.ts";
import { pagesOfTheLibrary, pagesOfVerbs } from "./pages/of-calls.ts";
import { pagesOfCommands } from "./pages/of-commands.ts";
import { pagesOfFiles } from "./pages/of-files.ts";
import { pagesOfTheBinary } from "./pages/of-the-binary.ts";

export interface Section {
  title: string;
  pages: { readonly [code: string]: ErrorPage };
}

export const sections: readonly Section[] = [
  { title: "When a command runs", pages: pagesOfCommands },
  { title: "When the binary cannot do its work", pages: pagesOfTheBinary },
  { title: "When a plan is compiled", pages: pagesOfFiles },
  { title: "When a verb is called", pages: pagesOfVerbs },
  { title: "When a program calls the library", pages: pagesOfTheLibrary },
];

/** A page with what it is found by. */
export interface FoundPage extends ErrorPage {
  code: string;
  section: string;
}

export const allPages: readonly FoundPage[] = sections.flatMap(({ title, pages }) =>
  Object.entries(pages).map(([code, page]) => ({ code, section: title, ...page })),
);

/** By a code as it is printed, as JSON has it, or in capitals; null if there is none. */
export function findPage(word: string): FoundPage | null {
  const code = plainCode(word);
  return allPages.find((page) => page.code === code) ?? null;
}

export function plainCode(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/^e-/, "");
}
