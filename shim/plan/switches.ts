/** The INTERLOCK_* switches: on if set to anything but nothing and `0`. */
import type { Host } from "../host.ts";

export function isOn(host: Host, name: "INTERLOCK_DEBUG" | "INTERLOCK_QUIET"): boolean {
  const value = host.env(name);
  return value !== undefined && value !== "" && value !== "0";
}
