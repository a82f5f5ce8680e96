/**
 * The verbs of `interlock`. Help, dispatch and "did you mean" derive from this table. To add one:
 * write `cli/<verb>.ts` with its `run`, and add its line here.
 */
import { runCompile } from "./compile.ts";

export interface Verb {
  name: string;
  /** What follows the name on the command line. */
  usage: string;
  summary: string;
  /** Answered by the native binary; the cold side only lists it. */
  native: boolean;
  /** Gets the words after the verb (byte strings); gives the exit status. */
  run: ((args: readonly string[]) => number) | null;
}

export const verbs: readonly Verb[] = [
  {
    name: "compile",
    usage: "",
    summary: "check the config files and plugins, and write the plan made from them",
    native: false,
    run: runCompile,
  },
  {
    name: "explain",
    usage: "[--json] -- git <args>",
    summary: "show what would become of a git command, and do nothing",
    native: true,
    run: null,
  },
  { name: "version", usage: "", summary: "print the version", native: true, run: null },
  { name: "help", usage: "[<verb>]", summary: "print this text", native: false, run: null },
];
