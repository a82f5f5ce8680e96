/** What a contribution may ask about a commit: the remotes, author and committer. Looked up on demand. */
import type { ConfigEntry } from "../git/config-file.ts";
import type { GlobalPart } from "../git/global-options.ts";
import { configuredIdent, identReader } from "../git/idents.ts";
import { askRemotes, readRemotes } from "../git/remotes.ts";
import { commonDirOf, type Repository } from "../git/repository.ts";
import { hasUnusualSettings, readEntries } from "../git/config.ts";
import type { Host } from "../host.ts";
import type { ShimFiring } from "../rules/fire-point.ts";
import type { HookContext } from "./hook-context.ts";
import { readStepAuthor } from "./replayed-step.ts";

type CommitLookups = Pick<ShimFiring<string>, "remotes" | "ident">;

/** For a command that git has not started. `author`: the value of --author. */
export function lookupsBeforeGit(
  host: Host,
  globals: GlobalPart,
  repository: Repository,
  author: string | null,
): CommitLookups {
  const words = host.argv.slice(1, globals.commandIndex);
  let entries: ConfigEntry[] | null | undefined;
  return {
    remotes: () => {
      const read = readRemotes(host, globals.options, repository);
      return typeof read === "string" ? askRemotes(host, words) : read;
    },
    ident: identReader(host, words, author, (which) => {
      entries = entries === undefined ? readEntries(host, globals, repository) : entries;
      return entries === null ? null : configuredIdent(entries, which);
    }),
  };
}

/** For a hook: git runs it in the repository, and sets the author in a variable or in a state file. */
export function lookupsInHook(host: Host, context: HookContext): CommitLookups {
  const ident = identReader(host, [], null, (which) => context.idents[which]);
  return {
    remotes: () => {
      const { gitDir } = context;
      const repository = { cwd: host.cwd(), top: host.cwd(), gitDir, commonDir: commonDirOf(host, gitDir) };
      const read = hasUnusualSettings(host, []) ? "" : readRemotes(host, [], repository);
      return typeof read === "string" ? askRemotes(host, []) : read;
    },
    ident: (which) => {
      const author = which === "author" ? readStepAuthor(host, context) : null;
      return author === null ? ident(which) : author.ident;
    },
  };
}
