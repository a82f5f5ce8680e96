// Removes from Duktape bytecode what costs time at every start and is not needed.
import { readFileSync, writeFileSync } from "node:fs";

const marker = 0xbf;
const noFormals = 0xffffffff;
/** DUK_HOBJECT_FLAG_CONSTRUCTABLE and DUK_HOBJECT_FLAG_STRICT of Duktape 2.7. */
const constructable = 1 << 8;
const strict = 1 << 16;

/**
 * No function of the hot path is called with `new`. A constructable function gets a `prototype` object when it is
 * loaded, and another when its closure is created: a quarter of a millisecond in all. The source is compiled as strict
 * code, and refused if it is not. But at run time strict mode only adds two throwing properties, `caller` and
 * `arguments`, to code without `this` and frozen objects.
 */
export function trimBytecode(file) {
  const bytes = readFileSync(file);
  if (bytes[0] !== marker) throw new Error(`'${file}' is not bytecode of Duktape 2.7`);
  const end = visitFunction(bytes, 1);
  if (end !== bytes.length) throw new Error(`'${file}' has ${bytes.length - end} bytes that were not understood`);
  writeFileSync(file, bytes);
}

/** One function as `duk__dump_func` in duktape.c writes it; returns the position after it. */
function visitFunction(bytes, start) {
  let at = start;
  const take = () => bytes.readUInt32BE((at += 4) - 4);
  const skipBlock = () => {
    const length = take();
    at += length;
  };
  const instructions = take();
  const constants = take();
  const functions = take();
  at += 2 + 2 + 4 + 4; // registers, arguments, first and last line
  bytes.writeUInt32BE((bytes.readUInt32BE(at) & ~(constructable | strict)) >>> 0, at);
  at += 4 + instructions * 4;
  for (let i = 0; i < constants; i++) {
    const isString = bytes[at++] === 0;
    if (isString) skipBlock();
    else at += 8;
  }
  for (let i = 0; i < functions; i++) at = visitFunction(bytes, at);
  take(); // its length
  skipBlock(); // its name; duktape-options.h leaves out file name and line numbers
  for (let length = take(); length !== 0; length = take()) at += length + 4; // variables by name
  const formals = take();
  if (formals !== noFormals) for (let i = 0; i < formals; i++) skipBlock();
  return at;
}
