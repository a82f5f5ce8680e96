/** `Host.treeOfIndex` on Node, as shim/native/objects/index-tree.c. */
import { toBuffer } from "./byte-strings.ts";
import { readBytes } from "./read-files.ts";

const [headerSize, statSize, extended] = [12, 40, 0x4000];

export function treeOfIndex(path: string, digits: number): string {
  const read = readBytes(path);
  if (typeof read === "number") return "";
  const bytes = toBuffer(read);
  const idSize = digits / 2;
  if (bytes.length <= headerSize + idSize || bytes.toString("latin1", 0, 4) !== "DIRC") return "";
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 3) return "";
  const end = bytes.length - idSize;
  let at = headerSize;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    let fixed = statSize + idSize + 2;
    if (end - at <= fixed + 2) return "";
    if (version === 3 && (bytes.readUInt16BE(at + fixed - 2) & extended) !== 0) fixed += 2;
    const nul = bytes.indexOf(0, at + fixed);
    const length = nul < 0 ? Infinity : (nul - at + 8) & ~7;
    if (length > end - at) return "";
    at += length;
  }
  while (end - at >= 8) {
    const size = bytes.readUInt32BE(at + 4);
    if (size > end - at - 8) return "";
    if (bytes.toString("latin1", at, at + 4) === "TREE")
      return rootOf(bytes.subarray(at + 8, at + 8 + size), idSize);
    at += 8 + size;
  }
  return "";
}

/** An empty path, the number of entries or -1, that of subtrees, the id. */
function rootOf(tree: Buffer, idSize: number): string {
  const line = tree[0] === 0 ? tree.indexOf(10) : -1;
  if (line < 0 || tree[1] === 45 || tree.length - line < 1 + idSize) return "";
  return tree.toString("hex", line + 1, line + 1 + idSize);
}
