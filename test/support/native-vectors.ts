import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./paths.ts";

/** The binary with the vectors in place of the hot path. */
export function vectorsBinary(variant: "release" | "sanitized"): string {
  return join(root, "build", "test", variant, "vectors", "bin", "git");
}

/** All outputs, computed in one batch inside the native engine. */
export function runVectorsNatively(variant: "release" | "sanitized"): { [subject: string]: unknown[] } {
  return JSON.parse(execFileSync(vectorsBinary(variant), ["vectors"], { encoding: "utf8" }));
}
