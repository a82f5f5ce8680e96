/**
 * Everything the interception logic may ask of the world. `shim/native` implements it in C,
 * `shim/node` on Node; both pass the same test vectors.
 *
 * Bytes: every string that crosses this interface is a byte string, code units 0 to 255, one per
 * byte. A code unit above 255 going out is a defect of the caller and stops the command.
 */
export interface Host {
  /** The command line as it came, program name first. */
  readonly argv: readonly string[];
  /** An environment variable, or undefined. */
  env(name: string): string | undefined;
  /** The names of all environment variables that begin with `prefix`. */
  envNames(prefix: string): string[];
  /** The working directory, absolute. */
  cwd(): string;
  /** What stands at a path (links followed), or null. */
  stat(path: string): FileStat | null;
  /** The absolute path without links and dots, or null. */
  realPath(path: string): string | null;
  /**
   * All bytes of a file, or a number: the errno of the failure, EFBIG if there are more than `most`, EINVAL if it is none:
   * a FIFO, say, would be waited for, and what it says once it does not say again.
   */
  readFile(path: string, most?: number): string | number;
  /** The same of whatever the caller names to be read, a FIFO too, however long that takes. */
  readInput(path: string): string | number;
  /**
   * The same of a file that is root's or this user's own, is no link, and that nobody else may write to. Any other is
   * not there (ENOENT), nor is one that cannot be looked at.
   */
  readOwnFile(path: string): string | number;
  /** All bytes of standard input, or an errno. */
  readStdin(): string | number;
  /**
   * From standard input, pkt-lines (git's protocol) up to the next flush and no byte more; or an errno: EPROTO for what
   * is no pkt-line or longer than git's may be, EFBIG for more of them than can be.
   */
  readPackets(): string[] | number;
  /** FNV-1a of the bytes, as `fnv1a` in engine/core has it. Here, because the script engine is slow at it. */
  checksum(bytes: string): string;
  isTerminal(fd: number): boolean;
  /** The names in a folder, in any order, or an errno. */
  listDirectory(path: string): string[] | number;
  /** Makes a folder that its owner alone may write to; 0, or the errno. */
  makeDirectory(path: string): number;
  /**
   * A folder below TMPDIR or /dev/shm that is this user's alone, for what cannot be kept elsewhere; with `make` it is
   * made if it is not there. Empty if there is none.
   */
  privateFolder(make: boolean): string;
  /** Is it a folder, root's or this user's own, that nobody else can write to or put another in the place of? */
  isOwnFolder(path: string): boolean;
  /** Makes a symbolic link at `path`; 0, or the errno. */
  makeLink(target: string, path: string): number;
  /** Removes a file or a link; 0, or the errno. */
  removeFile(path: string): number;
  /** Writes a file anew, at its place; 0, or the errno. */
  writeFile(path: string, bytes: string): number;
  /** Writes behind what a file has, in one piece; never makes it. With nothing to write: could it? 0, or the errno. */
  appendFile(path: string, bytes: string): number;
  /**
   * Who but root could change what stands at a path: a sentence about it, a folder or a link on the way; empty if
   * nobody could. Where nothing stands, the folders decide.
   */
  whyUnguarded(path: string): string;
  /** The time in UTC, as in `2026-01-02T03:04:05Z`. */
  now(): string;
  /** The number of the user that runs this. */
  userId(): number;
  /** Path of the program that this one stands in front of; empty if there is none. */
  realProgram(): string;
  /** Path of our own binary, links resolved. */
  ownProgram(): string;
  /** The folder above the one that it lies in, with links and dots; cheaper than `ownProgram`. Empty if there is none. */
  ownPrefix(): string;
  /** Path of the program that started this process (1), of the one that started that (2); empty if it cannot be told. */
  ancestorProgram(generation: number): string;
  /** The command line that it was started with; empty if it cannot be told. */
  ancestorWords(generation: number): string[];
  /**
   * What else our parent has started and not yet waited for, in any order. A program that cannot be told is empty. Null if
   * there may be more.
   */
  siblings(): { program: string; words: string[] }[] | null;
  /** Runs the real git and gives its output; its stderr is dropped. */
  runGit(args: string[], options?: RunOptions): RunResult;
  /** The same of the program that this one stands in front of: git or gh. */
  runReal(args: string[]): RunResult;
  /**
   * Begins to read objects: those that `git rev-list --stdin` with these further words lists for the input, or, without
   * words, those that the input names, an id a line. What was begun before ends. 0, or `notStarted`.
   */
  startObjects(words: readonly string[] | null, stdin: string, options: ReadOptions): RunStatus;
  /**
   * Begins to read commits as one git prints them, which spares a second one that reads them. `words`: git's command line,
   * `rev-list --header --encoding=none` and more. That print is not the object: where what is put together from it does not
   * have the id, the commit is `unproved` and has to be read by `startObjects`. 0, or `notStarted`.
   */
  startCommits(words: readonly string[], stdin: string, options: ReadOptions): RunStatus;
  /**
   * The next of them, in git's order; empty at the end. Every one is proved: its bytes, hashed here, have its id. How git
   * found them, and whether these are all, nobody has proved.
   */
  readObjects(): ReadObject[];
  /** How many bytes git has written that were not read yet: how far it is ahead. */
  waitingBytes(): number;
  /** After the last of `startCommits`: how git ended. Anything but 0: these may not be all. */
  listingStatus(): RunStatus;
  /**
   * For a hook: what the git that waits for it has written down of its packets, if the decision had it traced; null if
   * nobody can say. Each line is git's own: the kernel says which process wrote it, and of each message the first line counts.
   */
  readTrace(): string | null;
  /** Makes a folder for this process alone, below TMPDIR or /tmp; empty if there is no place for it. */
  makeTemporaryFolder(): string;
  /** Removes the folder that was made last by `makeTemporaryFolder`, with all that is in it. */
  removeTemporaryFolder(): void;
  /** Runs a program, program name first, on our own standard files, or with something else to read, and waits. */
  runProgram(path: string, argv: string[], env: EnvChanges, stdin?: string): RunStatus;
  /** Runs `interlock` on the cold side, waits, and gives its output. */
  runCold(args: string[]): ColdResult;
  /** Is there one to run, or to go on with? */
  hasColdSide(): boolean;
  /** For a script that does the same for many: its time begins anew, and memory is cleared of rings. */
  beginLot(): void;
  /** So many commits are done: on a terminal, a line says so once it takes long, until something else is written. */
  progress(done: number): void;
  /** What the process does if the script fails from here on. */
  setFailurePolicy(policy: "block" | "pass"): void;
  /** Nothing from outside may steer a terminal: C0 and, as UTF-8, C1 control characters become `?`. */
  write(fd: 1 | 2, bytes: string): void;
}

