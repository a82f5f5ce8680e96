/**
 * Parses the `envFile` of the install config: NAME=value lines that an orchestrator writes for each session.
 */
import { describeErrno } from "../../engine/core/errno.ts";
import type { Problem } from "../../engine/core/problem.ts";
import { isAbsent, type Host } from "../host.ts";

export interface EnvFile {
  values: { [name: string]: string };
  problem: Problem | null;
}

/** A missing file seals nothing; one that cannot be read or parsed stops the command. */
export function readEnvFile(host: Pick<Host, "readFile">, path: string | null): EnvFile {
  const sealed: EnvFile = { values: {}, problem: null };
  const text = path === null ? "" : host.readFile(path);
  if (path === null || isAbsent(text)) return sealed;
  if (typeof text === "number") {
    sealed.problem = unreadable(path, "it cannot be read: " + describeErrno(text));
    return sealed;
  }
  text.split("\n").forEach((raw, i) => {
    const line = raw.replace(/\r$/, "");
    if (/^[ \t]*(?:#|$)/.test(line)) return;
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (match && /^(["']).*\1$/.test(match[2] as string) && sealed.problem === null)
      sealed.problem = inQuotes(path + ":" + (i + 1), match[1] as string);
    if (match) sealed.values[match[1] as string] = match[2] as string;
    else if (sealed.problem === null && /^[ \t]*export[ \t]/.test(line))
      sealed.problem = {
        ...unreadable(path + ":" + (i + 1), "the line begins with 'export', and no shell reads it"),
        hint: "write it as " + line.replace(/^[ \t]*export[ \t]+|=.*$/g, "") + "=value",
      };
    else if (sealed.problem === null)
      sealed.problem = unreadable(path + ":" + (i + 1), "the line is not NAME=value");
  });
  return sealed;
}

/** Refused, because the quotes would appear in every commit. */
function inQuotes(source: string, name: string): Problem {
  return {
    code: "env-file-unreadable",
    message: "the value of '" + name + "' is in quotes, which would become part of the value",
    hint: "write " + name + "=value without quotes, blanks and all",
    source,
  };
}

function unreadable(source: string, why: string): Problem {
  return {
    code: "env-file-unreadable",
    message: "the file of sealed values is of no use: " + why,
    hint: "write one NAME=value a line, without quotes, readable by whoever commits",
    source,
  };
}
