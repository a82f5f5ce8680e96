/** Interprets an `interlock verify` command line. */
import { suggestName } from "../../engine/core/nearest-name.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Refusal } from "../verbs/verb-form.ts";
import type { VerbLine } from "../verbs/parse-line.ts";
import { formatNames, type FormatName } from "../verbs/verify-formats.ts";
import { whyNotWhole, wordsToInput } from "./whole-revisions.ts";

export interface VerifyRequest {
  format: FormatName;
  /** Accept that no rule applies here, or that a value is missing? Never what the author of a commit could have chosen. */
  allowSkipped: boolean;
  /** URL of the remote that the commits are for; null for the repository's own remotes. */
  remote: string | null;
  /** `default`: the unpublished commits. */
  from: "default" | "all" | "stdin" | "pre-receive" | "revisions" | "message";
  /** Byte strings. */
  revisions: string[];
  /** For `message`: the file, or `-` for standard input. A byte string. */
  messageFile: string;
}

/** Does the caller name revisions, which may be ambiguous? */
export function namesRevisions({ from }: VerifyRequest): boolean {
  return from === "revisions" || from === "stdin";
}

const sources = {
  "--all": "all",
  "--stdin": "stdin",
  "--pre-receive": "pre-receive",
  "--message-file": "message",
} as const;

export function readRequest(line: VerbLine): VerifyRequest | Refusal {
  const name = decodeUtf8(line.value("--format") ?? (line.has("--json") ? "json" : "text"));
  const format = formatNames[formatNames.indexOf(name as FormatName)];
  if (format === undefined)
    return { message: `unknown format '${name}'`, hint: suggestName(name, formatNames) };
  const named = (Object.keys(sources) as (keyof typeof sources)[]).filter((each) => line.has(each));
  const [first, second] = (named as string[]).concat(line.words.slice(0, 1));
  if (second !== undefined)
    return {
      message: `'${first}' and '${decodeUtf8(second)}' are two ways to say which commits`,
      hint: "leave one of them out",
    };
  const notWhole = line.words.length === 0 ? null : whyNotWhole(wordsToInput(line.words));
  if (notWhole !== null) return notWhole;
  const [source] = named;
  const otherwise = line.words.length > 0 ? "revisions" : "default";
  return {
    format,
    allowSkipped: line.has("--allow-skipped"),
    remote: line.value("--remote"),
    from: source === undefined ? otherwise : sources[source],
    revisions: line.words,
    messageFile: line.value("--message-file") ?? "",
  };
}
