/** Where a commit was last fetched from, as git writes it down. */
import type { Host } from "../host.ts";
import { runPlainly } from "./raw-objects.ts";

const mostLines = 10;

/** Null if that is not known. */
export function fetchedFrom(host: Host, gitDir: string, id: string): string | null {
  const text = host.readFile(gitDir + "/FETCH_HEAD");
  if (typeof text !== "string") return null;
  for (const line of text.split("\n", mostLines)) {
    const match = /^([0-9a-f]{40,64})\t[^\t]*\t(?:.* of )?([^\t\x00-\x1f\x7f]+)$/.exec(line);
    if (match === null) continue;
    const asked = runPlainly(host, ["merge-base", "--is-ancestor", id, match[1] as string], "");
    if (asked.status === 0) return match[2] as string;
  }
  return null;
}

/** An address as git shortens it there (`append_fetch_head` in builtin/fetch.c). */
export function asFetched(url: string): string {
  return url
    .replace(/^([A-Za-z0-9+.-]+:\/\/)[^/]*@/, "$1")
    .replace(/\/+$/, "")
    .replace(/(.)\.git$/, "$1");
}
