/**
 * Can this user record decisions?
 */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { ok, warn, type Check, type Finding } from "./finding.ts";

export const checkAudit: Check = ({ plan }) => {
  const { file, socket } = plan?.audit ?? {};
  return [
    ...(file === undefined ? [] : [checkFile(decodeUtf8(file))]),
    ...(socket === undefined ? [] : [checkSocket(decodeUtf8(socket))]),
  ];
};

function checkFile(path: string): Finding {
  const place = existsSync(path) ? path : dirname(path);
  if (mayWrite(place)) return ok("record", `decisions are recorded in '${path}'`);
  return warn(
    "record",
    `this user cannot write to '${place}', so decisions are not recorded`,
    "make it writable",
  );
}

function checkSocket(path: string): Finding {
  if (!isSocket(path))
    return warn("record", `there is no socket '${path}'`, "start the program that listens on it");
  if (!mayWrite(path))
    return warn(
      "record",
      `this user may not write to the socket '${path}'`,
      "chmod 666 it: what is sent cannot be changed",
    );
  return ok("record", `decisions are sent to '${path}'`);
}

/** False also where it cannot be looked at. */
function isSocket(path: string): boolean {
  return existsSync(path) && statSync(path).isSocket();
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
