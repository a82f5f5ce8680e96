import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..", "..");
/** The prefix that `npm run build` leaves. */
export const dist = resolve(root, "dist");
/** The same with the cold side as one executable, from `npm run package`. */
export const packagedDist = resolve(root, "dist-packaged");
/** The native host under the sanitizers. */
export const sanitizedPrefix = resolve(root, "build", "test", "sanitized", "prefix");
export const realGit = "/usr/bin/git";