/** Did `readFile` fail because there is no such file (ENOENT, ENOTDIR)? Any other failure is a fault. */
export function isAbsent(read: string | number): boolean {
  return read === 2 || read === 20;
}

/** Did it fail because no file stands there, but a FIFO, a socket or a device? */
export function isNoFile(read: string | number): boolean {
  return read === 22;
}

export interface FileStat {
  kind: "file" | "directory" | "other";
  size: number;
  /** `size:mtimeNs:inode` in decimal and the permissions in octal; the plan compares it for equality. */
  stamp: string;
  /** Has an execute bit for anybody. */
  executable: boolean;
}

/** Exit status; minus n after signal n; `notStarted` if it could not be run. */
export type RunStatus = number;
export const notStarted = -1000;

export interface RunResult {
  status: RunStatus;
  stdout: string;
  /** Given if it was asked for: what git wrote by GIT_TRACE_PACKET. */
  trace?: string;
}

export interface RunOptions {
  /** What it reads; nothing if not given. */
  stdin?: string;
  /** The caller's variables that it keeps, `*` at the end for all that begin so; all but traces if not given. */
  only?: readonly string[];
  env?: EnvChanges;
  /** Should git write down its packets? */
  traced?: boolean;
  /** Should `stdout` have what it writes on standard error instead? */
  errors?: boolean;
}

/** For git processes that read objects. */
export type ReadOptions = Pick<RunOptions, "only" | "env">;

export interface ReadObject {
  id: string;
  /**
   * `forged`: what stands under the id are the bytes of another object; `large`: too large to be a commit or a tag of use;
   * `unproved`: git's print does not tell its bytes.
   */
  type: "commit" | "tag" | "tree" | "blob" | "missing" | "forged" | "large" | "unproved";
  /** Of commits and tags, byte string; nothing of others. */
  body: string;
}

/** Environment variables to set, or with null to take away. */
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
  /** What the program reads before what is left of standard input. */
  stdinBefore?: string;
  /** Should git write down its packets, for a hook of ours to read by `readTrace`? Not if the caller traces packets. */
  traced?: boolean;
  env?: EnvChanges;
  /** The real program if not given. */
  program?: string;
}

/** What the shim will do with a command. */
export type Decision =
  | ExecDecision
  | { action: "exit"; status: number }
  /** Ends as a child did that a signal ended. */
  | { action: "raise"; signal: number };

/** What a verb of `interlock` will do. */
export type VerbDecision = Decision | ColdDecision;

/** The cold side goes on with the same words. */
export interface ColdDecision {
  action: "cold";
  /** What was read of it; null if nothing was. */
  stdin: string | null;
}

/** A number forwards that word of the caller's command line as it came; a string is a new word. */
export type ArgvWord = number | string;
