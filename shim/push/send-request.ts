/**
 * Parses what git's http helper asks its sender to send (remote-curl.c): `send-pack` reads refspecs and then
 * the remote's refs from standard input, `http-push` has the refspecs on its command line.
 */
import { sendPackOptions } from "../git/push-line.ts";
import { isOn, parseOptions, type ParsedOptions } from "../git/parse-options.ts";
import type { ExecDecision, Host } from "../host.ts";
import type { Advertised } from "./announced-push.ts";
import { asPackets } from "./packets.ts";
import { parseSpecs, splitSpecs, type Spec } from "./refspecs.ts";
import { isAdvertisedRef } from "./updates.ts";

export interface Request {
  url: string;
  specs: Spec[];
  /** The remote's refs as it advertised them; null if unknown. */
  advertised: Advertised | null;
  /** Replaces the command's refspecs by these; null if that is impossible. */
  withSpecs(decision: ExecDecision, specs: readonly string[]): ExecDecision | null;
  /** Does git's helper wait for the result? */
  isAwaited: boolean;
}

/** Null if the helper does not write such a line. */
export function readRequest(host: Host, commandIndex: number): Request | null {
  return host.argv[commandIndex] === "http-push"
    ? readHttpPush(host.argv, commandIndex)
    : readSendPack(host, commandIndex);
}

/** The helper appends a slash. */
const withoutSlash = (url: string): string => url.replace(/\/$/, "");

function readHttpPush(words: readonly string[], commandIndex: number): Request | null {
  let at = commandIndex + 1;
  while (at < words.length && (words[at] as string).startsWith("-")) at++;
  const known = ["--helper-status", "--dry-run", "--verbose"];
  const hasUnknown = words.slice(commandIndex + 1, at).some((word) => known.indexOf(word) < 0);
  const specs = at < words.length && !hasUnknown ? parseSpecs(words.slice(at + 1)) : null;
  // Without a refspec it would send every ref that exists on both sides.
  if (specs === null || specs.length === 0) return null;
  const withSpecs: Request["withSpecs"] = (decision, judged) => ({
    ...decision,
    argv: decision.argv.slice(0, at + 1).concat(judged),
  });
  return { url: withoutSlash(words[at] as string), specs, advertised: null, withSpecs, isAwaited: false };
}

function readSendPack(host: Host, commandIndex: number): Request | null {
  const parsed = parseOptions(host.argv, commandIndex + 1, sendPackOptions);
  if (parsed === null || !isOn(parsed, "stateless-rpc") || !isOn(parsed, "stdin")) return null;
  const [place, ...others] = parsed.operands;
  if (place === undefined || others.length > 0 || isOn(parsed, "all") || isOn(parsed, "mirror")) return null;
  const given = host.readPackets();
  const packets = typeof given === "number" ? given : host.readPackets();
  if (typeof given === "number" || typeof packets === "number") return null;
  const specs = parseSpecs(given.map((packet) => packet.replace(/\n$/, "")));
  // Without a refspec it would send every ref that exists on both sides.
  if (specs === null || specs.length === 0) return null;
  const withSpecs: Request["withSpecs"] = (decision, judged) => {
    const { words, input } = splitSpecs(judged);
    const inputPackets = asPackets(input.map((spec) => spec + "\n"));
    const refs = asPackets(packets);
    if (inputPackets === null || refs === null) return null;
    // We read packets, so git must read packets too, whatever else the line says.
    const argv = [
      ...wordsBeforeOperands(commandIndex, parsed, helpers),
      "--stateless-rpc",
      "--stdin",
      "--",
      place,
      ...words,
    ];
    return { ...decision, argv, stdinBefore: inputPackets + refs };
  };
  const url = withoutSlash(host.argv[place] as string);
  return { url, specs, advertised: parseRefs(packets), withSpecs, isAwaited: true };
}

/** Options that say how the refspecs are passed, or select them. */
const helpers = ["stateless-rpc", "stdin", "all", "mirror"];

/** The command line up to its operands, without the options of these names. */
export function wordsBeforeOperands(
  commandIndex: number,
  { uses }: ParsedOptions,
  without: readonly string[],
): number[] {
  const words: number[] = [];
  for (let i = 0; i <= commandIndex; i++) words.push(i);
  for (const { name, word, valueWord } of uses) {
    if (without.indexOf(name) >= 0) continue;
    for (const each of [word, valueWord]) if (words.indexOf(each) < 0) words.push(each);
  }
  return words;
}

function parseRefs(packets: readonly string[]): Advertised {
  const refs: Advertised = {};
  for (const packet of packets) {
    const match = /^([0-9a-f]{40}|[0-9a-f]{64}) (refs\/[^\0\n]+)/.exec(packet);
    if (match && isAdvertisedRef(match[2] as string)) refs[match[2] as string] = match[1] as string;
  }
  return refs;
}
