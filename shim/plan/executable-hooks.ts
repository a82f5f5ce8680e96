/** Executables that are hooks by themselves. They say only when they are asked at which point they run. */
import { isAbsent, type Host } from "../host.ts";
import { folderOfLayer, type Layers } from "./layers.ts";

/** A file that is switched off ends in this. */
export const disabledEnding = ".disable";

/** Is there any that might run? In a sealed install none does, because the caller could have written it. */
export function hasExecutableHooks(host: Host, { user, repository, seal }: Layers): boolean {
  if (seal) return false;
  return [user, repository].some((config) => {
    if (config === "") return false;
    const folder = folderOfLayer(config);
    const plugins = host.listDirectory(folder + "/plugins");
    const isAnyIn = (place: string): boolean => hasExecutable(host, place + "/hooks");
    if (isAnyIn(folder)) return true;
    return typeof plugins === "number"
      ? !isAbsent(plugins)
      : plugins.some((name) => isAnyIn(folder + "/plugins/" + name));
  });
}

function hasExecutable(host: Host, folder: string): boolean {
  const names = host.listDirectory(folder, disabledEnding);
  if (typeof names === "number") return !isAbsent(names);
  return names.some((name) => {
    const found = host.stat(folder + "/" + name);
    return found !== null && found.kind === "file" && found.executable;
  });
}
