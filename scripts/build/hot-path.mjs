// The hot path: TypeScript -> one ES5 function -> Duktape bytecode.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import ts from "typescript";

/** Bundles `entry` (which exports `main`) into the source of a function expression that returns `main`. */
export async function bundleHotPath(root, entry, outFile) {
  const bundled = await esbuild.build({
    // Assigning instead of exporting lets esbuild flatten all modules into one scope, without wrappers.
    stdin: { contents: `import { main } from "./${entry}"; entry = main;`, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2020",
    charset: "ascii",
    minifySyntax: true,
    logLevel: "warning",
  });
  const lowered = ts.transpileModule(bundled.outputFiles[0].text, {
    compilerOptions: { target: ts.ScriptTarget.ES5, module: ts.ModuleKind.ESNext, removeComments: true },
    transformers: { before: [createPatternsOnce] },
    reportDiagnostics: true,
  });
  for (const diagnostic of lowered.diagnostics ?? []) {
    throw new Error(`${entry}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")}`);
  }
  writeFileSync(outFile, `function () {\nvar entry;\n${lowered.outputText}\nreturn entry;\n}\n`);
}

/**
 * The engine creates a pattern anew each time it comes to one in a function. Those without a state of their own (`g`, `y`)
 * are created once, and are then in the heap image.
 */
function createPatternsOnce({ factory }) {
  return (file) => {
    const names = new Map();
    const visit = (node, isInFunction) => {
      if (isInFunction && ts.isRegularExpressionLiteral(node) && !/[gy][a-z]*$/.test(node.text)) {
        if (!names.has(node.text)) names.set(node.text, factory.createIdentifier(`pattern_${names.size}`));
        return names.get(node.text);
      }
      return ts.visitEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)), undefined);
    };
    const changed = visit(file, false);
    const created = [...names].map(([text, name]) =>
      factory.createVariableDeclaration(name, undefined, undefined, factory.createRegularExpressionLiteral(text)),
    );
    const statement = factory.createVariableStatement(undefined, factory.createVariableDeclarationList(created));
    return factory.updateSourceFile(changed, [...(created.length > 0 ? [statement] : []), ...changed.statements]);
  };
}

/** The C tables of the pass-through, from the TypeScript tables. */
export async function generateGitTables(root, outFile) {
  const { commandsByStrategy, valueOptions, attachableOptions, flagOptions, hookNames, editorName, ...gh } =
    await importTypeScript(
      root,
      ["git/commands.ts", "git/global-options.ts", "git/hook-names.ts", "gh/commands.ts"]
        .map((file) => `export * from "./shim/${file}";`)
        .join(""),
    );
  const table = (name, words) =>
    `static const char *const ${name}[] = {\n${[...words].sort().map((word) => `\t"${word}",\n`).join("")}};\n`;
  writeFileSync(
    outFile,
    "/* Generated from the tables in shim/git and shim/gh; sorted for bsearch. */\n" +
      table("pass_commands", commandsByStrategy.pass) +
      table("value_options", valueOptions) +
      table("attachable_options", attachableOptions) +
      table("flag_options", flagOptions) +
      table("hook_names", [...hookNames, editorName]) +
      // `gh help x` may be `gh x --help` for an alias x.
      table("gh_pass_commands", gh.passCommands.split(" ").filter((name) => name !== "help")) +
      table("gh_pass_pr", gh.passSubcommands.pr.split(" ")) +
      table("gh_pass_issue", gh.passSubcommands.issue.split(" ")),
  );
}

async function importTypeScript(root, contents) {
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

export const hotPathEntry = join("shim", "entry", "main.ts");
