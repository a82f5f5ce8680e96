/**
 * A policy file must be inside its plugin's folder, so that installing the plugin means accepting its text.
 */
import { encodeUtf8 } from "../../core/bytes.ts";
import { joinPath, nearbyName, type ConfigFiles } from "../files/config-files.ts";
import type { Finding } from "../files/problem-at.ts";
import type { InputLog } from "../files/input-log.ts";

/** In bytes. A policy goes into a prompt, so it must be short. */
const largestPolicy = 64 * 1024;

/** What is wrong with it, or null. */
export function checkPolicyFile(
  folder: string,
  name: string,
  files: ConfigFiles,
  log: InputLog,
): Finding | null {
  const bad = (message: string, hint: string): Finding => ({ code: "bad-policy-file", message, hint });
  if (name.startsWith("/") || name.split("/").includes("..")) {
    return bad(
      `policy file '${name}' is not inside the plugin folder`,
      "name it relative to the plugin folder, without '..'",
    );
  }
  const path = joinPath(folder, encodeUtf8(name));
  const stat = log.stat(path);
  if (stat === null) {
    const near = nearbyName(path, files);
    return bad(
      `policy file '${name}' does not exist`,
      near === null
        ? "create it in the plugin folder, or correct the name"
        : `did you mean '${name.slice(0, name.lastIndexOf("/") + 1)}${near}'?`,
    );
  }
  const real = files.realPath(path);
  const realFolder = files.realPath(folder);
  if (real === null || realFolder === null || !real.startsWith(realFolder + "/")) {
    return bad(
      `policy file '${name}' is a link that leads out of the plugin folder`,
      "copy the file into the plugin folder",
    );
  }
  if (stat.kind !== "file") return bad(`policy file '${name}' is not a regular file`, "name a markdown file");
  if (stat.size > largestPolicy) {
    return {
      code: "policy-too-big",
      message: `policy file '${name}' is larger than 64 KB`,
      hint: "make it smaller; it goes into a prompt",
    };
  }
  return null;
}
