/**
 * A change to a layer's folder: files in it, and whole plugin folders. It is compiled before it is made, and made whole or
 * not at all.
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { folderMode, type NewFile, type NewFolder, type Overlay } from "./overlay-files.ts";
import type { PluginPlace } from "./plugin-place.ts";

export interface LayerChange {
  place: PluginPlace;
  /** New texts by absolute path; null: the file will be gone. */
  files: ReadonlyMap<string, string | null>;
  /** The texts that these were made from; null: there was no such file. */
  was: ReadonlyMap<string, string | null>;
  /** Below `place.plugins`, by name; null: the folder will be gone. */
  folders: ReadonlyMap<string, NewFolder | null>;
}

/** Null if there is no such file. */
export function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

export function overlayOf({ place, files, folders }: LayerChange): Overlay {
  return {
    files: new Map(
      [...files].map(([path, text]) => [encodeUtf8(path), text === null ? null : newFile(path, text)]),
    ),
    folders: new Map([...folders].map(([name, content]) => [encodeUtf8(join(place.plugins, name)), content])),
  };
}

/** A file that exists keeps its mode. */
function newFile(path: string, text: string): NewFile {
  const mode = (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777;
  return { bytes: Buffer.from(text), mode };
}

/** Null, or why it could not be made; then everything is as it was. */
export function makeChange(change: LayerChange): string | null {
  const { place, files, folders } = change;
  const undo: (() => void)[] = [];
  const discard: string[] = [];
  // Hidden names that nobody can guess: no config finds them, and no other process makes them.
  const beside = (path: string): string =>
    join(dirname(path), `.interlock-${randomBytes(8).toString("hex")}`);
  /** Puts the new thing in place of the old one, which stays until all is done. */
  const swap = (path: string, made: string | null): void => {
    const old = beside(path);
    if (made !== null && lstatSync(path, { throwIfNoEntry: false })?.isFile()) {
      // The rename replaces it: at no moment is there no config.
      discard.push(old);
      undo.push(() => rmSync(old, { force: true }));
      keepBeside(path, old);
      renameSync(made, path);
      undo.push(() => renameSync(old, path));
      return;
    }
    if (existsSync(path)) {
      renameSync(path, old);
      undo.push(() => renameSync(old, path));
      discard.push(old);
    }
    if (made === null) return;
    renameSync(made, path);
    undo.push(() => rmSync(path, { recursive: true, force: true }));
  };
  try {
    const isAny = [...folders.values()].some((content) => content !== null);
    makeFolders(isAny ? place.plugins : place.folder, undo);
    const staged = [...folders].map(([name, content]) => {
      const path = join(place.plugins, name);
      return { path, made: content === null ? null : stage(beside(path), content, undo) };
    });
    for (const [path, text] of change.was)
      if (readText(path) !== text) throw new Error(`'${path}' was changed meanwhile`);
    for (const { path, made } of staged) swap(path, made);
    // The config comes last: it is what puts the plugins in force.
    for (const [path, text] of files) {
      const { bytes = null, mode = 0 } = text === null ? {} : newFile(path, text);
      const made = bytes === null ? null : beside(path);
      if (made !== null) writeNew(made, bytes as Buffer, mode, undo);
      swap(path, made);
    }
  } catch (error) {
    for (const each of undo.reverse()) attempt(each);
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
  for (const path of discard) attempt(() => rmSync(path, { recursive: true, force: true }));
  return null;
}

/** Not every file system has a second name for a file. */
function keepBeside(path: string, old: string): void {
  try {
    linkSync(path, old);
  } catch {
    copyFileSync(path, old);
  }
}

function stage(folder: string, content: NewFolder, undo: (() => void)[]): string {
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  makeFolder(folder);
  for (const [path, { bytes, mode }] of content) {
    const file = join(folder, decodeUtf8(path));
    makeFolders(dirname(file), []);
    writeNew(file, bytes, mode, []);
  }
  return folder;
}

function writeNew(path: string, bytes: Buffer, mode: number, undo: (() => void)[]): void {
  undo.push(() => rmSync(path, { force: true }));
  writeFileSync(path, bytes, { flag: "wx", mode });
  // Regardless of the umask: the mode is a part of what is trusted.
  chmodSync(path, mode);
}

function makeFolders(path: string, undo: (() => void)[]): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path), undo);
  makeFolder(path);
  undo.push(() => rmdirSync(path));
}

function makeFolder(path: string): void {
  mkdirSync(path, { mode: folderMode });
  chmodSync(path, folderMode);
}

/** What cannot be cleaned up is left; the reason for it has been said. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // A folder that is not empty, for one, is to stay.
  }
}
