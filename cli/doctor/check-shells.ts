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

const lookUp = "command -v git";
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
    if (found !== "" && isInterlock(found)) {
      findings.push(ok("shells", `'${name}' finds interlock: ${found}`));
      continue;
    }
    const message = found === "" ? `'${name}' finds no git` : `'${name}' finds another git: ${found}`;
    const report = needsSeal && layers.seal === null ? warn : fail;
    findings.push(report("shells", message, fix));
  }
  return findings;
};

/** Empty if it finds none; null if there is no such shell. A profile may print something of its own first. */
function ask([program, ...args]: Shell["argv"], clean: boolean): string | null {
  const env = clean ? {} : process.env;
  const answer = spawnSync(program, args, { env, encoding: "utf8", timeout: 10_000, input: "" });
  if (answer.error !== undefined && (answer.error as NodeJS.ErrnoException).code === "ENOENT") return null;
  const last = answer.stdout.trimEnd().split("\n").at(-1) ?? "";
  return last.startsWith("/") ? last : "";
}
