/**
 * Parses what git's http helper asks its sender to send (remote-curl.c): `send-pack` reads refspecs and then
 * the remote's refs from standard input, `http-push` has the refspecs on its command line.
 */
import { sendPackOptions } from "../git/push-line.ts";
import { isOn, parseOptions, type ParsedOptions } from "../git/parse-options.ts";
import type { ExecDecision, Host } from "../host.ts";
import type { Advertised } from "./advertised.ts";
import { runWithoutReplacements } from "./raw-objects.ts";
import { isAdvertisedRef, longestName, mostRefs } from "./updates.ts";

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

export interface Spec {
  /** `+` or empty. */
  force: string;
  /** Empty if the target is deleted. */
  source: string;
  target: string;
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
  const withSpecs: Request["withSpecs"] = (decision, told) => ({
    ...decision,
    argv: decision.argv.slice(0, at + 1).concat(told),
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
  const withSpecs: Request["withSpecs"] = (decision, told) => {
    const { words, rest } = splitSpecs(told);
    const toldPackets = asPackets(rest.map((spec) => spec + "\n"));
    const refs = asPackets(packets);
    if (toldPackets === null || refs === null) return null;
    // We read packets, so git must read packets too, whatever else the line says.
    const argv = [
      ...wordsBeforeOperands(commandIndex, parsed, helpers),
      "--stateless-rpc",
      "--stdin",
      "--",
      place,
      ...words,
    ];
    return { ...decision, argv, stdinBefore: toldPackets + refs };
  };
  const url = withoutSlash(host.argv[place] as string);
  return { url, specs, advertised: parseRefs(packets), withSpecs, isAwaited: true };
}

/** Far below what the kernel allows for arguments and variables together. */
const longestWords = 100_000;

/**
 * Which refspecs to give `send-pack` as arguments, and which on its standard input, if they are too long. Without any, git
 * sends every ref that exists on both sides; so at least one is an argument, and a lost input cannot mean that.
 */
export function splitSpecs(specs: readonly string[]): { words: string[]; rest: string[] } {
  let count = 0;
  for (let length = 0; count < specs.length; count++) {
    // Each argument also takes a final NUL and a pointer.
    length += (specs[count] as string).length + 9;
    if (count > 0 && length > longestWords) break;
  }
  return { words: specs.slice(0, count), rest: specs.slice(count) };
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

/** Null if one has a pattern or no target, or if they are too many or too long. */
export function parseSpecs(words: readonly string[]): Spec[] | null {
  if (words.length > mostRefs) return null;
  const specs: Spec[] = [];
  for (const word of words) {
    const match = /^(\+?)([^*\n]*):([^*:\n]+)$/.exec(word);
    if (match === null || word.length > 2 * longestName) return null;
    specs.push({ force: match[1] as string, source: match[2] as string, target: match[3] as string });
  }
  return specs;
}

function parseRefs(packets: readonly string[]): Advertised {
  const refs: Advertised = {};
  for (const packet of packets) {
    const match = /^([0-9a-f]{40}|[0-9a-f]{64}) (refs\/[^\0\n]+)/.exec(packet);
    if (match && isAdvertisedRef(match[2] as string)) refs[match[2] as string] = match[1] as string;
  }
  return refs;
}

/** The current id of each source, empty for a deletion; null if one does not exist. */
export function idsOf(host: Host, specs: readonly Spec[]): string[] | null {
  const names: string[] = [];
  for (const { source } of specs) if (source !== "") names.push(source);
  const { stdout } =
    names.length === 0
      ? { stdout: "" }
      : runWithoutReplacements(host, ["cat-file", "--batch-check"], names.join("\n") + "\n");
  const lines = stdout.split("\n");
  const ids: string[] = [];
  let next = 0;
  for (const { source } of specs) {
    const match =
      source === "" ? null : /^([0-9a-f]{40}|[0-9a-f]{64}) [a-z]+ \d+$/.exec(lines[next++] as string);
    if (source !== "" && match === null) return null;
    ids.push(match === null ? "" : (match[1] as string));
  }
  return ids;
}

/** git's LARGE_PACKET_DATA_MAX. */
const longestPacket = 65516;

/** pkt-lines and a final flush; null if one is too long, because its length field would overflow. */
export function asPackets(payloads: readonly string[]): string | null {
  if (payloads.some((payload) => payload.length > longestPacket)) return null;
  const lines = payloads.map((payload) => ("000" + (payload.length + 4).toString(16)).slice(-4) + payload);
  return lines.join("") + "0000";
}
