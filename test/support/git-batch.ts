import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { realGit } from "./paths.ts";

const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };

function git(args: string[], input: string, cwd = "/"): string {
  return execFileSync(realGit, args, {
    input: Buffer.from(input, "latin1"),
    encoding: "latin1",
    cwd,
    env,
    maxBuffer: 1 << 30,
  });
}

/** What `git commit` makes of each message, in one process: sections between lines that no cleanup touches. */
export function cleanMessages(
  messages: readonly string[],
  cleanup: "whitespace" | "strip" | "verbatim",
  commentChar = "#",
): string[] {
  if (cleanup === "verbatim") return [...messages];
  const mark = "\x01section";
  const text = messages.map((message) => `${mark}\n${message}${message.endsWith("\n") ? "" : "\n"}`).join("");
  const command = cleanup === "strip" ? ["stripspace", "-s"] : ["stripspace"];
  const cleaned = git(["-c", `core.commentChar=${commentChar}`, ...command], text);
  return cleaned
    .split(`${mark}\n`)
    .slice(1)
    .map((section) => section.replace(/^\n+/, "").replace(/\n+$/, "\n"));
}

/**
 * The trailers that git reads from each message once it is a commit, unfolded. Without `only` in the
 * options, all lines of the block.
 */
export function readTrailersWithGit(messages: readonly string[], options = "only,unfold"): string[][] {
  const shown = showWithGit(messages, `%(trailers:${options})`);
  return shown.map((section) => section.split("\n").filter((line) => line !== ""));
}

/** What `git log` prints in this format of each message once it is a commit. */
export function showWithGit(messages: readonly string[], format: string): string[] {
  const repository = mkdtempSync(join(tmpdir(), "interlock-batch-"));
  try {
    git(["init", "-q", "--bare", repository], "");
    const stream = messages.map((message, i) => {
      const bytes = Buffer.from(message, "latin1");
      return `commit refs/heads/m\nmark :${i + 1}\ncommitter A <a@x> ${i + 1} +0000\ndata ${bytes.length}\n${message}\n`;
    });
    git(["fast-import", "--quiet"], stream.join(""), repository);
    const words = ["log", "--reverse", `--format=%x02${format}`, "--encoding=latin1", "m"];
    return git(words, "", repository).split("\x02").slice(1);
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

/**
 * What `git interpret-trailers --parse` lists of each message, many in one process: a file a message, and
 * behind each a file with a mark. `--no-divider`, because a commit message has none (decision 004).
 */
export function parseTrailersWithGit(messages: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "interlock-parse-"));
  const atOnce = 5000;
  const lists: string[][] = [];
  try {
    writeFileSync(join(folder, "mark"), "title\n\nBatch-mark: \x02\n");
    for (let first = 0; first < messages.length; first += atOnce) {
      const batch = messages.slice(first, first + atOnce);
      batch.forEach((message, i) => writeFileSync(join(folder, String(i)), message, "latin1"));
      const files = batch.flatMap((_, i) => [String(i), "mark"]);
      const parsed = git(["interpret-trailers", "--parse", "--no-divider", ...files], "", folder);
      for (const list of parsed.split("Batch-mark: \x02\n").slice(0, -1))
        lists.push(list.split("\n").slice(0, -1));
    }
    return lists;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
