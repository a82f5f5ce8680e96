/**
 * Problems in a user's files. The compiler collects all of them and never throws for a user's mistake.
 */
import { encodeUtf8 } from "../../core/bytes.ts";
import { describeErrno } from "../../core/errno.ts";
import type { CodeOf } from "../../core/problem-codes.ts";
import type { Frame, Problem } from "../../core/problem.ts";

/** What is wrong with a value, before its place in a file is known. Ordinary text. */
export interface Finding {
  code: CodeOf<"file">;
  message: string;
  hint: string;
  /** The part of the value that it is about; left out: the whole value. */
  part?: TextPart;
}

/** Characters of a text: from `start` up to `end`, without it. */
export interface TextPart {
  start: number;
  end: number;
}

export function errorAt(file: string, frame: Frame | null, { code, message, hint }: Finding): Problem {
  const isPlaced = file !== "" && frame !== null;
  return {
    code,
    message: encodeUtf8(message),
    hint: encodeUtf8(hint),
    source: isPlaced ? `${file}:${frame.line}:${frame.column}` : file,
    ...(frame === null ? {} : { frame }),
  };
}

export function warningAt(file: string, frame: Frame | null, finding: Finding): Problem {
  return { ...errorAt(file, frame, finding), severity: "warning" };
}

export function noteAt(file: string, frame: Frame | null, finding: Finding): Problem {
  return { ...errorAt(file, frame, finding), severity: "note" };
}

export function unreadable(file: string, errno: number): Problem {
  return errorAt(file, null, {
    code: "file-unreadable",
    message: `it cannot be read: ${describeErrno(errno)}`,
    hint: "make it readable for whoever runs git, or take it away",
  });
}
