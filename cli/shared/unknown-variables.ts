/** Names environment variables that look like ours and are not. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { readEnvironment } from "../../shim/node/byte-strings.ts";
import { findUnknownVariables } from "../../shim/plan/own-variables.ts";
import { renderProblems } from "../../shim/report/notices.ts";
import { sayError } from "./output.ts";

export function sayUnknownVariables(): void {
  const names = [...readEnvironment().keys()];
  const envNames = (prefix: string): string[] => names.filter((name) => name.startsWith(prefix));
  for (const problem of findUnknownVariables({ envNames }))
    sayError(decodeUtf8(renderProblems("warning", [problem])));
}
