/**
 * The INTERLOCK_* variables. A mistyped one does nothing, so the caller is warned of names that resemble one.
 */
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";

/** As in docs/configuration.md; the second list is internal, between our own processes. */
const forPeople = [
  "INTERLOCK_BASE",
  "INTERLOCK_CONFIG",
  "INTERLOCK_DEBUG",
  "INTERLOCK_QUIET",
  "INTERLOCK_DRY_RUN",
  "INTERLOCK_TIMEOUT_MS",
];
const forOurselves = [
  "INTERLOCK_CALL",
  "INTERLOCK_PARAMETER",
  "INTERLOCK_EDITOR",
  "INTERLOCK_CALLERS_EDITOR",
  "INTERLOCK_TRACE",
  "INTERLOCK_WALK",
  "INTERLOCK_READY",
  "INTERLOCK_SENDING",
  "INTERLOCK_WRAPPERS",
];
export const ownVariables = forPeople.concat(forOurselves);

/** A switch is on unless it is unset, empty or `0`. */
export function isOn(host: Host, name: "INTERLOCK_DEBUG" | "INTERLOCK_QUIET"): boolean {
  const value = host.env(name);
  return value !== undefined && value !== "" && value !== "0";
}

export function findUnknownVariables(host: Pick<Host, "envNames">): Problem[] {
  return unknownNames(host).map((name) => {
    const meant = nearestOf(name);
    return {
      code: "unknown-variable",
      message: "'" + name + "' is no variable of interlock, and does nothing",
      hint: meant === null ? "it reads " + forPeople.join(", ") : "did you mean '" + meant + "'?",
      source: "",
    };
  });
}

/**
 * For a command that a user called while rules are in force: a user who mistypes INTERLOCK_DRY_RUN does not
 * mean to commit. Variables that resemble none of ours are not reported, and commands started by an
 * intercepted one do not repeat the warning.
 */
export function findMistypedVariables(host: Host): Problem[] {
  if (!hasMistypedVariable(host) || host.env("INTERLOCK_CALL") !== undefined) return [];
  return findUnknownVariables({
    envNames: () => unknownNames(host).filter((name) => nearestOf(name) !== null),
  });
}

function hasMistypedVariable(host: Pick<Host, "envNames">): boolean {
  return unknownNames(host).some((name) => nearestOf(name) !== null);
}

function unknownNames(host: Pick<Host, "envNames">): string[] {
  return host
    .envNames("INTERLOCK_")
    .filter((name) => ownVariables.indexOf(name) < 0)
    .sort();
}

/** The documented variable that was probably meant, or null. */
function nearestOf(name: string): string | null {
  const near = forPeople.filter((known) => isNear(bare(name), bare(known)));
  return near.length === 0 ? null : (near[0] as string);
}

function bare(name: string): string {
  return name.slice("INTERLOCK_".length).replace(/_/g, "").toUpperCase();
}

/** Do they differ only in a few letters in one place? Much cheaper than an edit distance. */
function isNear(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a.charAt(start) === b.charAt(start)) start++;
  let end = 0;
  while (end < shortest - start && a.charAt(a.length - 1 - end) === b.charAt(b.length - 1 - end)) end++;
  const differing = longest - start - end;
  return differing <= 3 && differing * 2 <= longest;
}
