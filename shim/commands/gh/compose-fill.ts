/** The body that gh would compose from the commits, asked from git and gh as gh asks. */
import {
  baseRef,
  defaultBranchArguments,
  findBase,
  mergeBaseArguments,
  readRemotes,
  remotesArguments,
  resolvedArguments,
} from "../../gh/fill-base.ts";
import {
  composeFill,
  fillForm,
  fillLogArguments,
  headBranch,
  heedsGhRepo,
  heedsMergeBase,
  readFillLog,
} from "../../gh/fill.ts";
import type { FillStyle, TextLine } from "../../gh/text-line.ts";
import type { Host } from "../../host.ts";
import { askGh } from "./ask-gh.ts";
import { canPrompt } from "./call.ts";

/** null: gh finds nothing to compose it from, or we cannot tell what it would compose. */
export function askFill(host: Host, line: TextLine, style: FillStyle): string | null {
  const version = askGh(host, ["version"]).stdout;
  const form = fillForm(version);
  if (form === null) return null;
  const remotes = readRemotes(askGit(host, remotesArguments), askGit(host, resolvedArguments));
  const base = findBase({
    remotes,
    repo: line.repo || (heedsGhRepo(version) && host.env("GH_REPO")) || null,
    host: host.env("GH_HOST") || "",
    canPrompt: canPrompt(host),
  });
  const head = line.head ? headBranch(line.head) : askGit(host, ["symbolic-ref", "--short", "-q", "HEAD"]);
  if (base === null || head === "") return null;
  const branch =
    line.base ||
    (heedsMergeBase(version) && askGit(host, mergeBaseArguments(head))) ||
    withoutLineEnd(askGh(host, defaultBranchArguments(base)).stdout);
  if (branch === "") return null;
  const log = host.runGit(fillLogArguments(baseRef(remotes, base, branch), head));
  const commits = log.status === 0 ? readFillLog(log.stdout) : null;
  return commits && composeFill(style, form, commits);
}

function askGit(host: Host, args: string[]): string {
  const { status, stdout } = host.runGit(args);
  return status === 0 ? withoutLineEnd(stdout) : "";
}

function withoutLineEnd(text: string): string {
  return text.replace(/\n$/, "");
}
