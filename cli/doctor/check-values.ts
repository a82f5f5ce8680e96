/**
 * Environment variables that rules use: a caller could unset them or make them up, unless they are sealed.
 */
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { referencesIn } from "../../engine/core/resolve-template.ts";
import { readEnvFile } from "../../shim/plan/env-file.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkValues: Check = ({ host, layers, plan, isBuild }) => {
  if (plan === null) return [];
  const { values, problem } = readEnvFile(host, plan.envFile);
  const findings: Finding[] = [];
  if (problem !== null)
    findings.push(
      fail("values", decodeUtf8(`${problem.source}: ${problem.message}`), decodeUtf8(problem.hint)),
    );
  const envFile = plan.envFile === null ? null : decodeUtf8(plan.envFile);
  if (envFile !== null && existsSync(envFile) && !everybodyMay("read", envFile))
    findings.push(fail("values", `'${envFile}' cannot be read by everybody who commits`, "chmod 644 it"));
  for (const [name, value] of Object.entries(values)) {
    if (/^\s|\s$/.test(value))
      findings.push(warn("values", `'${name}' has blanks around its value, and they count`, "remove them"));
  }
  // An empty value counts as missing.
  const isSealed = (name: string): boolean => !!plan.env[name] || !!values[name];
  const comesLater = isBuild && plan.envFile !== null;
  const conditions = conditionNames(plan);
  const fix =
    plan.envFile === null ? "set it under 'env:' in the install config" : `write it to '${plan.envFile}'`;
  for (const name of [...conditions].filter((each) => !isSealed(each))) {
    const message = `'${name}' has no sealed value: a caller who unsets it disables a rule`;
    findings.push(
      layers.seal === null || comesLater ? warn("values", message, fix) : fail("values", message, fix),
    );
  }
  for (const name of valueNames(plan)) {
    if (isSealed(name) || conditions.has(name)) continue;
    findings.push(warn("values", `'${name}' has no sealed value: the caller chooses it`, fix));
  }
  if (findings.length > 0) return findings;
  const uses = conditions.size + valueNames(plan).size > 0;
  return [
    ok("values", uses ? "every value that a rule uses is sealed" : "no rule uses an environment variable"),
  ];
};

function conditionNames(plan: Plan): Set<string> {
  return envNames(contributionsOf(plan).flatMap(({ when }) => when?.present ?? []));
}

function valueNames(plan: Plan): Set<string> {
  return envNames(contributionsOf(plan).flatMap(({ effects }) => effects.flatMap(referencesIn)));
}

function contributionsOf(plan: Plan): Plan["points"][string] {
  return Object.values(plan.points)
    .flat()
    .filter(({ disabledBy }) => disabledBy === undefined);
}

function envNames(references: readonly string[]): Set<string> {
  const prefix = "env.";
  return new Set(
    references.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length)),
  );
}

/** May all users do this with the file, and enter all folders above it? */
export function everybodyMay(what: "read" | "write", path: string): boolean {
  const right = what === "read" ? 0o004 : 0o002;
  try {
    if ((statSync(path).mode & right) === 0) return false;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if ((statSync(folder).mode & 0o001) === 0) return false;
      if (folder === "/") return true;
    }
  } catch {
    return false;
  }
}
