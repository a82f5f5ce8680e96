/**
 * The manual pages, from what is written once elsewhere: verbs from their table, keys of files and environment variables
 * from the tables in docs/ (which tests compare with the schemas), hook points from their table.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as esbuild from "esbuild";
import { bold, definition, heading, paragraph, plain, title } from "./roff.mjs";

/** Writes the pages to `folder`, as `man1/interlock.1`. */
export async function writeManual(root, folder) {
  for (const [name, text] of Object.entries(await renderManual(root))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

export async function renderManual(root) {
  const tables = await importTables(root);
  const read = (name) => readFileSync(join(root, "docs", name), "utf8");
  return {
    "man1/interlock.1": renderVerbs(tables, read("configuration.md")),
    "man5/interlock-config.5": renderConfig(tables, read("configuration.md")),
    "man5/interlock-plugin.5": renderPlugin(tables, read("plugins.md"), {
      effects: effectsOf(JSON.parse(read("schema/plugin.schema.json"))),
    }),
  };
}

function renderVerbs({ version, verbs, commonOptions, statusesOf, renderForm, renderNames }, configuration) {
  const option = (form) => definition(bold(renderNames(form)), plain(form.summary));
  const verb = (form) => [
    `.SS ${form.name}`,
    bold(`interlock ${renderForm(form)}`),
    paragraph(plain(sentence(form.summary))),
    ...form.options.filter(({ internal }) => !internal).map(option),
    paragraph("Exit status:"),
    ...statusesOf(form).map(([status, meaning]) => definition(bold(String(status)), plain(meaning))),
    ...(form.examples?.length ? [paragraph("Examples:")] : []),
    ...(form.examples ?? []).map(([line, does]) => definition(bold(line), plain(does))),
  ];
  return page([
    title("interlock", 1, version),
    heading("NAME"),
    "interlock \\- a git in front of git: commit rules that an agent cannot forget",
    heading("SYNOPSIS"),
    `${bold("interlock")} \\fIverb\\fR [\\fIoptions\\fR] [\\fIargs\\fR]`,
    heading("DESCRIPTION"),
    "interlock stands on PATH as \\fBgit\\fR and \\fBgh\\fR, applies rules to commit messages and runs the real program.",
    "This command configures, explains and checks it.",
    heading("OPTIONS OF EVERY VERB"),
    ...commonOptions.map(option),
    heading("VERBS"),
    ...verbs.flatMap(verb),
    heading("ENVIRONMENT"),
    ...rowsUnder(configuration, "Environment variables").map(([name, ...rest]) =>
      definition(bold(unquoted(name)), plain(rest.at(-1))),
    ),
    definition(bold("NO_COLOR"), "if set and not empty, no colour"),
    definition(bold("CLICOLOR_FORCE"), "if set and not 0, colour even where output is not a terminal"),
    definition(bold("COLUMNS"), "the width that text and tables are made for"),
    heading("SEE ALSO"),
    "\\fBinterlock-config\\fR(5), \\fBinterlock-plugin\\fR(5), \\fBgit\\fR(1)",
  ]);
}

function renderConfig({ version }, configuration) {
  return page([
    title("interlock-config", 5, version),
    heading("NAME"),
    "interlock-config \\- configuration of interlock",
    heading("FILES"),
    ...rowsUnder(configuration, "Layers").map(([layer, file]) => definition(bold(layer), plain(file))),
    heading("DESCRIPTION"),
    "YAML. A lower layer adds to a higher one, and cannot disable or weaken what that set. An unknown key is an error.",
    heading("KEYS"),
    ...rowsUnder(configuration, "Keys").map(([key, layer, , meaning]) =>
      definition(bold(unquoted(key)), `${plain(sentence(meaning))} Layer: ${plain(layer)}.`),
    ),
    heading("EXAMPLE"),
    ".nf",
    "version: 1\nplugins:\n  dirs: [/opt/interlock/plugins]",
    ".fi",
    heading("SEE ALSO"),
    "\\fBinterlock\\fR(1), \\fBinterlock-plugin\\fR(5); \\fBinterlock schema config\\fR prints the JSON Schema.",
  ]);
}

/** `forms`: the JSON Schema of its keys. */
function renderEffect({ properties: { type, ...forms }, required }) {
  const keys = Object.entries(forms).map(([key, form]) => {
    const { enum: choices, type: kind = "text" } = form.anyOf?.[0] ?? form;
    const what = choices?.join(" or ") ?? { string: "text", array: "list" }[kind] ?? kind;
    return `${bold(key)} (${plain(what)}${required.includes(key) ? ", required" : ""})`;
  });
  return definition(bold(type.const), `${keys.join(", ")}.`);
}

function renderPlugin({ version, hookPoints }, plugins, schema) {
  const keys = (name) =>
    rowsUnder(plugins, name).map(([key, ...rest]) => definition(bold(unquoted(key)), plain(rest.at(-1))));
  return page([
    title("interlock-plugin", 5, version),
    heading("NAME"),
    "interlock-plugin \\- the rules of a plugin, plugin.yaml",
    heading("DESCRIPTION"),
    "A plugin is a folder with a plugin.yaml. Each hook in it names a hook point and declares what happens there.",
    heading("TOP LEVEL"),
    ...keys("Top level"),
    heading("A HOOK"),
    ...keys("A hook"),
    heading("KINDS OF COMMIT"),
    ...keys("`when`"),
    heading("EFFECTS"),
    ...schema.effects.map(renderEffect),
    heading("HOOK POINTS"),
    ...Object.entries(hookPoints).map(([name, { mode, summary }]) =>
      definition(bold(name), plain(sentence(`${mode}: ${summary}`))),
    ),
    heading("SEE ALSO"),
    "\\fBinterlock\\fR(1), \\fBinterlock-config\\fR(5); \\fBinterlock schema plugin\\fR prints the JSON Schema.",
  ]);
}

function effectsOf({ properties }) {
  const { items } = properties.extensions.properties.hooks.items.properties.effects;
  return items.oneOf ?? items.anyOf;
}

function page(lines) {
  return `.\\" Made by 'npm run build'.\n${lines.join("\n")}\n`;
}

const sentence = (text) => (/[.:]$/.test(text) ? text : `${text}.`);
const unquoted = (cell) => cell.replaceAll("`", "");

/** The rows of the tables under a heading of a document, without their heads. */
function rowsUnder(text, name) {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  const rows = lines.map((line) => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")));
  return rows.filter((_, i) => !/^\|[-| ]+$/.test(lines[i]) && !/^\|[-| ]+$/.test(lines[i + 1] ?? ""));
}

async function importTables(root) {
  const files = ["cli/verbs.ts", "shim/verbs/common-options.ts", "shim/verbs/help.ts", "engine/core/hook-points.ts"];
  const contents = [...files, "engine/core/version.ts"].map((file) => `export * from "./${file}";`).join("");
  const { outputFiles } = await esbuild.build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    plugins: [withoutRunning],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** The table of verbs without what they do. */
const withoutRunning = {
  name: "without running",
  setup: (build) =>
    build.onResolve({ filter: /./ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, external: true } : null)),
};
