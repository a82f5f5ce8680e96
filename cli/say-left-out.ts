import { decodeUtf8 } from "../engine/core/bytes.ts";
import { renderLeftOut, type LeftOut } from "../shim/plan/left-out.ts";
import { sayError } from "./output.ts";

/** On standard error: what a verb prints may be for a program, or for a prompt. */
export function sayLeftOutLayer(leftOut: LeftOut | null): void {
  if (leftOut !== null) sayError(`interlock: ${decodeUtf8(renderLeftOut(leftOut))}\n`);
}
