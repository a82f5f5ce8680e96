/** What an update changes in the files of a plugin, for whoever has to agree to it. */
import { printable } from "../../engine/core/printable.ts";
import type { Painted } from "../shared/output.ts";
import { painter } from "../shared/terminal.ts";
import { diffTexts } from "./diff-texts.ts";
import type { PluginTree, TreeFile } from "./plugin-tree.ts";

export interface ChangedFile {
  path: string;
  change: "added" | "removed" | "changed";
  /** Does it become executable, or stop being so? Null if that stays. */
  executable: boolean | null;
  /** Lines that begin with `+`, `-`, a blank, or `@@`; empty for bytes that are no text. */
  difference: string[];
}

export function diffTrees(before: PluginTree, after: PluginTree): ChangedFile[] {
  const [was, is] = [before, after].map((tree) => new Map(tree.map((file) => [file.path, file])));
  const paths = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].sort();
  return paths.flatMap((path) => diffFile(path, was?.get(path), is?.get(path)) ?? []);
}

function diffFile(path: string, was: TreeFile | undefined, is: TreeFile | undefined): ChangedFile | null {
  const wasExecutable = was?.isExecutable ?? false;
  const isExecutable = is?.isExecutable ?? false;
  if (was !== undefined && is !== undefined && was.bytes.equals(is.bytes) && wasExecutable === isExecutable)
    return null;
  const change = was === undefined ? "added" : is === undefined ? "removed" : "changed";
  const executable = wasExecutable === isExecutable ? null : isExecutable;
  return { path, change, executable, difference: diffTexts(textOf(was), textOf(is)) };
}

/** Empty for what is not there, or no text. */
function textOf(file: TreeFile | undefined): string {
  return file === undefined || file.bytes.includes(0) ? "" : file.bytes.toString("utf8");
}

/** An update that changes no file is one of the ref. */
export function renderChanges(name: string, changes: readonly ChangedFile[]): Painted {
  const paint = painter(1);
  const lines = changes.flatMap(({ path, change, executable, difference }) => [
    paint("bold", printable(`  ${change} ${path}${modeWords(change, executable)}`)),
    ...difference.map((line) => {
      const text = `    ${printable(line)}`;
      const style = { "+": "green", "-": "red", "@": "cyan" } as const;
      const mark = line.charAt(0) as keyof typeof style;
      return Object.hasOwn(style, mark) ? paint(style[mark], text) : text;
    }),
  ]);
  const head = printable(`interlock: what changes in '${name}':`);
  return lines.length === 0 ? "" : `${[head, ...lines].join("\n")}\n`;
}

function modeWords(change: ChangedFile["change"], executable: boolean | null): string {
  if (executable === null || change === "removed") return "";
  return executable ? ", which may be run" : ", which may not be run any more";
}
