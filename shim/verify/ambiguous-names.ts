/**
 * Refuses names of revisions that stand for more than one thing. git prefers a tag to a branch, so whoever may push a tag `main`
 * could otherwise make `main..HEAD` an empty range.
 */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { notStarted, type Host, type RunResult } from "../host.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import type { JudgedRange, Range } from "./choose-range.ts";
import { testFullIds } from "./id-length.ts";
import { namesInRange } from "./names-in-range.ts";
import { mostWords, revisionsIn } from "./range-ends.ts";
import { refsOfName } from "./refs-of-name.ts";
import { namesRevisions, type VerifyRequest } from "./request.ts";
import { withoutGraph } from "./repository-here.ts";
import { hasUpstreamMark, lostUpstream } from "./upstream.ts";

/** Global options for git: warn of such names, whatever the settings say. */
export const warningOfNames: readonly string[] = ["-c", "core.warnAmbiguousRefs=true"];

/** Null if there is none, or the caller names no revisions. `errors`: what git wrote to standard error for the range; null if unknown. */
export function whyAmbiguous(
  host: Host,
  request: VerifyRequest,
  [range]: readonly JudgedRange[],
  errors: string | null,
): Refusal | null {
  if (range === undefined || !namesRevisions(request)) return null;
  const isFullId = testFullIds(host);
  const warnings = errors ?? askWarnings(host, range, (name) => !isFullId(name));
  if (warnings === null)
    return {
      message: "git cannot be asked what these revisions stand for",
      hint: "see whether git runs here",
    };
  const full = fullNames(range);
  const refusal = whyNotThere(host, full) ?? whyNoUpstream(host, range);
  if (refusal !== null) return refusal;
  const isDoubtful = (name: string): boolean =>
    // git takes an id for what it is, even if a ref has that name.
    full.indexOf(name) < 0 && !isFullId(name) && !hasUpstreamMark(name) && !isMeantAsFile(host, name);
  const doubtful = namesIn(warnings).filter(isDoubtful);
  const [name] = doubtful.length > 0 ? doubtful : describedNames(host, range);
  if (name === undefined) return null;
  const choices = refsOfName(host, name).map((ref) => `'${decodeUtf8(ref)}'`);
  if (isAbbreviated.test(name) || isDescribed.test(name)) choices.push("the full id of the commit");
  return {
    message: `the name '${decodeUtf8(name)}' is ambiguous, so nobody can say which commits to verify`,
    hint: `write what you mean: ${choices.join(" or ") || "the full name of the ref"}`,
  };
}

const isAbbreviated = /^[0-9a-fA-F]{4,}$/;

/** Null if git does not run. For a name that it does not know, git says so itself when it walks. */
function askWarnings(host: Host, range: Range, isName: (name: string) => boolean): string | null {
  const names = namesInRange(range, isName);
  let warnings = "";
  for (let i = 0; i < names.length; i += mostWords) {
    const { status, stdout } = askAbout(host, names.slice(i, i + mostWords));
    if (status === notStarted) return null;
    warnings += stdout;
    if (status === 0) continue;
    // git looks no further after a name that it does not know. What we took for one may be part of a text, as in `^{/a..b}`.
    return revisionsIn(range)
      .filter((revision) => revision.charAt(0) !== "-" && isName(revision.replace(/^\^/, "")))
      .map((revision) => askAbout(host, [revision]).stdout)
      .join("");
  }
  return warnings;
}

/** What git says on standard error. Without `--`, it would take the name of a file for one, and all that follows for files. */
function askAbout(host: Host, names: readonly string[]): RunResult {
  return host.runGit(withoutGraph.concat(warningOfNames, "rev-parse", names, "--"), { errors: true });
}

function namesIn(warnings: string): string[] {
  const names: string[] = [];
  for (const line of warnings.split("\n")) {
    const name = /^warning: refname '(.*)' is ambiguous\.?$/.exec(line)?.[1];
    if (name !== undefined && names.indexOf(name) < 0) names.push(name);
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

/** Names in the range that begin with `refs/`. */
function fullNames(range: Range): string[] {
  if (range.input.indexOf("refs/") < 0) return [];
  return namesInRange(range, (name) => name.startsWith("refs/")).map(
    (name) => name.split("@{", 1)[0] as string,
  );
}

/** If no ref has exactly a full name, git looks for one that ends with it. */
function whyNotThere(host: Host, names: readonly string[]): Refusal | null {
  for (const name of names) {
    const refs = refsOfName(host, name);
    const [first] = refs;
    if (first !== undefined && refs.indexOf(name) < 0)
      return {
        message: `there is no ref '${decodeUtf8(name)}' here, and git takes '${decodeUtf8(first)}' for it`,
        hint: "fetch the ref that you mean, or name another",
      };
  }
  return null;
}

function whyNoUpstream(host: Host, range: Range): Refusal | null {
  if (range.input.indexOf("@{") < 0) return null;
  for (const name of namesInRange(range, hasUpstreamMark)) {
    const lost = lostUpstream(host, name);
    if (lost === null) continue;
    const what = lost === "" ? "its branch is not here" : `there is no ref '${decodeUtf8(lost)}' here`;
    return {
      message: `'${decodeUtf8(name)}' is ambiguous: ${what}, and git takes another for it`,
      hint: "fetch the ref that you mean, or name another",
    };
  }
  return null;
}

/** As `git describe` gives them: git reads the digits as an id if no ref has the whole name. */
const isDescribed = /-g([0-9a-fA-F]{4,})$/;

/** Such names in the range that are the name of a ref, too. Unlike for the digits alone, git does not warn. */
function describedNames(host: Host, range: Range): string[] {
  if (range.input.indexOf("-g") < 0) return [];
  const isWanted = (name: string): boolean => isDescribed.test(name) && !name.startsWith("refs/");
  return namesInRange(range, isWanted).filter((name) => {
    const [, digits] = isDescribed.exec(name) as RegExpExecArray;
    const isId = host.runGit(["rev-parse", `--disambiguate=${digits}`]).stdout !== "";
    return isId && refsOfName(host, name).length > 0;
  });
}
