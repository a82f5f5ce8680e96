/** Which branch a commit will be on, as git's state files say it: no process is started. */
import type { Host } from "../host.ts";

/** A rebase detaches HEAD, and moves this branch when it ends. */
const rebased = ["rebase-merge/head-name", "rebase-apply/head-name"];

/** Without `refs/heads/`; empty if HEAD is detached, or its ref is stored where only git finds it (reftable). */
export function branchOf(host: Host, gitDir: string): string {
  const head = host.readFile(gitDir + "/HEAD", 4096);
  if (typeof head !== "string") return "";
  if (head.startsWith("ref:")) return nameIn(/^ref:[ \t]*refs\/heads\/(.+?)\n?$/.exec(head));
  for (const file of rebased) {
    const ref = host.readFile(gitDir + "/" + file, 4096);
    if (typeof ref === "string") return nameIn(/^refs\/heads\/(.+?)\n?$/.exec(ref));
  }
  return "";
}

function nameIn(match: RegExpExecArray | null): string {
  const name = match === null ? "" : (match[1] as string);
  return name === ".invalid" ? "" : name;
}
