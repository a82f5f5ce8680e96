/** The file system for the plan compiler, on Node. */
import type { LayerFiles } from "../../engine/compile/files/config-files.ts";
import { mostBytes } from "../../engine/compile/layers/layer-content.ts";
import { listNames, lookAtPath, readBytes, resolveReal, statPath } from "./read-files.ts";

export const nodeConfigFiles: LayerFiles = {
  stat: statPath,
  readFile: (path) => readBytes(path, mostBytes),
  listDirectory: listNames,
  realPath: resolveReal,
  lookAt: lookAtPath,
};
