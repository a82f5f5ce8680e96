import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sandbox } from "../support/sandbox.ts";
import { leaking } from "./hostile.ts";

/** A layer with a link below it, that names plugins outside its folder. */
export function writeWideLayer(sandbox: Sandbox): void {
  sandbox.write(".interlock/config.yaml", "version: 1\nplugins: {dirs: [leak, ../outside]}\n");
  sandbox.write(".interlock/note", "keep");
  sandbox.write(
    "outside/one/plugin.yaml",
    leaking("y", "out").replace("effects:", "policies: [{file: advice.md, inject: prompt}]\n      effects:"),
  );
  sandbox.write("outside/one/advice.md", "Be kind.\n");
  sandbox.write("outside/two/manifest", leaking("z", "two"));
  sandbox.write("beside/a/file", "same");
  sandbox.write("beside/b/file", "same");
  symlinkSync("../beside/a", join(sandbox.repository, ".interlock/link"));
}

/** What may become of it. */
export const changes: { [what: string]: (path: (name: string) => string) => void } = {
  "the config": (path) =>
    writeFileSync(path(".interlock/config.yaml"), "version: 1\nplugins: {dirs: [leak, ../outside/]}\n"),
  "a manifest": (path) => writeFileSync(path(".interlock/leak/plugin.yaml"), leaking("you")),
  "a mode": (path) => chmodSync(path(".interlock/leak/plugin.yaml"), 0o755),
  "a folder's mode": (path) => chmodSync(path(".interlock/leak"), 0o700),
  "a file that nothing names": (path) => writeFileSync(path(".interlock/leak/readme"), "new"),
  "a name": (path) => renameSync(path(".interlock/note"), path(".interlock/other")),
  "a file outside that it names": (path) =>
    writeFileSync(path("outside/one/plugin.yaml"), leaking("x", "out")),
  "a plugin outside that was not there": (path) => {
    renameSync(path("outside/two/manifest"), path("outside/two/plugin.yaml"));
  },
  "a policy outside": (path) => writeFileSync(path("outside/one/advice.md"), "Be rude.\n"),
  "the mode of a file outside": (path) => chmodSync(path("outside/one/plugin.yaml"), 0o600),
  "a link's target": (path) => {
    rmSync(path(".interlock/link"));
    symlinkSync("../beside/b", path(".interlock/link"));
  },
  "what a link leads to": (path) => writeFileSync(path("beside/a/file"), "changed"),
};
