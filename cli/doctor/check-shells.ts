/**
 * Is interlock what a shell finds as `git`, however it is started?
 */
import { spawnSync } from "node:child_process";
import { fail, ok, warn, type Check, type Finding } from "./finding.ts";
import { isInterlock } from "./find-gits.ts";

interface Shell {
  name: string;
  argv: [program: string, ...args: string[]];
  clean: boolean;
  /** May it find another git where the install is not sealed? An environment that is cleared has no PATH of ours. */
  needsSeal: boolean;
  fix: string;
}

/** On a line of its own, whatever a profile prints. */
const lookUp = "printf '\\ninterlock:%s\\n' \"$(command -v git)\"";
const beforeOthers = "put interlock's bin folder first on PATH";

const shells: readonly Shell[] = [
  { name: "sh -c", argv: ["sh", "-c", lookUp], clean: false, needsSeal: false, fix: beforeOthers },
  {
    name: "bash -lc",
    argv: ["bash", "-lc", lookUp],
    clean: false,
    needsSeal: false,
    fix: `${beforeOthers} in a file of /etc/profile.d, or seal the install (sandbox-image/install.sh)`,
  },
  {
    name: "env -i sh -c",
    argv: ["/bin/sh", "-c", lookUp],
    clean: true,
    needsSeal: true,
    fix: "seal the install (sandbox-image/install.sh)",
  },
];

export const checkShells: Check = ({ layers }) => {
  const findings: Finding[] = [];
  for (const { name, argv, clean, needsSeal, fix } of shells) {
    const found = ask(argv, clean);
    if (found === null) continue;
    if (found.startsWith("/") && isInterlock(found)) {
      findings.push(ok("shells", `'${name}' finds interlock: ${found}`));
      continue;
    }
    const report = needsSeal && layers.seal === null ? warn : fail;
    if (found === unanswered)
      findings.push(report("shells", `'${name}' did not answer`, "see what its profile does"));
    else if (found === "") findings.push(report("shells", `'${name}' finds no git`, fix));
    else if (found.startsWith("/"))
      findings.push(report("shells", `'${name}' finds another git: ${found}`, fix));
    else
      findings.push(
        report(
          "shells",
          `'${name}' has an alias or a function in git's place: ${found}`,
          "remove it from its profile",
        ),
      );
  }
  return findings;
};

const unanswered = "\0";

/** Empty if it finds none; null if there is no such shell. */
function ask([program, ...args]: Shell["argv"], clean: boolean): string | null {
  const env = clean ? {} : process.env;
  const answer = spawnSync(program, args, { env, encoding: "utf8", timeout: 10_000, input: "" });
  if (answer.error !== undefined && (answer.error as NodeJS.ErrnoException).code === "ENOENT") return null;
  return /(?:^|\n)interlock:(.*)\n?$/.exec(answer.stdout)?.[1] ?? unanswered;
}
