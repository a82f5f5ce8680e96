/**
 * Prepares a message that is not in a commit yet, as `git commit -F`
 * would store it, so that it can be judged.
 */
import { describeErrno } from "../../engine/core/errno.ts";
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { judgedContributions } from "../../engine/judge/judged-plan.ts";
import { refersToIdents } from "../../engine/judge/named-idents.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Commit } from "../git/commit-object.ts";
import { identReader } from "../git/idents.ts";
import type { Host } from "../host.ts";
import type { Refusal } from "../verbs/verb-form.ts";

/**
 * `text`: the content, or an errno. The commit has no id; author and
 * committer are those that git would use here.
 */
export function commitFromMessage(
  host: Host,
  plan: Plan,
  file: string,
  text: string | number,
): Commit | Refusal {
  if (typeof text === "number")
    return {
      message: `the message cannot be read from '${decodeUtf8(file)}': ${describeErrno(text)}`,
      hint: "name a file that can be read, or '-' for standard input",
    };
  // Each costs a process, so ask git only if needed.
  const asks =
    plan.scope === "own" || plan.trustAuthors !== undefined || judgedContributions(plan).some(refersToIdents);
  const ident = asks ? identReader(host, [], null) : (): string => "";
  return {
    id: "",
    header: `tree \nauthor ${ident("author")} 0 +0000\ncommitter ${ident("committer")} 0 +0000\n`,
    separator: "\n",
    message: cleanMessage(text, { mode: "whitespace", commentChar: "#" }),
  };
}

/** `-` is standard input. */
export function readMessage(host: Host, file: string): string | number {
  return file === "-" ? host.readStdin() : host.readInput(file);
}
