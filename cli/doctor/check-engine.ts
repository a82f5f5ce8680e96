/**
 * Does the native binary work, and how long does it take to start?
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fail, ok, type Check } from "./finding.ts";

const rounds = 5;

export const checkEngine: Check = ({ ownFolder, layers, isBuild }, before) => {
  const binary = join(ownFolder, "interlock");
  let fastest = Infinity;
  let repeats = false;
  for (let i = 0; i < rounds; i++) {
    const start = process.hrtime.bigint();
    const run = spawnSync(binary, isBuild ? ["health", "--build"] : ["health"], {
      encoding: "utf8",
      timeout: 10_000,
      input: "",
    });
    fastest = Math.min(fastest, Number(process.hrtime.bigint() - start) / 1e6);
    if (run.status === 0) continue;
    const words = run.error?.message ?? (run.stderr || run.stdout).trim().split("\n", 1)[0] ?? "";
    repeats = before.some(({ status, message }) => status === "fail" && words.includes(message));
    if (repeats) continue;
    return [fail("engine", `'interlock health' fails: ${words}`, "run it, and do what it says")];
  }
  const words = layers.seal === null ? "answers" : "starts, and reads the plan,";
  const also = repeats ? ", and 'interlock health' repeats a finding above" : "";
  return [ok("engine", `${words} in ${fastest.toFixed(1)} ms${also}`)];
};
