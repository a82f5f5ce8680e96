/**
 * The message that git will commit, where that is known before git runs: one on the command line, or that of a commit which is
 * amended, reused, cherry-picked or reverted, if no editor opens and git adds nothing that we would have to guess.
 */
import type { Host } from "../host.ts";
import { askGit, isGitSince } from "./ask-git.ts";
import { has, keepsMessage, whyNotPlain, type CommitLine } from "./commit-line.ts";
import { readMessage } from "./commit-message.ts";
import type { OptionUse } from "./parse-options.ts";
import type { PickLine } from "./pick-line.ts";
import { joinPath, type Repository } from "./repository.ts";

export interface KnownMessage {
  text: string;
  /** Variables that set the author, if it is not the user who runs git. */
  author: { [name: string]: string };
  /** git's exit status if a hook fails, whatever the hook's own. */
  statusIfRefused: number;
}

export function knownCommitMessage(
  host: Host,
  line: CommitLine | null,
  repository: Repository,
): KnownMessage | null {
  if (line === null || line.usesEditor) return null;
  const known = givenMessage(host, line, repository) ?? reusedMessage(host, line);
  return known && { ...known, statusIfRefused: 1 };
}

/** As die() of the sequencer has it. */
const sequencerStatus = 128;

export function knownPickMessage(host: Host, line: PickLine | null, first: number): KnownMessage | null {
  const source = line === null || line.edit === true ? null : readPicked(host, line, first);
  return source && { text: source.message, author: {}, statusIfRefused: sequencerStatus };
}

export function knownRevertMessage(host: Host, line: PickLine | null, first: number): KnownMessage | null {
  if (line === null || (line.edit ?? host.isTerminal(0))) return null;
  const source = readPicked(host, line, first);
  if (source === null || source.parents > 1) return null;
  if (host.argv.indexOf("--reference", first) >= 0 || isReferring(host)) return null;
  return { text: revertOf(host, source), author: {}, statusIfRefused: sequencerStatus };
}

/** Null if git picks several commits, or may add to the message. */
function readPicked(host: Host, line: PickLine, first: number): Source | null {
  if (line.mode !== null || line.noCommit || line.signoff || line.recordsOrigin) return null;
  // An option among the revisions belongs to git rev-list, or is unknown to us.
  if (line.revisions.length !== 1 || host.argv.indexOf("--ff", first) >= 0) return null;
  return readSource(host, host.argv[line.revisions[0] as number] as string);
}

type Known = Omit<KnownMessage, "statusIfRefused">;

/** In `-m`, or in a file that may be read more than once. */
function givenMessage(host: Host, line: CommitLine, repository: Repository): Known | null {
  if (whyNotPlain(line) !== null || keepsMessage(line) || line.author !== null) return null;
  const isFile = ({ value }: OptionUse): boolean => {
    const stat = value === null || value === "-" ? null : host.stat(joinPath(repository.cwd, value));
    return stat !== null && stat.kind === "file";
  };
  if (!line.files.every(isFile)) return null;
  const read = readMessage(host, line, repository);
  if (read.kind === "left") return null;
  const amended = has(line, "amend") && !has(line, "reset-author") ? readSource(host, "HEAD") : null;
  return { text: read.text, author: amended === null ? {} : authorOf(amended) };
}

/** `--amend`, `-C` and `-c` without an editor. */
function reusedMessage(host: Host, line: CommitLine): Known | null {
  const others = ["message", "file", "fixup", "squash", "signoff", "trailer"];
  if (others.some((name) => has(line, name))) return null;
  const source = line.reuse ?? line.reedit ?? (has(line, "amend") ? "HEAD" : null);
  const read = source === null ? null : readSource(host, source);
  if (read === null) return null;
  const keepsAuthor = line.author === null && !has(line, "reset-author");
  return { text: read.message, author: keepsAuthor ? authorOf(read) : {} };
}

function authorOf({ authorName, authorMail }: Source): KnownMessage["author"] {
  return { GIT_AUTHOR_NAME: authorName, GIT_AUTHOR_EMAIL: authorMail };
}

interface Source {
  id: string;
  parents: number;
  authorName: string;
  authorMail: string;
  /** In the encoding that git would commit it in. */
  message: string;
}

/** Null if the word does not name a commit. */
function readSource(host: Host, revision: string): Source | null {
  if (revision.startsWith("-")) return null;
  const named = askGit(host, ["rev-parse", "--quiet", "--verify", revision + "^{commit}"]);
  if (named.status !== 0) return null;
  const id = named.stdout.replace(/\n$/, "");
  const encoding = askGit(host, ["config", "--get", "i18n.commitEncoding"]).stdout.replace(/\n$/, "");
  const { status, stdout } = askGit(host, [
    "log",
    "-1",
    "--no-walk",
    "--no-show-signature",
    "--encoding=" + (encoding || "UTF-8"),
    "--format=%P%n%an%n%ae%n%B",
    id,
  ]);
  const lines = stdout.split("\n");
  if (status !== 0 || lines.length < 4) return null;
  const [parents, authorName, authorMail] = lines as [string, string, string];
  const body = lines.slice(3).join("\n").replace(/\n$/, "");
  // As skip_blank_lines in git's commit.c.
  const message = body.replace(/^(?:[ \t]*\n)+/, "");
  return { id, parents: parents === "" ? 0 : parents.split(" ").length, authorName, authorMail, message };
}

/** As do_pick_commit in git's sequencer.c: since 2.43 a revert of a revert is titled `Reapply`. */
function revertOf(host: Host, { id, message }: Source): string {
  const subject = message.split("\n", 1)[0] as string;
  const again = /^Revert "(?!Revert ")([^]*)$/.exec(subject);
  const title =
    again !== null && isGitSince(host, 2, 43)
      ? 'Reapply "' + (again[1] as string)
      : 'Revert "' + subject + '"';
  return title + "\n\nThis reverts commit " + id + ".\n";
}

/** With revert.reference git leaves the title for the user to write. */
function isReferring(host: Host): boolean {
  return askGit(host, ["config", "--type=bool", "--get", "revert.reference"]).stdout === "true\n";
}
