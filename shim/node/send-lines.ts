/** `Host.sendRecord` on Node, which has no datagrams to unix sockets: the native binary sends the line. */
import { spawnSync } from "node:child_process";
import { constants } from "node:os";
import { decodeUtf8 } from "../../engine/core/bytes.ts";

/** Sends the first of these lines that is short enough; 0, or the errno. `ownFolder`: of the binary. */
export function sendLines(ownFolder: string | undefined, path: string, lines: readonly string[]): number {
  const { EMSGSIZE, ENOTSUP } = constants.errno;
  if (ownFolder === undefined) return ENOTSUP;
  const program = decodeUtf8(`${ownFolder}/interlock`);
  let failure: number = EMSGSIZE;
  for (let i = 0; failure === EMSGSIZE && i < lines.length; i++) {
    const run = spawnSync(program, ["send-record", decodeUtf8(path)], {
      input: lines[i],
      stdio: ["pipe", "ignore", "ignore"],
    });
    failure = run.status ?? ENOTSUP;
  }
  return failure;
}
