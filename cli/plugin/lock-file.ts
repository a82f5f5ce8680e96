/**
 * `interlock.lock`: where each installed plugin came from, which commit of it, and a digest of its files. Written in one
 * order, so that the same plugins give the same bytes.
 */
import { createHash } from "node:crypto";
import { parse, stringify } from "yaml";
import * as z from "zod";
import type { Problem } from "../../engine/core/problem.ts";
import { errorAt } from "../../engine/compile/files/problem-at.ts";
import { readYaml } from "../../engine/compile/files/read-yaml.ts";
import { formVersion } from "../../engine/compile/schema/schema-parts.ts";
import { parseWith } from "../../engine/compile/schema/zod-issues.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { isFolderName, whyBadRef } from "./plugin-source.ts";
import type { PluginTree } from "./plugin-tree.ts";

const lockedPlugin = z.strictObject({
  /** An address, or a path: absolute, or from the folder that has the lock file's folder in it. */
  source: z.string(),
  /** As it was asked for; left out: the repository's HEAD. */
  ref: z.string().optional(),
  /** Left out for a folder that is no repository. */
  commit: z.string().optional(),
  digest: z.string(),
});

const lockSchema = z.strictObject({
  version: formVersion("lock version"),
  plugins: z.record(z.string(), lockedPlugin),
});

export type LockedPlugin = z.output<typeof lockedPlugin>;
/** By folder name. */
export type Locked = { [name: string]: LockedPlugin };

export function readLock(path: string): { locked: Locked | null; diagnostics: Problem[] } {
  const file = encodeUtf8(path);
  const stat = nodeConfigFiles.stat(file);
  if (stat === null) return { locked: tableOf({}), diagnostics: [] };
  const { source, diagnostics } = readYaml(nodeConfigFiles, file, stat);
  if (source === null) return { locked: null, diagnostics };
  const parsed = parseWith(lockSchema, source, { laterKeys: [] });
  if (parsed.value === null) return { locked: null, diagnostics: parsed.diagnostics };
  const { plugins } = parsed.value;
  const refuse = (name: string, message: string, hint: string): Problem =>
    errorAt(file, source.keyFrame(["plugins", name]), { code: "bad-value", message, hint });
  // Whoever writes a repository's lock file must not lead git or us elsewhere with it.
  const bad = Object.entries(plugins).flatMap(([name, { ref }]) => {
    if (!isFolderName(name))
      return [refuse(name, `'${name}' is not a plugin's folder`, "write it as 'org@repo'")];
    const why = ref === undefined ? null : whyBadRef(encodeUtf8(ref));
    return why === null ? [] : [refuse(name, why.message, "write the name of a branch or a tag")];
  });
  return bad.length > 0
    ? { locked: null, diagnostics: bad }
    : { locked: tableOf(plugins), diagnostics: parsed.diagnostics };
}

/** Without what every object has: 'constructor' is the name of a folder like any other. */
function tableOf(plugins: Locked): Locked {
  return Object.assign(Object.create(null), plugins);
}

const header = `# Which commit of each plugin is installed here. 'interlock plugin' writes this file; keep it with the plugins.\n`;

export function renderLock(locked: Locked): string {
  const names = Object.keys(locked).sort();
  const plugins = Object.fromEntries(
    names.map((name) => {
      const { source, ref, commit, digest } = locked[name] as LockedPlugin;
      return [name, { source, ...(ref ? { ref } : {}), ...(commit ? { commit } : {}), digest }];
    }),
  );
  const text = header + stringify({ version: 1, plugins }, { lineWidth: 0 });
  // A lock that cannot be read would stop every later command.
  const back = lockSchema.safeParse(parse(text));
  if (!back.success || Object.keys(back.data.plugins).length !== names.length)
    throw new Error("the new 'interlock.lock' could not be read again, and is not written");
  return text;
}

/** Of every path, mode and byte. */
export function digestTree(tree: PluginTree): string {
  const hash = createHash("sha256");
  for (const { path, bytes, isExecutable } of tree)
    hash.update(`${path}\0${isExecutable ? "755" : "644"}\0${bytes.length}\0`).update(bytes);
  return `sha256-${hash.digest("hex")}`;
}
