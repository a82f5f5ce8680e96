/** Which repository a line of gh is about, as `when.remote` compares it. */
import type { Occasion } from "../../../engine/core/occasion.ts";
import type { ApiLine } from "../../gh/api-line.ts";
import { hostOfEndpoint } from "../../gh/api-address.ts";
import type { GhLine } from "../../gh/command-line.ts";
import { ghConfigFile, onlyHost } from "../../gh/config-file.ts";
import { findBase } from "../../gh/fill-base.ts";
import { heedsGhRepo } from "../../gh/fill.ts";
import { valueOf } from "../../gh/parse-flags.ts";
import type { Host } from "../../host.ts";
import { askGh } from "./ask-gh.ts";

/** What the line or GH_REPO names, else the remotes of the repository that it runs in (`here`). */
export function remotesFor(host: Host, line: GhLine, here: Occasion["remotes"]): Occasion["remotes"] {
  return () => {
    const named = namedRepository(host, line);
    return named ? [named] : here();
  };
}

/** `HOST/OWNER/NAME`; null where nothing names it. */
export function namedRepository(host: Host, { argv, does }: GhLine): string | null {
  let repo: string | null = null;
  if (does.kind === "text") repo = does.repo;
  if (does.kind === "merge") repo = valueOf(does.flags, "repo");
  if (!repo && "flags" in does && does.kind !== "api") repo = repositoryOfAddress(argv, does.flags.operands);
  if (!repo && !isDeaf(host, does)) repo = host.env("GH_REPO") || null;
  return repo && findBase({ remotes: [], repo, host: defaultHost(host), canPrompt: false });
}

/** An old `pr create` is the one command that does not look at GH_REPO. */
function isDeaf(host: Host, does: GhLine["does"]): boolean {
  const isCreate = does.kind === "text" && does.command === "pr create" && !!host.env("GH_REPO");
  return isCreate && !heedsGhRepo(askGh(host, ["version"]).stdout);
}

/** A pull request or an issue may be named by its address. */
function repositoryOfAddress(argv: readonly string[], operands: readonly number[]): string | null {
  const [first] = operands;
  const address =
    first === undefined
      ? null
      : /^https?:\/\/([^/]+\/[^/]+\/[^/]+)\/(?:pull|issues)\//.exec(argv[first] as string);
  return address === null ? null : (address[1] as string);
}

/**
 * Of a request: `repository` is `OWNER/NAME`, where placeholders stand for GH_REPO or the repository here (`base`). They
 * say nothing about the host.
 */
export function repositoriesOf(
  host: Host,
  line: ApiLine,
  repository: string | null,
  base: Occasion["remotes"],
): readonly string[] | null {
  if (repository === null) return null;
  const server =
    hostOfEndpoint(line.endpoint) ||
    (valueOf(line.flags, "hostname") || "").toLowerCase() ||
    defaultHost(host);
  if (!/[{:]/.test(repository)) return [server + "/" + repository];
  return base().map((each) => {
    const parts = each.split("/");
    const fill = (text: string): string =>
      text
        .replace(/\{owner\}|:owner\b/g, () => parts[parts.length - 2] || "")
        .replace(/\{repo\}|:repo\b/g, () => parts[parts.length - 1] || "");
    return server + "/" + fill(repository);
  });
}

/** The host that gh asks if nothing names one: GH_HOST, the only one that it is logged in to, or github.com. */
function defaultHost(host: Host): string {
  const given = host.env("GH_HOST");
  if (given) return given.toLowerCase();
  const file = ghConfigFile((name) => host.env(name)).replace(/config\.yml$/, "hosts.yml");
  const text = host.readFile(file);
  return (typeof text === "string" && onlyHost(text)) || "github.com";
}
