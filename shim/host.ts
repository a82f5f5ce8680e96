/**
 * All access of the interception logic to the outside world. `shim/native` implements it in C, `shim/node` on
 * Node; both pass the same test vectors.
 *
 * Bytes: every string that crosses this interface is a byte string, code units 0 to 255, one per byte.
 * Passing a code unit above 255 is a bug in the caller and stops the command.
 *
 * Reading: null or an errno is an answer about the file, which git would get as well. Where the system cannot tell (an I/O error,
 * no memory, no descriptor left), the host ends the command: taken for absent, a file that git reads a moment later would be missed.
 */
import type { EndedProgram } from "../engine/core/program-answer.ts";

export interface Host {
  /** The unmodified command line, program name first. */
  readonly argv: readonly string[];
  env(name: string): string | undefined;
  /** The names of all environment variables that start with `prefix`. */
  envNames(prefix: string): string[];
  /** The working directory, absolute. */
  cwd(): string;
  /** What is at a path (links followed), or null. */
  stat(path: string): FileStat | null;
  /** Is there anything at a path (links followed)? What cannot be looked at counts as there. */
  isThere(path: string): boolean;
  /** Paths and stamps in turn: does each path have that stamp, or is nothing there if the stamp is `absent`? */
  areUnchanged(inputs: readonly string[]): boolean;
  /** The absolute path with links and dots resolved, or null. */
  realPath(path: string): string | null;
  /**
   * All bytes of a file, or an errno: EFBIG if there are more than `most`; EINVAL if it is not a regular
   * file. (A FIFO would block, and could return something else the next time.) `words`, in lower case: the empty string
   * if none of them is in the file, whatever the case there; the script engine takes longer to look.
   */
  readFile(path: string, most?: number, words?: readonly string[]): string | number;
  /** The same for any input that the caller names, including a FIFO, however long that takes. */
  readInput(path: string): string | number;
  /**
   * The same for a file that belongs to root or this user, is not a link, and that nobody else may write to.
   * Any other file, or one that cannot be examined, counts as absent (ENOENT).
   */
  readOwnFile(path: string, most?: number): string | number;
  /**
   * A commit or tree that is stored in a file of its own below the folder `objects`, proved: its bytes hash to the id.
   * Null if there is none, or if it is large.
   */
  readLooseObject(objects: string, type: "commit" | "tree", id: string): string | null;
  /**
   * The id, of so many digits, of the tree that git has written for an index, as the index itself says (gitformat-index(5), cache
   * tree). Empty if it does not say, or is of a form that only git reads.
   */
  treeOfIndex(path: string, digits: number): string;
  /** All bytes of standard input, or an errno. */
  readStdin(): string | number;
  /**
   * Reads pkt-lines (git's protocol) from standard input up to the next flush and not a byte more; or an
   * errno: EPROTO if it is not a pkt-line or is longer than git allows, EFBIG if there are implausibly many.
   */
  readPackets(): string[] | number;
  /**
   * FNV-1a of the bytes, as `fnv1a` in engine/core. Written twice for speed: every commit checks its plan by it,
   * and the script engine is slow at arithmetic on each byte.
   */
  checksum(bytes: string): string;
  isTerminal(fd: number): boolean;
  /** The names in a folder, in any order, or an errno. `except`: without those that end so. */
  listDirectory(path: string, except?: string): string[] | number;
  /** Makes a folder that only its owner may write to, and, if it `isPrivate`, look into; 0, or the errno. */
  makeDirectory(path: string, isPrivate?: boolean): number;
  /**
   * A folder below TMPDIR or /dev/shm that only this user can access, for what cannot be kept elsewhere. With
   * `make`, creates it if missing. Empty if there is none.
   */
  privateFolder(make: boolean): string;
  /** Is it a folder of root or this user that nobody else can write to or replace? */
  isOwnFolder(path: string): boolean;
  /** Makes a symbolic link at `path`; 0, or the errno. */
  makeLink(target: string, path: string): number;
  /** Removes a file or a link; 0, or the errno. */
  removeFile(path: string): number;
  /** Overwrites a file in place; 0, or the errno. */
  writeFile(path: string, bytes: string): number;
  /** Could something be appended to the file, which must exist? 0, or the errno. Writes nothing. */
  tryAppend(path: string): number;
  /**
   * Who but root could change what is at a path: a sentence about it or about a folder or link on the way;
   * empty if nobody could. If nothing exists there, the folders decide.
   */
  whyUnguarded(path: string): string;
  /**
   * Appends a line to the record of decisions in one write, and creates the file if it is missing. Without pieces, tests
   * whether it could. 0, or the errno.
   */
  appendRecord(path: string, pieces: readonly Piece[]): number;
  /** The same as one datagram to a unix socket, without waiting. A line that is too long for it is shortened. */
  sendRecord(path: string, pieces: readonly Piece[]): number;
  /** In hexadecimal. */
  sha256(bytes: string): string;
  /** The time in UTC, as in `2026-01-02T03:04:05Z`; if `precise`, with nine digits of a second's fraction. */
  now(precise?: boolean): string;
  /** Milliseconds on the clock since this command began, with a fraction. */
  elapsed(): number;
  /** The real user id. */
  userId(): number;
  /** Path of the program that interlock replaces (the real git); empty if there is none. */
  realProgram(): string;
  /** Path of our own binary, links resolved. */
  ownProgram(): string;
  /**
   * The parent of the folder that contains our binary, links and dots
   * unresolved; cheaper than `ownProgram`. Empty if unknown.
   */
  ownPrefix(): string;
  /** Path of our parent's program (1), our grandparent's (2), and so on; empty if unknown. */
  ancestorProgram(generation: number): string;
  /** The command line of that ancestor; empty if unknown. */
  ancestorWords(generation: number): string[];
  /**
   * Other child processes of our parent that it has not yet waited for, in any order. An unknown program is
   * empty. Null if the list may be incomplete.
   */
  siblings(): Sibling[] | null;
  /** Runs the real git and returns its output; its stderr is dropped. */
  runGit(args: string[], options?: RunOptions): RunResult;
  /** The same of the program that this one stands in front of: git or gh. */
  runReal(args: string[], options?: RunOptions): RunResult;
  /**
   * Starts reading objects: those that `git rev-list --stdin` with these further words lists for the input,
   * or, without words, those that the input names, one id per line. Ends any earlier reading. 0, or
   * `notStarted`.
   */
  startObjects(words: readonly string[] | null, stdin: string, options: ReadOptions): RunStatus;
  /**
   * Starts reading commits from the output of one git, which saves a second process to read the objects.
   * `words`: git's arguments, `rev-list --header --encoding=none` and more. That output is not the object
   * itself: if the bytes rebuilt from it do not hash to the id, the commit is `unproved` and must be read by
   * `startObjects`. With `--boundary`, commits that the range excludes, and whose children it has, are `boundary`. 0, or
   * `notStarted`.
   */
  startCommits(words: readonly string[], stdin: string, options: ReadOptions): RunStatus;
  /**
   * The next objects, in git's order; empty at the end. Each one is proved: we hashed its bytes and got its
   * id. It is not proved that git listed all of them.
   */
  readObjects(): ReadObject[];
  /** Waits for git's next output or its end, at most for `milliseconds`; gives how long. */
  awaitOutput(milliseconds: number): number;
  /** After the last of `startCommits`: git's exit status. If it is not 0, the list may be incomplete. */
  listingStatus(): RunStatus;
  /** What the git of the last `startCommits` has written to standard error; null if that is not known, or is long. */
  listingErrors(): string | null;
  /**
   * For a hook: the packet trace of the git that waits for it, if the decision asked for one; null if it
   * cannot be trusted. Each line is proved to be git's own: the kernel says which process wrote it, and only
   * the first line of each message counts.
   */
  readTrace(): string | null;
  /** Makes a temporary folder for this process, below TMPDIR or /tmp; empty if that fails. */
  makeTemporaryFolder(): string;
  /** Removes the last folder made by `makeTemporaryFolder`, with its contents. */
  removeTemporaryFolder(): void;
  /**
   * Runs a program and waits. `argv` starts with the program name. It inherits our standard files, except for
   * `stdin` if given.
   */
  runProgram(path: string, argv: string[], env: EnvChanges, stdin?: string): RunStatus;
  /**
   * Runs a hook program within limits: in a session of its own, which is killed whole at the time limit and when the program
   * has ended, with a bounded amount of output. `words`: the path of the program, and its arguments. `environment`: all of it,
   * as NAME=value. `isGuarded`: other processes of this user must not reach its output through /proc.
   */
  runHookProgram(
    words: readonly string[],
    folder: string,
    environment: readonly string[],
    stdin: string,
    limitMs: number,
    isGuarded: boolean,
  ): EndedProgram;
  /**
   * Waits until no other process has the turn that the file at `path` stands for, and takes it: until `endTurn`, until the end of the
   * next `runCold`, or of this process. False if there can be no such file, or this host has no such locks (Node).
   */
  awaitTurn(path: string): boolean;
  /** Gives back what `awaitTurn` has taken. */
  endTurn(): void;
  /** Runs `interlock` on the cold side, waits, and returns its output. */
  runCold(args: string[]): ColdResult;
  /** Is a cold side installed, to run or to hand over to? */
  hasColdSide(): boolean;
  /**
   * For a script that processes many items: restarts its time limit,
   * and frees memory held by reference cycles.
   */
  resetDeadline(): void;
  /**
   * Reports progress: on a terminal, if it takes long, shows a count
   * of commits until something else is written.
   */
  progress(done: number): void;
  /** What the process does if the script fails from now on. */
  setFailurePolicy(policy: "block" | "pass"): void;
  /**
   * Writes text. C0 and, as UTF-8, C1 control characters and those that turn the direction of a line become `?`,
   * so that no outside text can control a terminal. `styled`: colours stay; the caller has filtered the rest.
   */
  write(fd: 1 | 2, bytes: string, styled?: boolean): void;
}

