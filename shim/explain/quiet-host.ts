/** The host of a dry run: it writes nothing, and runs the programs of hooks only if it is told to. */
import type { Host } from "../host.ts";
import { takeTimes, type Timed } from "./time.ts";

/** Dry run: report success, write nothing. */
const writesNothing: Pick<Host, "makeDirectory" | "makeLink" | "removeFile" | "writeFile"> = {
  makeDirectory: () => 0,
  makeLink: () => 0,
  removeFile: () => 0,
  writeFile: () => 0,
};

export interface QuietHost extends Timed {
  /** How many programs were asked, and did not run. */
  unrun(): number;
}

export function quietHost(realHost: Host, runsPrograms: boolean): QuietHost {
  const { host, times } = takeTimes(realHost);
  const unrun: string[] = [];
  /** Each is told its own name, and may be asked several times. */
  const runHookProgram: Host["runHookProgram"] = (_, __, ___, stdin) => {
    const { id } = JSON.parse(stdin) as { id: string };
    if (unrun.indexOf(id) < 0) unrun.push(id);
    return { status: 0, stdout: "", stderr: "", failure: "unrun" };
  };
  const quiet = { ...host, ...writesNothing };
  return { host: runsPrograms ? quiet : { ...quiet, runHookProgram }, times, unrun: () => unrun.length };
}
