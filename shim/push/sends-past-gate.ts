import type { Problem } from "../../engine/core/problem.ts";

export function sendsPastGate(name: string): Problem {
  return {
    code: "sends-past-gate",
    message: "'git " + name + "' would send commits that nobody has judged",
    hint: "run 'git push'",
    source: "",
  };
}
