import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
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
): string[] {
  if (cleanup === "verbatim") return [...messages];
  const mark = "\x01section";
  const text = messages.map((message) => `${mark}\n${message}${message.endsWith("\n") ? "" : "\n"}`).join("");
  const cleaned = git(cleanup === "strip" ? ["stripspace", "-s"] : ["stripspace"], text);
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
  const repository = mkdtempSync(join(tmpdir(), "interlock-batch-"));
  try {
    git(["init", "-q", "--bare", repository], "");
    const stream = messages.map((message, i) => {
      const bytes = Buffer.from(message, "latin1");
      return `commit refs/heads/m\nmark :${i + 1}\ncommitter A <a@x> ${i + 1} +0000\ndata ${bytes.length}\n${message}\n`;
    });
    git(["fast-import", "--quiet"], stream.join(""), repository);
    const format = `%x02%(trailers:${options})`;
    const log = git(["log", "--reverse", `--format=${format}`, "--encoding=latin1", "m"], "", repository);
    return log
      .split("\x02")
      .slice(1)
      .map((section) => section.split("\n").filter((line) => line !== ""));
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}
