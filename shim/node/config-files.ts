/** The file system for the plan compiler, on Node. */
import { mostLayerBytes, type LayerFiles } from "../../engine/compile/files/config-files.ts";
import { listNames, lookAtPath, readBytes, resolveReal, statPath } from "./read-files.ts";

export const nodeConfigFiles: LayerFiles = {
  stat: statPath,
  readFile: (path) => readBytes(path, mostLayerBytes),
  listDirectory: listNames,
  realPath: resolveReal,
  lookAt: lookAtPath,
};
