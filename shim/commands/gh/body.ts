/** The text of a body that a line of gh names, and how another one reaches gh. */
import { bodyWord, mustGoByFile, type CarriedText } from "../../gh/edit-line.ts";
import type { GivenBody } from "../../gh/text-line.ts";
import type { Host } from "../../host.ts";

export interface ReadBody {
  text: string;
  /** `line`: gh sees the same; `file`: it might read something else than we did; `stdin`: it can no longer. */
  from: "line" | "file" | "stdin";
}

/** null: gh cannot read it either. */
export function readBody(host: Host, body: GivenBody): ReadBody | null {
  if (body.from === "argument") return { text: body.text, from: "line" };
  const text = body.from === "stdin" ? host.readStdin() : host.readInput(body.path);
  if (typeof text === "number") return null;
  return { text, from: body.from };
}

export interface CarriedBody {
  /** null: the line stays as it is. */
  carried: CarriedText | null;
  stdin: string | null;
}

/**
 * `after`: what gh is to send. What we judged is what it gets: it does not read a file again. A text that is too long
 * for an argument goes through standard input.
 */
export function carryBody({ text, from }: ReadBody, after: string): CarriedBody {
  if (after === text && from !== "file") return { carried: null, stdin: from === "stdin" ? text : null };
  if (mustGoByFile(bodyWord({ by: "argument", text: after })))
    return { carried: { by: "file", file: "-" }, stdin: after };
  return { carried: { by: "argument", text: after }, stdin: null };
}
