/**
 * The library: one self-contained module, its type declarations, and a package.json, so that the folder can be
 * installed from any prefix.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as esbuild from "esbuild";
import ts from "typescript";
import { namedFromRoot } from "./bundle-paths.mjs";

export async function buildLibrary(root, folder) {
  await esbuild.build({
    entryPoints: [join(root, "library", "index.ts")],
    outfile: join(folder, "index.js"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    // Some bundled modules are CommonJS and require Node's modules.
    banner: {
      js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
    },
    ...namedFromRoot(root),
    logLevel: "warning",
  });
  writeDeclarations(root, join(folder, "types"));
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entry = { types: "./types/library/index.d.ts", default: "./index.js" };
  const manifest = { name, version, private: true, license, type: "module", engines, exports: entry };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Only the declarations that are reachable from the library's own; the rest is internal. */
function writeDeclarations(root, folder) {
  const pending = [join(root, "library", "index.ts")];
  for (const file of pending) {
    const text = renderDeclaration(file);
    const target = join(folder, relative(root, file).replace(/\.ts$/, ".d.ts"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith(".")) throw new Error(`${file}: the library's types need '${fileName}'`);
      const imported = join(dirname(file), fileName);
      if (!pending.includes(imported)) pending.push(imported);
    }
  }
}

/** File by file, without the type checker, which would read all of zod. */
function renderDeclaration(file) {
  // `satisfies` does not change a type, and cannot be declared without the checker.
  const source = readFileSync(file, "utf8").replace(/ as const satisfies [^;]*;/g, " as const;");
  const { outputText, diagnostics } = ts.transpileDeclaration(source, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, target: ts.ScriptTarget.ES2023 },
  });
  for (const { messageText } of diagnostics)
    throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  return outputText;
}
