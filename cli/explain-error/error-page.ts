/** What is known about an error: its page in `interlock explain-error`, and its row in docs/errors.md. */
export interface ErrorPage {
  /** In Markdown, one line: `code` and links as in docs/errors.md. */
  cause: string;
  fix: string;
  example: Example;
}

/** A mistake in a file and its correction, which tests compile; or what somebody sees and does, line by line. */
export type Example = { in: Place; wrong: string; right: string } | { seen: readonly string[] };

/** Where the lines of an example stand: in a config file, in a whole manifest, in one of its hooks, or in an effect. */
export type Place = "config" | "manifest" | "hook" | "effect";

export type ErrorPages<Code extends string> = { readonly [C in Code]: ErrorPage };
