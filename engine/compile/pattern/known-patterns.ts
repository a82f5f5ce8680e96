/**
 * A pattern's automaton takes longer to build than all the rest of a plan, and the rules of the install and the user are
 * compiled twice where a repository has a layer of its own: alone, and with it.
 */
import { compilePattern } from "./compile-pattern.ts";

type Compiled = ReturnType<typeof compilePattern>;

const known = new Map<string, Compiled>();
/** A program may compile for as long as it runs. */
const most = 100;

export function compileKnownPattern(source: string): Compiled {
  const before = known.get(source);
  if (before !== undefined) return before;
  const compiled = compilePattern(source);
  if (known.size >= most) known.clear();
  known.set(source, compiled);
  return compiled;
}
