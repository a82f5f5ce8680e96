/**
 * esbuild makes a part for every set of verbs that share some modules, and `interlock hooks` alone needs thirty of them.
 * Node takes a third of a millisecond to find and open each, so those that are needed together become one file.
 */
import { basename } from "node:path";

/** What a file is made of: all that these modules load at once, but for what a file above it has. */
const files = {
  "cli.cjs": ["cli/main.ts"],
  // Every verb needs this where a variable of ours is set, also help.
  "variables.cjs": ["cli/shared/unknown-variables.ts"],
  // Most verbs begin as these do: they find the layers, and look at a plan.
  "layers.cjs": ["cli/policies/policies.ts", "cli/compile/compile.ts"],
  "hooks.cjs": ["cli/hooks/hooks.ts"],
  // A long range waits for it to start.
  "verify.cjs": ["cli/verify/verify.ts"],
  // An agent waits for it at a tool call, mostly without the compiler.
  "dispatch.cjs": ["cli/dispatch/dispatch.ts"],
  "compiler.cjs": ["cli/shared/compile-layers.ts"],
};

/** Which parts go into which file: pairs of a file's name and a list of parts. */
export function groupParts({ outputs }) {
  const taken = new Set();
  const take = (path) => {
    if (taken.has(path)) return [];
    taken.add(path);
    const needed = outputs[path].imports.filter(
      ({ kind, external }) => kind === "import-statement" && !external,
    );
    return [...needed.flatMap((each) => take(each.path)), path];
  };
  const partOf = (module) => Object.keys(outputs).find((path) => outputs[path].entryPoint === module);
  return Object.entries(files).map(([file, modules]) => [
    file,
    modules
      .map(partOf)
      .flatMap(take)
      .map((path) => basename(path)),
  ]);
}

/** A module that exports each of these parts whole. */
export function joinParts(parts) {
  return parts.map((part) => `export * as ${nameOf(part)} from "./${part}";\n`).join("");
}

/** The text of a file, with parts taken from where they now are. */
export function placeParts(text, groups) {
  const fileOf = new Map(groups.flatMap(([file, parts]) => parts.map((part) => [part, file])));
  return text.replace(/\brequire\("\.\/([\w-]+)\.mjs"\)/g, (_, name) => {
    const file = fileOf.get(`${name}.mjs`);
    return file === undefined ? `require("./${name}.cjs")` : `require("./${file}").${nameOf(`${name}.mjs`)}`;
  });
}

function nameOf(part) {
  return part.replace(/\.mjs$/, "").replaceAll("-", "_");
}
