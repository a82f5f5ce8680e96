/**
 * `push.trustAuthors` with an entry that every author matches: then no commit is judged.
 */
import { whyLeftAlone } from "../core/author-scope.ts";
import { encodeUtf8 } from "../core/bytes.ts";
import { warningAt, type Diagnostic } from "./diagnostic.ts";
import type { ConfigLayer } from "./read-layers.ts";

/** Authors with nothing in common. */
const strangers = ["A <a@b>", "X Y <x-1@y.z>"];

export function findTrustsEverybody(install: ConfigLayer | undefined): Diagnostic[] {
  if (install === undefined) return [];
  const { file, source, config } = install;
  return (config.push?.trustAuthors ?? []).flatMap((entry, i) => {
    const plan = { scope: "all" as const, trustAuthors: [encodeUtf8(entry)] };
    if (!strangers.every((author) => whyLeftAlone(plan, author, () => "") !== null)) return [];
    return warningAt(file, source.frame(["push", "trustAuthors", i]), {
      code: "trusts-everybody",
      message: `'${entry}' in 'push.trustAuthors' is every author: no push is stopped, and 'interlock verify' judges nothing`,
      hint: "name the authors whose commits may pass, for instance 'carol@example.org' or '*@example.org'",
    });
  });
}
