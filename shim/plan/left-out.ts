/** Reports a repository layer that exists but is not used, once for each content. */
import type { LeftOutLayer, Plan } from "../../engine/core/plan.ts";
import type { Host } from "../host.ts";
import { nameOfLayer, type Layers } from "./layers.ts";
import { writeOnce } from "./write-once.ts";

export interface LeftOut extends LeftOutLayer {
  file: string;
  /** The same for all work trees of a repository. */
  repository: string;
}

/** Null if the plan includes all layers. */
export function leftOutOf(host: Host, layers: Layers, { leftOut }: Pick<Plan, "leftOut">): LeftOut | null {
  if (leftOut === undefined) return null;
  return { ...leftOut, file: nameOfLayer(host, layers), repository: layers.trust || layers.repository };
}

/** One line, without LF. */
export function renderLeftOut({ file, why, digest }: LeftOut): string {
  const path = onOneLine(file);
  if (why === "off") return "'" + path + "' is not used: 'layers.repository' is 'off' here";
  const remedy =
    digest === ""
      ? "there is more below its folder than can be trusted"
      : "look at it, then run 'interlock trust' to use its rules";
  return "'" + path + "' is not trusted and not used: " + remedy;
}

/** A folder's name may contain LF, and the text after it could pass for ours. */
export function onOneLine(path: string): string {
  return path.replace(/[\x00-\x1f\x7f]/g, "?");
}

/** Prints it once for each repository and content; every time if that cannot be recorded. */
export function printLeftOutOnce(host: Host, leftOut: LeftOut): void {
  const { repository, file, why, digest } = leftOut;
  // If the layer is off, its content is not read and has no digest, so use the config file's stamp.
  const stat = why === "off" ? host.stat(file) : null;
  // A file in /proc has size 0, and a new inode for every process.
  const stamp = stat === null || stat.size === 0 ? "" : stat.stamp;
  const content = why === "off" ? "off-" + host.checksum(stamp) : digest.slice(0, 32);
  const name = "named-" + host.checksum(repository) + "-" + content;
  writeOnce(host, name, "", "interlock: " + renderLeftOut(leftOut) + "\n");
}
