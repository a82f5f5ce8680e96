/**
 * Is the install sealed, and does the seal hold? Only root may be able to change what decides.
 */
import { dirname } from "node:path";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { inputsOf } from "../../engine/core/plan.ts";
import { hooksRoot, listBakedFolders } from "../../shim/seal/baked-hooks.ts";
import { breakGlassFile, parseBreakGlass } from "../../shim/seal/break-glass.ts";
import { whyNotSealed, type Seal } from "../../shim/seal/seal.ts";
import { findWaysAround, findWaysOfOthers } from "../../shim/seal/ways-around.ts";
import { everybodyMay } from "./check-values.ts";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";
import { howToSeal } from "../shared/own-install.ts";

export const checkSeal: Check = (setUp) => {
  const { host, layers, plan, ownFolder } = setUp;
  if (layers.seal === null) {
    return [
      warn(
        "seal",
        `not sealed (${whyNotSealed(layers)}): a caller who changes PATH or calls git by its path bypasses the rules`,
        howToSeal(),
      ),
    ];
  }
  const decisive = [
    layers.install,
    ownFolder,
    `${ownFolder}/interlock`,
    host.realProgram(),
    hooksRoot(layers.seal),
    ...(plan === null ? [] : inputsOf(plan)).map(({ path }) => path),
    ...(plan?.envFile ? [plan.envFile] : []),
    ...(plan?.audit?.file ? [dirname(plan.audit.file)] : []),
    ...(plan?.audit?.socket ? [dirname(plan.audit.socket)] : []),
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
  if (findings.length === 0) findings.push(ok("seal", "sealed: only root can change what decides"));
  if (host.userId() === 0)
    findings.push(
      warn("seal", "for uid 0 it prevents accidents, not intent", "run the agent as another user"),
    );
  return findings.concat(
    checkHooks(setUp),
    checkAuditFile(setUp),
    checkBreakGlass(setUp),
    checkWaysAround(setUp),
  );
};

/** While an image is built, a right may still be taken away; and which of all users the agent will be, root does not know. */
function checkWaysAround({ host, isBuild }: Parameters<Check>[0]): Finding[] {
  const own = findWaysAround(host).map(({ gives, what, fix }): Finding =>
    gives === "root" && !isBuild
      ? { ...fail("seal", decodeUtf8(what), fix), canUndo: true }
      : warn("seal", decodeUtf8(what), fix),
  );
  return own.concat(findWaysOfOthers(host).map(({ what, fix }) => warn("seal", decodeUtf8(what), fix)));
}

/** Every hook must exist and be a link to this install: git silently skips a hook that does not exist. */
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

/** The caller must be able to record what is done under break-glass. */
function checkAuditFile({ plan }: Parameters<Check>[0]): Finding[] {
  const record = plan?.audit?.file === undefined ? null : decodeUtf8(plan.audit.file);
  if (record === null || everybodyMay("write", record)) return [];
  return [
    warn(
      "seal",
      `'${record}' cannot be written to by everybody: what the agent does is not recorded there, and break-glass would not work`,
      "chmod 622 it",
    ),
  ];
}

function checkBreakGlass({ host }: Parameters<Check>[0]): Finding[] {
  const text = host.readFile(breakGlassFile);
  if (typeof text !== "string") return [];
  if (!everybodyMay("read", breakGlassFile))
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
