/** What a line of `gh api` sends where, before any file is read. */
import { namesInQuery } from "./api-address.ts";
import { readFields } from "./api-field.ts";
import { mayMutate, overridesMethod, whyDoubtful, type ApiRequest } from "./api-doubts.ts";
import { findTarget, type ApiTarget, type TextParts } from "./api-targets.ts";
import type { FoundCommand } from "./commands.ts";
import { valueOf } from "./parse-flags.ts";
import { readFlags, type OtherLine } from "./text-line.ts";

export interface ApiLine extends ApiRequest {
  kind: "api";
  at: number;
  /** Why GitHub may understand something else than the body that we would read; empty if it cannot. */
  doubt: string;
}

export function readApiLine(
  argv: readonly string[],
  found: Extract<FoundCommand, { kind: "command" }>,
): ApiLine | OtherLine {
  const flags = readFlags(argv, found);
  if (flags.kind !== "line") return flags;
  if (flags.operands.length !== 1) return { kind: "pass" };
  const input = valueOf(flags, "input") || null;
  const fields = readFields(flags);
  if (!fields) return { kind: "pass" };
  const given = valueOf(flags, "method");
  const isPost = input !== null || fields.length > 0;
  const method = (given === null ? (isPost ? "POST" : "GET") : given).toUpperCase();
  const endpoint = argv[flags.operands[0] as number] as string;
  const target = findTarget(method, endpoint, overridesMethod(flags));
  if (!target) return { kind: "pass" };
  // gh puts fields into the address of a GET, and if the body is a file.
  const inBody = input === null && method !== "GET";
  const inAddress = namesInQuery(endpoint).concat(inBody ? [] : fields.map(({ path }) => path[0] as string));
  // A request without a body says nothing, unless its address does or the server composes a message.
  const hasBody = input !== null || (inBody && fields.length > 0);
  if (!hasBody && !speaksWithoutBody(target, inAddress)) return { kind: "pass" };
  // gh can read it once, and refuses the line.
  if (fields.filter(({ isMagic, text }) => isMagic && text === "@-").length > 1) return { kind: "pass" };
  const request = { flags, target, endpoint, input, fields, inAddress };
  const doubt = whyDoubtful(request, hasBody);
  if (doubt !== "" && target.kind === "graphql" && !mayMutate(request)) return { kind: "pass" };
  return { kind: "api", at: found.at, ...request, doubt };
}

function speaksWithoutBody(target: ApiTarget, inAddress: readonly string[]): boolean {
  if (target.kind === "graphql") return inAddress.indexOf("query") >= 0;
  return target.parts.some((parts) => parts.isComposed || nameInAddress(parts, inAddress) !== null);
}

/** The part that GitHub takes from the address, where no rule sees it. */
export function nameInAddress(parts: TextParts, inAddress: readonly string[]): string | null {
  const title = parts.about === "message" ? parts.title : null;
  for (const path of [title, parts.body, parts.labels])
    if (path !== null && inAddress.indexOf(path[0] as string) >= 0) return path[0] as string;
  return null;
}
