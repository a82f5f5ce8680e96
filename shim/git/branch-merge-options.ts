/** branch.<name>.mergeOptions: `git merge` reads it as options that precede those of its command line. */
import type { Host } from "../host.ts";
import { lastSetting } from "./config.ts";
import type { ConfigEntry } from "./config-file.ts";
import { readMergeLine, type MergeLine } from "./merge-line.ts";
import type { Repository } from "./repository.ts";

/** Null if the branch has none, or none that git accepts. */
export function readBranchMergeOptions(
  host: Host,
  repository: Repository,
  entries: readonly ConfigEntry[],
): MergeLine | null {
  const head = host.readFile(repository.gitDir + "/HEAD");
  const match = typeof head === "string" ? /^ref:\s*(?:refs\/heads\/)?(.*)/.exec(head) : null;
  const branch = match ? (match[1] as string) : "HEAD";
  const value = lastSetting(entries, "branch." + branch + ".mergeoptions");
  const words = value === undefined ? null : splitCommandLine(value);
  return words === null ? null : readMergeLine(words, 0);
}

/** As split_cmdline in git's alias.c; null if a quote is not closed, or the last character is a backslash. */
export function splitCommandLine(text: string): string[] | null {
  const words = [""];
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    let c = text.charAt(i);
    if (quote === "" && /[ \t\n\r]/.test(c)) {
      while (/[ \t\n\r]/.test(text.charAt(i + 1))) i++;
      words.push("");
    } else if (quote === "" && (c === "'" || c === '"')) quote = c;
    else if (c === quote) quote = "";
    else {
      if (c === "\\" && quote !== "'") {
        c = text.charAt(++i);
        if (c === "") return null;
      }
      words[words.length - 1] += c;
    }
  }
  return quote === "" ? words : null;
}
