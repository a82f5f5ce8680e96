/**
 * Is the install sealed, and does the seal hold? What decides must be root's alone.
 */
import { dirname } from "node:path";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { systemConfig } from "../../engine/core/plan.ts";
import { breakGlassFile, type Seal } from "../../shim/layers.ts";
import { hooksRoot, listBakedFolders } from "../../shim/sealed/baked-hooks.ts";
import { parseBreakGlass } from "../../shim/sealed/break-glass.ts";
import { isForAll } from "./check-values.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";

export const checkSeal: Check = (setUp) => {
  const { host, layers, plan, ownFolder } = setUp;
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
  const decisive = [
    layers.install,
    ownFolder,
    `${ownFolder}/interlock`,
    host.realProgram(),
    hooksRoot(layers.seal),
    ...(plan?.inputs ?? []).map(({ path }) => path),
    ...(plan?.envFile ? [plan.envFile] : []),
    ...(plan?.auditFile ? [dirname(plan.auditFile)] : []),
  ];
  const open = new Set(
    decisive
      .filter((path) => path !== "")
      .map((path) => host.whyUnguarded(path))
      .filter((why) => why !== ""),
  );
  const findings: Finding[] = [...open].map((why) =>
    fail("seal", `the seal does not hold: ${decodeUtf8(why)}`, "chown root:root, and chmod go-w"),
  );
  if (host.realProgram() === "")
    findings.push(fail("seal", "there is no git behind interlock", "install git"));
  if (findings.length === 0) findings.push(ok("seal", "sealed: all that decides is root's alone"));
  if (host.userId() === 0)
    findings.push(warn("seal", "for uid 0 it holds against accident only", "run the agent as another user"));
  return findings.concat(checkHooks(setUp), checkRecord(setUp), checkBreakGlass(setUp));
};

/** Their links lead to us, and all are there: git takes a hook that is not there for none. */
function checkHooks({ host, layers, ownFolder }: Parameters<Check>[0]): Finding[] {
  const root = hooksRoot(layers.seal as Seal);
  const own = host.realPath(`${ownFolder}/interlock`);
  const missing = listBakedFolders().filter(({ name, links }) =>
    links.some((link) => host.realPath(`${root}/${name}/${link}`) !== own),
  );
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(", ");
  return [
    fail(
      "seal",
      `hooks that git is given are not there: ${root}: ${names}`,
      "run 'interlock compile' as root",
    ),
  ];
}

/** What is done under break-glass must be written down by whoever does it. */
function checkRecord({ plan }: Parameters<Check>[0]): Finding[] {
  const record = plan?.auditFile === undefined ? null : decodeUtf8(plan.auditFile);
  if (record === null || isForAll(record, 0o002)) return [];
  return [
    warn(
      "seal",
      `'${record}' cannot be written to by everybody: break-glass would not count`,
      "chmod 622 it",
    ),
  ];
}

function checkBreakGlass({ host }: Parameters<Check>[0]): Finding[] {
  const text = host.readFile(breakGlassFile);
  if (typeof text !== "string") return [];
  if (!isForAll(breakGlassFile, 0o004))
    return [
      warn("seal", `'${breakGlassFile}' cannot be read by everybody, and does not count`, "chmod 644 it"),
    ];
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
