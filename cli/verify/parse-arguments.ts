/**
 * The command line of `interlock verify`.
 */
import { suggestName } from "../../engine/compile/nearest-name.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Refusal } from "../commits/refuse.ts";
import { splitOption } from "../commits/split-option.ts";
import { formatNames, type FormatName } from "./formats.ts";

export interface VerifyRequest {
  format: FormatName;
  /** Is it fine that something could not be judged? */
  allowSkipped: boolean;
  /** URL of the remote that the commits are for; null for the repository's own. */
  remote: string | null;
  /** `default`: what nobody else has yet. */
  from: "default" | "all" | "stdin" | "pre-receive" | "revisions";
  /** Byte strings. */
  revisions: string[];
}

const sources = { "--all": "all", "--stdin": "stdin", "--pre-receive": "pre-receive" } as const;
const options = ["--format", "--allow-skipped", "--remote", ...Object.keys(sources)];

export function parseArguments(args: readonly string[]): VerifyRequest | Refusal {
  const request: VerifyRequest = {
    format: "text",
    allowSkipped: false,
    remote: null,
    from: "default",
    revisions: [],
  };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    const [name, joined] = splitOption(arg);
    if (name === "--format" || name === "--remote") {
      const value = joined ?? args[++i];
      if (value === undefined) return { message: `'${name}' needs a value`, hint: usage };
      if (name === "--remote") request.remote = value;
      else {
        const format = formatNames.find((each) => each === value);
        if (format === undefined) return unknownFormat(decodeUtf8(value));
        request.format = format;
      }
    } else if (arg === "--allow-skipped") {
      request.allowSkipped = true;
    } else if (Object.hasOwn(sources, arg)) {
      if (request.from !== "default") return clash(arg);
      request.from = sources[arg as keyof typeof sources];
    } else if (arg.startsWith("-")) {
      const text = decodeUtf8(arg);
      return { message: `'verify' takes no '${text}'`, hint: suggestName(text, options) };
    } else {
      if (request.from !== "default" && request.from !== "revisions") return clash(decodeUtf8(arg));
      request.from = "revisions";
      request.revisions.push(arg);
    }
  }
  return request;
}

const usage = "docs/verify.md lists the options";

function clash(word: string): Refusal {
  return {
    message: `'${word}' and what stands before it are two ways to say which commits`,
    hint: "leave one of them out",
  };
}

function unknownFormat(name: string): Refusal {
  return { message: `unknown format '${name}'`, hint: suggestName(name, formatNames) };
}
