/** The text of a body that a line of gh names, and how another one reaches gh. */
import { bodyWord, mustGoByFile, type CarriedText } from "../../gh/edit-line.ts";
import type { GivenBody } from "../../gh/text-line.ts";
import type { Host } from "../../host.ts";

export interface ReadBody {
  text: string;
  /** `again`: gh can read the same once more; `once`: a pipe has given it to us; `stdin`: standard input has. */
  from: "again" | "once" | "stdin";
}

/** null: gh cannot read it either. */
export function readBody(host: Host, body: GivenBody): ReadBody | null {
  if (body.from === "argument") return { text: body.text, from: "again" };
  const text = body.from === "stdin" ? host.readStdin() : host.readInput(body.path);
  if (typeof text === "number") return null;
  if (body.from === "stdin") return { text, from: "stdin" };
  const stat = host.stat(body.path);
  return { text, from: stat !== null && stat.kind === "file" ? "again" : "once" };
}

export interface CarriedBody {
  /** null: the line stays as it is. */
  carried: CarriedText | null;
  stdin: string | null;
}

/** `after`: what gh is to send. A text that is too long for an argument goes through standard input. */
export function carryBody({ text, from }: ReadBody, after: string): CarriedBody {
  if (after === text && from !== "once") return { carried: null, stdin: from === "stdin" ? text : null };
  if (mustGoByFile(bodyWord({ by: "argument", text: after })))
    return { carried: { by: "file", file: "-" }, stdin: after };
  return { carried: { by: "argument", text: after }, stdin: null };
}
