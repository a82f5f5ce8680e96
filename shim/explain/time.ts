/** Where the time of a dry run goes: a host that takes the time of what is asked of it. */
import type { Host } from "../host.ts";
import type { Times } from "../report/report.ts";

type Part = "files" | "git" | "compile";

const parts: { [P in Part]: readonly (keyof Host)[] } = {
  files: [
    "stat",
    "areUnchanged",
    "realPath",
    "readFile",
    "readInput",
    "readOwnFile",
    "listDirectory",
    "isOwnFolder",
    "whyUnguarded",
  ],
  git: ["runGit", "runReal", "startObjects", "startCommits", "readObjects"],
  compile: ["runCold"],
};

export interface Timed {
  host: Host;
  times(): Times;
}

export function takeTimes(host: Host): Timed {
  const spent = { files: 0, git: 0, compile: 0 };
  const begun = host.elapsed();
  const timed: Host = { ...host };
  for (const part of Object.keys(parts) as Part[])
    for (const name of parts[part]) {
      const call = host[name] as (...words: unknown[]) => unknown;
      (timed as unknown as { [name: string]: unknown })[name] = (...words: unknown[]): unknown => {
        const start = host.elapsed();
        const answer = call.apply(null, words);
        spent[part] += host.elapsed() - start;
        return answer;
      };
    }
  return {
    host: timed,
    times: () => {
      const total = host.elapsed() - begun;
      const { files, git, compile } = spent;
      return { total, files, git, compile, rules: total - files - git - compile };
    },
  };
}
