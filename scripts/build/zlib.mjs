// zlib, as Debian's zlib1g-dev has it: linked statically, since it needs nothing of glibc but memcpy, malloc and free, which musl has too.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Returns a folder with the library and its headers alone: beside them are those of glibc, which musl must not find. */
export function copyZlib(folder) {
  const archive = execFileSync("gcc", ["-print-file-name=libz.a"], { encoding: "utf8" }).trim();
  mkdirSync(folder, { recursive: true });
  for (const file of [archive, "/usr/include/zlib.h", "/usr/include/zconf.h"]) copyFileSync(file, join(folder, file.split("/").at(-1)));
  return folder;
}
