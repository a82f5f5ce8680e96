import { expect, test } from "vitest";
import type { Plan } from "../../engine/core/plan.ts";
import { parseCommit } from "../../shim/git/commit-object.ts";
import { createNodeHost } from "../../shim/node/node-host.ts";
import { createJudge } from "../../shim/push/commit-faults.ts";
import { contribution, plan, trailer } from "../vectors/cases/contributions.ts";

const id = "0123456789012345678901234567890123456789";
const signed = contribution("own.sign-off", [
  trailer("Signed-off-by", ["", "git.committer", ""], { dedupe: false, required: true }),
]);
const bot = contribution("sealed.bot", [trailer("Bot", ["x"], { required: true })]);

/** The kinds of faults that the gate finds. */
function judge(of: Plan, committer: string, message: string): string[] {
  const object = `tree ${id}\nauthor A <a@x> 1 +0000\ncommitter ${committer} 1 +0000\n\n${message}`;
  const host = createNodeHost({ argv: ["git"] });
  const judgeCommit = createJudge(host, of, {}, "https://example.org/x", of.sealed !== undefined, () => {});
  return judgeCommit(parseCommit(id, object)).map((fault) => `${fault.id} ${fault.kind}`);
}

test("an unclear committer is a fault where a rule names the committer, sealed or not, and one fault", () => {
  const unclear = "A <a@x> B <b@x>";
  const message = `One\n\nBot: x\nSigned-off-by: ${unclear}\n`;
  const sealedBy = (sealed: Plan): Plan => plan([bot, signed], { sealed });
  for (const of of [plan([signed]), sealedBy(plan([bot])), sealedBy(plan([bot, signed]))])
    expect(judge(of, unclear, message)).toEqual([" unreadable"]);
  expect(judge(plan([bot]), unclear, message)).toEqual([]);
  expect(judge(sealedBy(plan([bot])), "A <a@x>", "One\n\nBot: x\nSigned-off-by: A <a@x>\n")).toEqual([]);
  // What a sealed rule finds is told, too.
  expect(judge(sealedBy(plan([bot])), unclear, "One\n")).toEqual(["sealed.bot broken", " unreadable"]);
});
