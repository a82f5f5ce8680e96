/**
 * Does the native binary work, and how long does it take to start?
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fail, ok, type Check, type Finding, type SetUp } from "./finding.ts";

const rounds = 5;

export const checkEngine: Check = (setUp, before) => {
  const { ownFolder, layers, isBuild } = setUp;
  const binary = join(ownFolder, "interlock");
  let fastest = Infinity;
  let also = "";
  for (let i = 0; i < rounds; i++) {
    const start = process.hrtime.bigint();
    const run = spawnSync(binary, ["health", "--json", ...(isBuild ? ["--build"] : [])], {
      encoding: "utf8",
      timeout: 10_000,
      input: "",
    });
    fastest = Math.min(fastest, Number(process.hrtime.bigint() - start) / 1e6);
    if (run.status === 0) continue;
    const answer = parseAnswer(run.stdout);
    const known = answer === null ? null : whyKnown(answer, setUp, before);
    if (known === null) {
      const words = answer?.message ?? run.error?.message ?? run.stderr.trim().split("\n", 1)[0];
      return [fail("engine", `'interlock health' fails: ${words}`, "run it, and do what it says")];
    }
    also = `, and ${known}`;
  }
  const words = layers.seal === null ? "answers" : "starts, and reads the plan,";
  return [ok("engine", `${words} in ${fastest.toFixed(1)} ms${also}`)];
};

interface Answer {
  code: string;
  message: string;
}

/** What is wrong, as health says it; null if the binary does not work at all. */
function parseAnswer(json: string): Answer | null {
  try {
    return JSON.parse(json).error as Answer;
  } catch {
    return null;
  }
}

/** Why it is nothing new that health is not content; null if it is. */
function whyKnown({ code, message }: Answer, { layers }: SetUp, before: readonly Finding[]): string | null {
  const failed = before.filter(({ status }) => status === "fail");
  if (failed.some((each) => message.includes(each.message)))
    return "'interlock health' repeats a finding above";
  const hasRules = failed.every(({ check }) => check !== "config");
  return code === "no-rule" && hasRules && layers.repository !== ""
    ? "'interlock health' does not count the rules of a repository"
    : null;
}
