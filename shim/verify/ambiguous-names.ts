/**
 * Refuses names of revisions that stand for more than one thing. git prefers a tag to a branch, so whoever may push a tag `main`
 * could otherwise make `main..HEAD` an empty range.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { notStarted, type Host } from "../host.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import type { Range } from "./choose-range.ts";
import { mostWords, revisionsIn } from "./range-ends.ts";
import { withoutGraph } from "./repository-here.ts";

/** Global options for git: warn of such names, whatever the settings say. */
export const warningOfNames: readonly string[] = ["-c", "core.warnAmbiguousRefs=true"];

/** Null if there is none. `said`: what git wrote to standard error for this range; null if that is not known. */
export function whyAmbiguous(host: Host, range: Range, said: string | null): Refusal | null {
  const warnings = said ?? askWarnings(host, shortNames(range));
  if (warnings === null)
    return {
      message: "git cannot be asked what these revisions stand for",
      hint: "see whether git runs here",
    };
  const full = fullNames(range);
  const names = namesIn(warnings).filter((name) => full.indexOf(name) < 0 && !isMeantAsFile(host, name));
  if (full.length === 0 && names.length === 0) return null;
  const refs = listRefs(host, full.concat(names));
  for (const name of full) {
    const others = refs(name).filter((ref) => ref !== name);
    if (refs(name).indexOf(name) < 0 && others.length > 0)
      return {
        message: `there is no ref '${decodeUtf8(name)}' here, and git takes '${decodeUtf8(others[0] as string)}' for it`,
        hint: "fetch the ref that you mean, or name another",
      };
  }
  const [first] = names;
  if (first === undefined) return null;
  const choices = refs(first).map((ref) => `'${decodeUtf8(ref)}'`);
  if (/^[0-9a-f]{4,}$/.test(first)) choices.push("the full id of the commit");
  return {
    message: `the name '${decodeUtf8(first)}' is ambiguous, so nobody can say which commits to verify`,
    hint: `write what you mean: ${choices.join(" or ") || "the full name of the ref"}`,
  };
}

/** The names in the range, without `~5` and the like: to count as far takes git as long as to walk. */
function shortNames(range: Range): string[] {
  return namesBefore(/[~^:]/, range, isName);
}

/** What stands before `end` in each side of each revision, if it is `wanted`; each once. */
function namesBefore(end: RegExp, range: Range, wanted: (name: string) => boolean): string[] {
  const names: string[] = [];
  for (const revision of revisionsIn(range).filter(isName))
    for (const side of revision.replace(/^\^/, "").split(/\.\.\.?/)) {
      const name = side.split(end, 1)[0] as string;
      if (name !== "" && wanted(name) && names.indexOf(name) < 0) names.push(name);
    }
  return names;
}

/** Null if git does not run. For a name that it does not know, git says so itself when it walks. */
function askWarnings(host: Host, names: readonly string[]): string | null {
  let warnings = "";
  for (let i = 0; i < names.length; i += mostWords) {
    const words = withoutGraph.concat(warningOfNames, "rev-parse", names.slice(i, i + mostWords));
    const { status, stdout } = host.runGit(words, { errors: true });
    if (status === notStarted) return null;
    warnings += stdout;
  }
  return warnings;
}

/** Options and full ids are never ambiguous: git takes an id for what it is, even if a ref has that name. */
function isName(revision: string): boolean {
  return revision.charAt(0) !== "-" && !isFullId.test(revision.replace("^", ""));
}

const isFullId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

function namesIn(warnings: string): string[] {
  const names: string[] = [];
  for (const line of warnings.split("\n")) {
    const name = /^warning: refname '(.*)' is ambiguous\.?$/.exec(line)?.[1];
    if (name === undefined || isFullId.test(name) || names.indexOf(name) >= 0) continue;
    // These are resolved by the settings of a branch, to one ref.
    if (!/@\{(?:u|upstream|push)\}$/i.test(name)) names.push(name);
  }
  return names;
}

/** Is it HEAD, FETCH_HEAD or the like? git takes a file of its own before any ref. */
function isMeantAsFile(host: Host, name: string): boolean {
  if (name === "@") return true;
  if (!/^[A-Z_]+$/.test(name)) return false;
  const path = host.runGit(["rev-parse", "--git-path", name]).stdout.split("\n", 1)[0] as string;
  return path !== "" && typeof host.readFile(path) === "string";
}

/** Names in the range that begin with `refs/`. If no ref has exactly that name, git looks for one that ends with it. */
function fullNames(range: Range): string[] {
  if (range.input.indexOf("refs/") < 0) return [];
  return namesBefore(/[~^:]|@\{/, range, (name) => name.startsWith("refs/"));
}

/** Where git looks for a name (ref_rev_parse_rules in refs.c), in its order. */
function placesOf(name: string): string[] {
  return [name, "refs/" + name, "refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name].concat(
    "refs/remotes/" + name + "/HEAD",
  );
}

/** Returns a function that gives the refs that a name may stand for. */
function listRefs(host: Host, names: readonly string[]): (name: string) => string[] {
  const found: { [ref: string]: true } = {};
  for (const name of names) {
    const words = ["for-each-ref", "--format=%(refname)"].concat(
      placesOf(name).filter((place) => place.startsWith("refs/")),
    );
    for (const ref of host.runGit(words).stdout.split("\n")) found[ref] = true;
  }
  return (name) => placesOf(name).filter((place) => found[place] === true);
}
