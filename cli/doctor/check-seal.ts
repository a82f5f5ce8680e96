/**
 * Is the install sealed, and does the seal hold? What decides must be root's alone.
 */
import { dirname } from "node:path";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { systemConfig } from "../../engine/core/system-config.ts";
import { breakGlassFile } from "../../shim/layers.ts";
import { hooksRoot } from "../../shim/sealed/baked-hooks.ts";
import { parseBreakGlass } from "../../shim/sealed/break-glass.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkSeal: Check = (setUp) => {
  const { host, layers, compiled, ownFolder } = setUp;
  if (layers.seal === null) {
    const why =
      layers.install === systemConfig
        ? `'${systemConfig}' does not say 'sealed: true'`
        : `there is no '${systemConfig}'`;
    return [
      warn(
        "seal",
        `not sealed (${why}): whoever may change PATH or call git by its path steps around the rules`,
        "run sandbox-image/install.sh as root",
      ),
    ];
  }
  const plan = compiled?.plan ?? null;
  const decisive = [
    layers.install,
    ownFolder,
    `${ownFolder}/interlock`,
    host.realProgram(),
    hooksRoot(layers.seal),
    ...(plan?.inputs ?? []).filter(({ path }) => isInstalls(path, setUp)).map(({ path }) => path),
    ...(plan?.envFile ? [plan.envFile] : []),
    ...(plan?.auditFile ? [dirname(plan.auditFile)] : []),
  ];
  const open = new Set(decisive.map((path) => host.whyUnguarded(path)).filter((why) => why !== ""));
  const findings: Finding[] = [...open].map((why) =>
    fail("seal", `the seal does not hold: ${decodeUtf8(why)}`, "chown root:root, and chmod go-w"),
  );
  if (findings.length === 0) findings.push(ok("seal", "sealed: all that decides is root's alone"));
  if (host.userId() === 0)
    findings.push(warn("seal", "for uid 0 it holds against accident only", "run the agent as another user"));
  return findings.concat(checkBreakGlass(setUp));
};

/** What user and repository add is theirs. */
function isInstalls(path: string, { layers }: Parameters<Check>[0]): boolean {
  return [layers.user, layers.repository].every((file) => file === "" || !path.startsWith(dirname(file)));
}

function checkBreakGlass({ host }: Parameters<Check>[0]): Finding[] {
  const text = host.readFile(breakGlassFile);
  if (typeof text !== "string") return [];
  const glass = parseBreakGlass(text);
  if (glass === null)
    return [warn("seal", `'${breakGlassFile}' cannot be understood, and does not count`, "remove it")];
  if (glass.until <= host.now())
    return [warn("seal", `'${breakGlassFile}' has expired on ${glass.until}`, "remove it")];
  return [
    fail(
      "seal",
      `break-glass until ${glass.until}: ${decodeUtf8(glass.reason)}; rules are not enforced`,
      `remove '${breakGlassFile}'`,
    ),
  ];
}
