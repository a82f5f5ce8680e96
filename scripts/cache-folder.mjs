import { homedir } from "node:os";
import { join } from "node:path";

/** Caches what was fetched or built, for later runs. */
export function cacheFolder(name) {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(cache, "interlock", name);
}
