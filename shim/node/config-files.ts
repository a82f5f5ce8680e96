/**
 * The file system as the plan compiler sees it.
 */
import type { ConfigFiles } from "../../engine/compile/config-files.ts";
import { listNames, readBytes, resolveReal, statPath } from "./read-files.ts";

export const nodeConfigFiles: ConfigFiles = {
  stat: statPath,
  readFile: readBytes,
  listDirectory: listNames,
  realPath: resolveReal,
};