/**
 * Of a line of JSON, in turn: JSON of ours in ASCII, and the value that follows it. A value that is undefined is left out, and
 * so is what stands before it. An empty list counts as undefined. Texts are byte strings; they become ASCII, and what is not
 * UTF-8 becomes U+FFFD. Long texts and lists are cut, and end with `...`. Built by the host, because the script engine takes
 * several times as long.
 */
export type Piece = string | number | readonly string[] | undefined;

/** Did `readFile` fail because there is no such file (ENOENT, ENOTDIR)? Any other failure is an error. */
export function isAbsent(read: string | number): boolean {
  return read === 2 || read === 20;
}

/** Did it fail because this is not a regular file, but a FIFO, a socket or a device? */
export function isNotRegularFile(read: string | number): boolean {
  return read === 22;
}

/** Did it fail because there is more than was asked for? */
export function isTooLarge(read: string | number): boolean {
  return read === 27;
}

/** Did it fail because this is a folder? */
export function isFolder(read: string | number): boolean {
  return read === 21;
}

export interface FileStat {
  kind: "file" | "directory" | "other";
  size: number;
  /** `size:mtimeNs:inode` in decimal and the permissions in octal; the plan compares it for equality. */
  stamp: string;
  /** Has any execute bit. */
  executable: boolean;
}

