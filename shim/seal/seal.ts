/**
 * Checks a sealed install: everything that decides belongs to root,
 * and nothing of it is made while commands run.
 */
import { systemConfig } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";

export interface Seal {
  /** Where its plan and hooks folders are; empty if unknown. */
  planDir: string;
}

/** Null if only root could change what is at a path. */
export function whySealBroken(host: Pick<Host, "whyUnguarded">, path: string): Problem | null {
  const why = host.whyUnguarded(path);
  return why === "" ? null : sealBroken(why, path);
}

export function sealBroken(why: string, source: string): Problem {
  return {
    code: "seal-broken",
    message: "the install is sealed, and the seal does not hold: " + why,
    hint: "make it root's alone (chown root:root, chmod go-w); 'interlock doctor' names all such places; commands that make no commit still work",
    source,
  };
}

export function notBaked(what: string, source: string): Problem {
  return {
    code: "not-baked",
    message: "the install is sealed, and " + what,
    hint: "as root, run 'interlock compile', or install.sh again where there is no cold side",
    source,
  };
}

/** Why the install is not sealed, in brackets or after a colon. `install`: the install config, or empty. */
export function whyNotSealed({ install }: { install: string }): string {
  return install === systemConfig
    ? "'" + systemConfig + "' does not say 'sealed: true'"
    : "there is no '" + systemConfig + "'";
}

export function notSealed(why: string, source: string): Problem {
  return {
    code: "not-sealed",
    message: "the install is not sealed, or no longer: " + why,
    hint: "find out who undid the seal, and seal it again as root ('interlock seal', or install.sh)",
    source,
  };
}
