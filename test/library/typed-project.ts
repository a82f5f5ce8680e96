/** A project of its own with the built library installed, and what the type checker says about programs in it. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { dist, root } from "../support/paths.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { manifest, signs } from "./workspace.ts";

export const library = join(dist, "lib", "interlock", "library");
const plugin = { "p/a/plugin.yaml": manifest(signs("a", "bye")) };

/** A project with a copy of the built library, as `npm install <folder>` would leave it, and no more. */
export function createProject(files: { [path: string]: string }): string {
  const folder = createFolder({ ...plugin, ...files });
  mkdirSync(join(folder, "node_modules"));
  cpSync(library, join(folder, "node_modules", "interlock"), { recursive: true });
  return folder;
}

export function runNode(args: string[], cwd: string): { status: number | null; output: string } {
  const run = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  return { status: run.status, output: run.stdout + run.stderr };
}

/** What the type checker says about programs in a project of their own, by file; `withNode`: one that has Node's types. */
export function typecheck(programs: { [path: string]: string }, withNode = false): string {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2022",
    noEmit: true,
    types: withNode ? ["node"] : [],
    ...(withNode ? { typeRoots: [join(root, "node_modules", "@types")] } : {}),
    // The shipped declarations are checked too.
    skipLibCheck: false,
  };
  const folder = createProject({
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, files: Object.keys(programs) }),
    ...programs,
  });
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  return runNode([tsc], folder).output.replaceAll(folder, "");
}
