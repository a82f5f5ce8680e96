/**
 * Where a plugin comes from: what `plugin add` is given, understood without asking anybody. Only addresses that git
 * reaches over https, ssh and its own protocol, and folders of this machine. Any other form (`ext::`, `file::`, options)
 * could make git run a program.
 */
import { basename, resolve } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import type { Refusal } from "../../shim/verbs/verb-form.ts";

export type PluginSource = {
  kind: "git" | "path";
  address: string;
  /** Its folder's name: `org@repo`. */ name: string;
};

const part = "[A-Za-z0-9_][A-Za-z0-9._-]{0,99}";
const folderName = new RegExp(`^${part}(?:@${part})?$`);
const host = "[A-Za-z0-9][A-Za-z0-9._-]*";
const forms = {
  orgAndRepo: new RegExp(`^${part}/${part}$`),
  url: new RegExp(
    `^(?:https|ssh|git)://(?:(?<login>[^/@]*)@)?(?:${host}|\\[[0-9a-fA-F:.]+\\])(?::[0-9]+)?/(?<path>[^?#\\s]+)$`,
  ),
  // As git tells it from a path: a colon before the first slash.
  scp: new RegExp(`^(?:(?<login>[A-Za-z0-9_][A-Za-z0-9._-]*)@)?${host}:(?<path>[^-?#\\s][^?#\\s]*)$`),
};
const whatToWrite =
  "write 'org/repo', an address that begins with 'https://' or 'ssh://', or a folder such as './rules'";

/** `word`: a byte string; `cwd`: what a relative path begins at. */
export function parseSource(word: string, cwd: string): PluginSource | Refusal {
  const text = decodeUtf8(word);
  const shown = text.length > 100 ? `${text.slice(0, 99)}…` : text;
  const refuse = (why: string, hint = whatToWrite): Refusal => ({ message: `'${shown}' ${why}`, hint });
  if (encodeUtf8(text) !== word || /[\x00-\x1f\x7f-\x9f]/.test(text))
    return refuse("is no address of a plugin: it has a control character or bytes that are not UTF-8");
  if (text.startsWith("-")) return refuse("begins with '-', as an option does");
  if (/^[A-Za-z0-9+.-]*::/.test(text))
    return refuse("would run a program of git's ('::'), and is not fetched");
  if (/^\.{0,2}\/|^\.{1,2}$/.test(text)) return fromPath(resolve(cwd, text), refuse);
  if (text.startsWith("file:///")) return fromPath(resolve(text.slice("file://".length)), refuse);
  if (forms.orgAndRepo.test(text) && !text.includes(".."))
    return fromGit(`https://github.com/${text}.git`, text, refuse);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1] ?? null;
  const { path, login = "" } = (scheme === null ? forms.scp : forms.url).exec(text)?.groups ?? {};
  if (path === undefined)
    return refuse(
      scheme === null
        ? "is no address of a plugin"
        : `cannot be fetched: '${scheme}' is not among https, ssh and git`,
    );
  if (login.includes(":") || (scheme === "https" && login !== ""))
    return refuse(
      "has a password or user in it, which 'interlock.lock' would keep",
      "leave it out; git asks its credential helper",
    );
  return fromGit(text, path, refuse);
}

type Refuse = (why: string, hint?: string) => Refusal;

function fromPath(path: string, refuse: Refuse): PluginSource | Refusal {
  return named({ kind: "path", address: path, name: basename(path).replace(/\.git$/, "") }, refuse);
}

/** The last two names of the path are those of the organisation and the repository. */
function fromGit(address: string, path: string, refuse: Refuse): PluginSource | Refusal {
  const names = path
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .filter((name) => name !== "");
  return named({ kind: "git", address, name: names.slice(-2).join("@") }, refuse);
}

function named(source: PluginSource, refuse: Refuse): PluginSource | Refusal {
  if (isFolderName(source.name)) return source;
  return refuse(
    `gives no name for a plugin: '${source.name}'`,
    "its last names may have letters, digits, '.', '_' and '-', and begin with a letter or digit",
  );
}

/** `__proto__` is a name that a table cannot have. */
export function isFolderName(name: string): boolean {
  return folderName.test(name) && !name.includes("..") && name !== "__proto__";
}

/** A name for git to fetch: not an option, a refspec or a pattern. Null, or what is wrong. */
export function whyBadRef(ref: string): Refusal | null {
  const isPlain =
    /^[^-+^:*?[\\~\s\x00-\x1f\x7f][^:*?[\\~^\s\x00-\x1f\x7f]*$/.test(ref) && !/\.\.|@\{/.test(ref);
  if (isPlain && ref.length <= 200 && encodeUtf8(decodeUtf8(ref)) === ref) return null;
  return {
    message: `'${decodeUtf8(ref)}' is not a branch, a tag or a commit id`,
    hint: "give one, as in '--ref v1.2'",
  };
}

/** `org@repo` as people write it. */
export function shownName(name: string): string {
  return name.replace("@", "/");
}

/** What people write, as the folder's name. */
export function folderNameOf(shown: string): string {
  return shown.replace("/", "@");
}
