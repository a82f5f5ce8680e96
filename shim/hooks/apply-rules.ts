/**
 * Runs a hook point over a message file, and writes the file anew if the message changed.
 */
import { cleanMessage } from "../../engine/core/clean-message.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { answersInHook } from "./commit-facts.ts";
import type { Decision, Host } from "../host.ts";
import { finishInHook } from "../report/finish.ts";
import { layersInHook } from "../plan/layers.ts";
import { finalizePoint } from "../plan/open-command.ts";
import { passThrough, stopFor, type Report } from "../report/report.ts";
import { runPoint } from "../rules/run-point.ts";
import { takePlan } from "../plan/load-plan.ts";
import { wayOn } from "../rules/next-command.ts";
import type { Call } from "./hook-context.ts";
import { kindReader, originInHook } from "./commit-kind.ts";
import { readMessageFile, whyLeft } from "./message-file.ts";
import { whyReplayLeft } from "./replays.ts";

/** Exit 0: git goes on. */
export function applyRules(host: Host, call: Call, point: string, path: string): Decision {
  const report = passThrough(host.argv, "");
  report.decision = { action: "exit", status: 0 };
  report.strategy = "inject";
  const plan = takePlan(host, layersInHook(host, call.layers), true, report);
  if (plan !== null) judgeFile(host, call, plan, point, path, report);
  finishInHook(host, report, call.quiet);
  return report.decision;
}

/** Writes what came of it into the report: a decision to exit, if git must not go on. */
export function judgeFile(
  host: Host,
  call: Call,
  plan: Plan,
  point: string,
  path: string,
  report: Report,
): void {
  if (!plan.points[point]) return;
  const content = host.readInput(path);
  if (typeof content === "number") return; // git cannot read it either
  const editor = call.message.editor ?? host.env("GIT_EDITOR") !== ":";
  const file = readMessageFile(content, call.message, editor);
  const template = call.message.template === "" ? null : host.readFile(call.message.template);
  const left =
    point === finalizePoint ? whyLeft(file, call, typeof template === "string" ? template : null) : null;
  // git refuses a NUL byte itself.
  if (left !== null || file.text.includes("\0")) return;
  const { text, rules } = file;
  const whyReplay = whyReplayLeft(host, plan, call, () => cleanMessage(text, rules));
  if (whyReplay !== null) {
    report.reason = whyReplay;
    return;
  }
  const answers = answersInHook(host, call);
  const { allowEmpty } = call.message;
  const kind = kindReader(text, rules, originInHook(host, call));
  const { command, gitDir, again } = call;
  const way = (): string => wayOn(host, { command, gitDir, again });
  const run = { point, text, rules, allowEmpty, kind, ...answers, wayOn: way };
  const after = runPoint(host, plan, run, report);
  if (after === text) return;
  const failure = host.writeFile(path, after + file.tail);
  if (failure !== 0) stopFor(report, [unwritable(path, failure)]);
}

function unwritable(path: string, errno: number): Report["problems"][number] {
  return {
    code: "message-unwritable",
    message: "the message file cannot be written (errno " + errno + ")",
    hint: "make room on the disk, or the file writable, and commit again",
    source: path,
  };
}