/** Exit status; minus n after signal n; `notStarted` if the program could not be run. */
export type RunStatus = number;
export const notStarted = -1000;

export interface RunResult {
  status: RunStatus;
  stdout: string;
  /** If requested: what git wrote for GIT_TRACE_PACKET. */
  trace?: string;
}

export interface RunOptions {
  /** The program's standard input; empty by default. */
  stdin?: string;
  /** The caller's variables to pass on; a final `*` matches any suffix. By default all except traces. */
  only?: readonly string[];
  env?: EnvChanges;
  /** Should git trace its packets? */
  traced?: boolean;
  /** Should `stdout` hold its standard error instead? */
  errors?: boolean;
}

/** For git processes that read objects. */
export type ReadOptions = Pick<RunOptions, "only" | "env">;

export interface ReadObject {
  id: string;
  /**
   * `forged`: the bytes stored under the id belong to another object; `large`: too large to be a useful
   * commit or tag; `unproved`: the bytes cannot be rebuilt from git's output; `boundary`: the range excludes it.
   */
  type: "commit" | "tag" | "tree" | "blob" | "missing" | "forged" | "large" | "unproved" | "boundary";
  /** Byte string, for commits and tags; empty for others. */
  body: string;
  /** Of a commit: does its header have nothing but a tree, at most one parent, an author and a committer, as git writes them? */
  isPlain: boolean;
}

export interface Sibling {
  program: string;
  words: string[];
  /** If it runs no program any more: the name of the last one, empty if unknown. Null if it runs. */
  endedAs: string | null;
}

/** Environment variables to set, or to unset if null. */
export interface EnvChanges {
  [name: string]: string | null;
}

export interface ColdResult {
  /** Exit status; 128 + n after signal n; or one of the two below. */
  status: number;
  stdout: string;
}
export const coldNotStarted = -1;
export const coldTooSlow = -2;

export interface ExecDecision {
  action: "exec";
  argv: readonly ArgvWord[];
  stdin: string | null;
  /** Passed to the program's standard input before the rest of our own. */
  stdinBefore?: string;
  /**
   * Should git trace its packets, for our hook to read by `readTrace`? Ignored if the caller traces packets.
   */
  traced?: boolean;
  env?: EnvChanges;
  /** Defaults to the real program. */
  program?: string;
}

/** What the shim will do with a command. */
export type Decision =
  | ExecDecision
  | { action: "exit"; status: number }
  /** Dies of the same signal as a child did. */
  | { action: "raise"; signal: number };

/** What a verb of `interlock` will do. */
export type VerbDecision = Decision | ColdDecision;

/** Hands over to the cold side, with the same arguments. */
export interface ColdDecision {
  action: "cold";
  /** What we have read of standard input; null if nothing. */
  stdin: string | null;
  /** Does the cold side go on with the walk of `startCommits`, from its start? If that is not possible, it walks anew. */
  walk?: boolean;
}

/** A number passes that word of the caller's command line on unchanged; a string is a new word. */
export type ArgvWord = number | string;
