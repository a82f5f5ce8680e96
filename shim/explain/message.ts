/**
 * Dry run of the rules over a message that is known before git runs: one on the command line, or that of a commit which is
 * amended, reused, cherry-picked or reverted, if no editor opens and git adds nothing that we would have to guess.
 */
import { askGit, isGitSince } from "../git/ask-git.ts";
import { has, keepsMessage, readCommitLine, whyNotPlain, type CommitLine } from "../git/commit-line.ts";
import { readMessage } from "../git/commit-message.ts";
import type { OptionUse } from "../git/parse-options.ts";
import { readPickLine } from "../git/pick-line.ts";
import type { Decision, Host } from "../host.ts";
import { applyToFile } from "../hooks/apply-rules.ts";
import type { HookContext } from "../hooks/hook-context.ts";
import { listHooks } from "../hooks/hooks-folder.ts";
import type { HookName } from "../git/hook-names.ts";
import { joinPath, type Repository } from "../git/repository.ts";
import { commandPoint, finalizePoint, type CommandInRepository } from "../plan/open-command.ts";
import type { Report, ReportEntry } from "../report/report.ts";
import { placeBeforeGit } from "../rules/program-place.ts";
import { programsAt } from "../rules/run-programs.ts";

/** Placeholder for the path of the file that git would pass to the hook. */
const messageFile = "\0message";

export function explainMessage(
  host: Host,
  command: CommandInRepository,
  context: HookContext,
  report: Report,
): Report {
  const known = knownMessage(host, command);
  if (known === null || context.enforcingHooks.length === 0) return report;
  const { text, author } = known;
  const judging: Host = {
    ...host,
    readInput: (path) => (path === messageFile ? text : host.readInput(path)),
    // git sets these variables for its hooks.
    runGit: (args, options = {}) => host.runGit(args, { ...options, env: { ...author, ...options.env } }),
  };
  const { reason, findings } = applyToFile(judging, context, command.plan, {
    point: finalizePoint,
    path: messageFile,
    isSealed: command.layers.seal !== null,
    // With the index as it is: what `-a` and paths add to it, only git knows.
    where: { place: placeBeforeGit(host, command.repository), hook: "" },
  });
  const { problems, trace, message, warnings } = findings;
  // Those asked about the command have been asked.
  const asked = programsAt(command.plan, commandPoint).map(({ id }) => id);
  const isAsked = ({ id }: ReportEntry): boolean => asked.indexOf(id) >= 0;
  const judged: Report = {
    ...report,
    problems,
    // With a reason, the hook leaves the commit alone.
    trace:
      reason === ""
        ? trace
          ? report.trace.filter(isAsked).concat(trace)
          : report.trace
        : report.trace.map((entry) =>
            isAsked(entry) ? entry : { ...entry, state: "skipped", detail: reason },
          ),
    message: reason === "" ? message || null : { before: text, after: text },
    warnings: report.warnings.concat(warnings || []),
    notes: report.notes.concat(noteOwnHooks(host, command, context)),
  };
  if (problems.length === 0) return judged;
  // If the hook fails, whatever its status, commit exits with 1, and the sequencer with 128.
  const decision: Decision = { action: "exit", status: command.name === "commit" ? 1 : 128 };
  return { ...judged, decision };
}

function noteOwnHooks(host: Host, { repository }: CommandInRepository, context: HookContext): string[] {
  const theirs = listHooks(host, joinPath(repository.top, context.hooks)).filter(
    (name) => messageHooks.indexOf(name) >= 0 && context.skipped.indexOf(name) < 0,
  );
  return theirs.length === 0
    ? []
    : ["the repository's own " + theirs.join(" and ") + " may change the message first"];
}

const messageHooks: readonly HookName[] = ["commit-msg", "prepare-commit-msg"];

interface KnownMessage {
  text: string;
  /** Variables that set the author, if it is not the user who runs git. */
  author: { [name: string]: string };
}

function knownMessage(host: Host, { name, globals, repository }: CommandInRepository): KnownMessage | null {
  const first = globals.commandIndex + 1;
  if (name === "commit") {
    const line = readCommitLine(host.argv, first);
    return line === null || line.usesEditor
      ? null
      : (givenMessage(host, line, repository) ?? reusedMessage(host, line));
  }
  if (name !== "cherry-pick" && name !== "revert") return null;
  const line = readPickLine(name, host.argv, first);
  if (line === null || line.mode !== null || line.noCommit || line.signoff || line.recordsOrigin) return null;
  // An option among the revisions belongs to git rev-list, or is unknown to us.
  if (line.revisions.length !== 1 || host.argv.indexOf("--ff", first) >= 0) return null;
  const source = readSource(host, host.argv[line.revisions[0] as number] as string);
  if (source === null) return null;
  if (name === "cherry-pick") return line.edit === true ? null : { text: source.message, author: {} };
  const edits = line.edit ?? host.isTerminal(0);
  const refers = host.argv.indexOf("--reference", first) >= 0 || isReferring(host);
  return edits || refers || source.parents > 1 ? null : { text: revertOf(host, source), author: {} };
}

/** In `-m`, or in a file that may be read more than once. */
function givenMessage(host: Host, line: CommitLine, repository: Repository): KnownMessage | null {
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
function reusedMessage(host: Host, line: CommitLine): KnownMessage | null {
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
