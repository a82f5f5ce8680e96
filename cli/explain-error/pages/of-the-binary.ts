/** Errors of the binary itself, before or around the script that decides. Their codes stand in shim/native/. */
import type { ErrorPages } from "../error-page.ts";

export const nativeCodes = [
  "no-real-program",
  "no-cold-side",
  "cold-side-ended",
  "script-timeout",
  "script-failed",
  "out-of-memory",
  "system-fault",
  "input-not-passed",
  "binary-damaged",
] as const;

export const pagesOfTheBinary: ErrorPages<(typeof nativeCodes)[number]> = {
  "no-real-program": {
    cause: "there is no git or gh on PATH behind interlock, or it cannot be run; exit status 127",
    fix: "install it, or put interlock's `bin` folder before it on PATH",
    example: { seen: ["# apt-get install git", "$ type -a git"] },
  },
  "no-cold-side": {
    cause:
      "the part of interlock that runs on Node, for `compile` and most verbs, is not beside the binary, or there is no Node for it; a [minimal](../sandbox-image/README.md#variants) install has none",
    fix: "in a minimal install, use a verb that it has, or install interlock without `--minimal`; else reinstall it, or put a node of version 20 or later on PATH",
    example: { seen: ["$ node --version"] },
  },
  "cold-side-ended": {
    cause:
      "the part of interlock that runs on Node was ended, or could not begin, mostly because a limit of the shell leaves it too little memory, or too few open files or threads; Node's own words stand above",
    fix: "raise the limit; if `fix` had begun, each branch is the old one or the new one, and it can be run again",
    example: { seen: ["$ ulimit -a", "$ ulimit -S -v unlimited", "$ interlock fix"] },
  },
  "script-timeout": {
    cause: "the rules took longer than `INTERLOCK_TIMEOUT_MS` allows (10 s of processor time)",
    fix: "raise it, or have fewer rules or a smaller message",
    example: { seen: ["$ INTERLOCK_TIMEOUT_MS=60000 git commit -F long-message"] },
  },
  "script-failed": {
    cause: "a defect of interlock",
    fix: "report it with the command that shows it; `onEngineFailure: pass` in the install config lets commands run meanwhile",
    example: { seen: ["$ INTERLOCK_DEBUG=1 git commit -m 'fix: retry'"] },
  },
  "out-of-memory": {
    cause: "the system gives no more memory",
    fix: "free some memory, or raise `ulimit -d` and `ulimit -v`, and try again",
    example: { seen: ["$ ulimit -d unlimited", "$ git commit -F long-message"] },
  },
  "system-fault": {
    cause:
      "the system could not say what is in a file, or whether it is there: an input or output error, no memory, too many open files. Taken for absent, a rule or a message could be missed that is there a moment later",
    fix: "try again; raise `ulimit -n`, free some memory, or look at the disk",
    example: { seen: ["$ dmesg", "$ ulimit -n 256", "$ git commit -m 'fix: retry'"] },
  },
  "input-not-passed": {
    cause: "what git or a hook is to read on standard input could not be passed on as a whole",
    fix: "make room below `TMPDIR`, or raise the limits `ulimit -f` and `ulimit -n`",
    example: { seen: ['$ df -h "${TMPDIR:-/tmp}"', "$ ulimit -n 1024"] },
  },
  "binary-damaged": {
    cause: "the binary was not built to its end, or is made of parts of two builds",
    fix: "reinstall interlock, or run `npm run build` again",
    example: { seen: ["$ npm run build"] },
  },
};
