/** The judge of an announced push: data goes in, a verdict on each update comes out. */
import { describe, expect, test } from "vitest";
import type { Consequence, Update } from "../../shim/push/announced-push.ts";
import { judgePush, type PushVerdict, type UpdateGroup } from "../../shim/push/judge-push.ts";

const update = (remoteRef: string, id = "1".repeat(40)): Update => ({
  name: remoteRef,
  id,
  remoteRef,
  remoteId: "2".repeat(40),
});
const main = update("refs/heads/main");
const tag = update("refs/tags/v1");
const note = update("refs/notes/commits");
const deletion = update("refs/heads/old", "");

interface Judged {
  verdict: PushVerdict<string>;
  /** What was examined, in order. */
  groups: UpdateGroup[];
}

/** `wrong`: the refs with commits that break a rule. */
function judge(updates: readonly Update[], wrong: readonly string[], consequence: Consequence): Judged {
  const groups: UpdateGroup[] = [];
  const verdict = judgePush({ updates, consequence }, (group) => {
    groups.push(group);
    const found = group.updates.map(({ remoteRef }) => remoteRef).filter((ref) => wrong.includes(ref));
    return found.length === 0 ? null : found.join(" ");
  });
  return { verdict, groups };
}

const results = ({ verdict }: Judged): unknown =>
  verdict.updates.map(({ update: { remoteRef }, result, finding }) => [remoteRef, result, finding]);

describe("the verdict on each update", () => {
  test("is that it is accepted, if nothing is wrong, in the order in which they were announced", () => {
    const judged = judge([note, main, deletion], [], "refused");
    expect(results(judged)).toEqual([
      ["refs/notes/commits", "accepted", null],
      ["refs/heads/main", "accepted", null],
      ["refs/heads/old", "accepted", null],
    ]);
    expect(judged.verdict).toMatchObject({ isRefused: false, findings: [] });
  });

  test("is the same for those that are examined together, and notes are examined apart", () => {
    const judged = judge([main, note, tag], ["refs/notes/commits"], "refused");
    expect(judged.groups).toEqual([
      { updates: [main, tag], areNotes: false },
      { updates: [note], areNotes: true },
    ]);
    expect(results(judged)).toEqual([
      ["refs/heads/main", "accepted", null],
      ["refs/notes/commits", "refused", "refs/notes/commits"],
      ["refs/tags/v1", "accepted", null],
    ]);
    expect(judged.verdict).toMatchObject({ isRefused: true, findings: ["refs/notes/commits"] });
  });

  test("is left open once another one stops the push", () => {
    const judged = judge([note, main, tag], ["refs/tags/v1", "refs/notes/commits"], "refused");
    expect(judged.groups).toHaveLength(1);
    expect(results(judged)).toEqual([
      ["refs/notes/commits", "unjudged", null],
      ["refs/heads/main", "refused", "refs/tags/v1"],
      ["refs/tags/v1", "refused", "refs/tags/v1"],
    ]);
  });

  test.each(["sent", "dry run"] as const)(
    "where the consequence is '%s', only says what is wrong",
    (none) => {
      const judged = judge([note, main], ["refs/heads/main", "refs/notes/commits"], none);
      expect(results(judged)).toEqual([
        ["refs/notes/commits", "accepted", "refs/notes/commits"],
        ["refs/heads/main", "accepted", "refs/heads/main"],
      ]);
      expect(judged.verdict).toEqual({
        updates: judged.verdict.updates,
        findings: ["refs/heads/main", "refs/notes/commits"],
        isRefused: false,
      });
    },
  );

  test("of a deletion needs no commits", () => {
    expect(judge([deletion], ["refs/heads/old"], "refused").groups).toEqual([]);
  });
});
