/** Prints a line that would be a nuisance at every command. */
import type { Host } from "../host.ts";
import { hideFromStatus, makePlace } from "./own-folder.ts";
import { cacheDirectory } from "./plan-places.ts";

/**
 * Writes the text to standard error, unless that was done before for this name and mark; every time if that cannot be
 * remembered. `name`: of a file in the caller's cache. `mark`: its content.
 */
export function writeOnce(host: Host, name: string, mark: string, text: string): void {
  const file = "/" + name;
  const cache = cacheDirectory(host);
  const isDone = (folder: string): boolean => folder !== "" && host.readFile(folder + file) === mark;
  if (isDone(cache) || isDone(host.privateFolder(false))) return;
  host.write(2, text);
  if (cache !== "" && makePlace(host, cache) && host.writeFile(cache + file, mark) === 0) return;
  const apart = host.privateFolder(true);
  if (apart === "") return;
  hideFromStatus(host, apart);
  host.writeFile(apart + file, mark);
}
