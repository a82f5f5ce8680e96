import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern } from "../../engine/compile/pattern/compile-pattern.ts";
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { runEffects } from "../../engine/core/dispatch/run-effects.ts";
import { asStored, isEmptyMessage, type CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import type { KnownEffect } from "../../engine/core/effects/effects.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { makeValues } from "../../engine/core/resolve-template.ts";
import { createMessageJudge, type Judgement } from "../../engine/judge/judge-message.ts";
import type { JudgeContext } from "../../engine/judge/judgeable.ts";
import { fuzzCount, seed } from "../support/fuzz.ts";
import { cleanMessages, readTrailersWithGit, showWithGit } from "../support/git-batch.ts";
import { message, trailerMessage } from "../support/messages.ts";
import { common, contribution, plan, trailer } from "../vectors/cases/contributions.ts";

const count = fuzzCount(1500);
const point = "commit.message.finalize";
const ident = "Ann Author <ann@x.org>";

const bot = trailer("Co-authored-by", ["Bot <bot@x.org>"]);
const signOff = trailer("Signed-off-by", ["", "git.committer", ""], { dedupe: false });
const noKey: KnownEffect = {
  ...common,
  type: "text.removeTrailer",
  key: "Key",
  value: [],
  values: null,
  keep: [],
};
const prefix: KnownEffect = { ...common, type: "text.ensurePrefix", value: ["[T-1] "] };
const suffix: KnownEffect = { ...common, type: "text.ensureSuffix", value: ["Made with care"] };

function pattern(type: "text.requireMatch" | "text.forbidMatch", source: string): KnownEffect {
  const compiled = compilePattern(source);
  if ("problem" in compiled) throw new Error(compiled.problem.message);
  return { ...common, type, value: [], required: true, dfa: compiled.dfa, message: "no" };
}

const chains: { [title: string]: KnownEffect[] } = {
  "a trailer": [bot],
  "a required trailer": [{ ...bot, required: true }],
  "a sign-off": [signOff],
  "a trailer that goes": [noKey],
  "a prefix": [prefix],
  "a required prefix": [{ ...prefix, required: true }],
  "a suffix": [suffix],
  "a required suffix": [{ ...suffix, required: true }],
  "a required suffix and a trailer": [{ ...suffix, required: true }, bot],
  "a required pattern": [pattern("text.requireMatch", "^\\S[^\\n]*(\\n\\n|$)")],
  "a forbidden pattern": [pattern("text.forbidMatch", "(?m)[a-z]$")],
  "a trailer that goes, and two that come": [noKey, bot, signOff],
  "a prefix and a trailer": [prefix, bot],
  "a suffix and a trailer": [suffix, bot],
};

const allRules: CleanupSettings[] = (["whitespace", "strip", "verbatim"] as const).flatMap((mode) =>
  ["#", ";", "%%"].map((commentChar) => ({ mode, commentChar })),
);

const messages = [
  ...fc.sample(message, { numRuns: count, seed }),
  ...fc.sample(trailerMessage, { numRuns: count / 3, seed }),
];

function contextOf(of: Plan): JudgeContext {
  const values = makeValues(
    of,
    {},
    () => undefined,
    () => ident,
  );
  return { values, isMerge: false, remotes: () => [] };
}

function judgeOnce(of: Plan, text: string): Judgement {
  return createMessageJudge(of, contextOf(of), () => "")(text);
}

/** What git has in its object after the rules have run and git has cleaned; refused messages are left out. */
function commit(of: Plan, cleanup: CleanupSettings, allowEmpty: boolean): string[] {
  const { values } = contextOf(of);
  const occasion = { commit: () => "composed" as const, remotes: () => [] };
  const outcomes = messages.map((text) =>
    runEffects(of, point, text, { cleanup, values, occasion, allowEmpty }),
  );
  const accepted = outcomes.filter(({ problems }) => problems.length === 0).map(({ value }) => value);
  // Only git from 2.45 on knows more than one character.
  const cleaned =
    cleanup.commentChar.length > 1
      ? accepted.map((text) => cleanMessage(text, cleanup))
      : cleanMessages(accepted, cleanup.mode, cleanup.commentChar);
  // git aborts over the others.
  return allowEmpty ? cleaned : cleaned.filter((text) => !isEmptyMessage(text, cleanup));
}

test.each(Object.entries(chains))("what is broken is so without all violations, too: %s", (_, effects) => {
  const of = plan(effects.map((effect, i) => contribution(`p.h${i}`, [effect])));
  const judge = createMessageJudge(of, contextOf(of), () => "");
  const wrong = ["", "\n", ...messages].filter((text) => {
    const { length } = judge(text, false).violations;
    return length > 0 !== judge(text, true).violations.length > 0;
  });
  expect(wrong.slice(0, 5)).toEqual([]);
});

test("of several violations, a short judgement has the first", () => {
  const of = plan([contribution("p.h0", [prefix]), contribution("p.h1", [bot])]);
  const judge = createMessageJudge(of, contextOf(of), () => "");
  expect(judge("x\n").violations.map(({ id }) => id)).toEqual(["p.h0", "p.h1"]);
  expect(judge("x\n", false).violations.map(({ id }) => id)).toEqual(["p.h0"]);
});

describe.each(allRules)("committed under $cleanup cleanup with comments in $commentChar", (cleanup) => {
  describe.each(Object.entries(chains))("%s", (_, effects) => {
    const of = plan(effects.map((effect, i) => contribution(`p.h${i}`, [effect])));

    test.each([true, false])("a message is clean; empty ones are taken: %s", (allowEmpty) => {
      const wrong = commit(of, cleanup, allowEmpty).filter(
        (text) => judgeOnce(of, text).violations.length > 0,
      );
      expect(wrong.slice(0, 5)).toEqual([]);
    });
  });

  test("git with its default settings shows the trailer that was required", () => {
    const of = plan([contribution("p.h", [{ ...bot, required: true }])]);
    const committed = commit(of, cleanup, false);
    const trailers = readTrailersWithGit(committed);
    const isBot = (line: string): boolean => /^co-authored-by: .*<bot@x\.org>$/i.test(line);
    expect(committed.filter((_, i) => !trailers[i]?.some(isBot)).slice(0, 5)).toEqual([]);
    expect(committed.length).toBeGreaterThan(count / 2);
  });
});

describe("git shows what was required", () => {
  const cut = "# ------------------------ >8 ------------------------\n";
  /** Stored messages of any kind, many of them with the prefix or the suffix somewhere. */
  const stored = messages.flatMap((text, i) => {
    const made = [
      text,
      `[T-1] ${text}`,
      `${text}\n\nMade with care\n`,
      `${text}\n\nMade with care\n\nKey: v\n`,
    ];
    const before = ["", "\n \n", cut, "fixup! ", "fixup! 0a1b2c3 "][i % 5] as string;
    const behind = ["", "\n\n", `\n${cut}text\n`, "\n# note\n", "\n\nConflicts:\n\tf\n", "\nMade with care"][
      i % 6
    ] as string;
    return made.map((each) => before + each + behind).filter((each) => !each.includes("\0"));
  });
  const clean = (effect: KnownEffect): string[] => {
    const of = plan([contribution("p.h", [{ ...effect, required: true }])]);
    const passed = stored.filter((text) => judgeOnce(of, text).violations.length === 0);
    expect(passed.length).toBeGreaterThan(count / 3);
    expect(stored.length - passed.length).toBeGreaterThan(count / 3);
    return passed;
  };

  test("in the title", () => {
    const passed = clean(prefix);
    const titles = showWithGit(passed, "%s");
    const isRight = /^(?:(?:fixup|squash|amend)! +)*(?:\[T-1\](?: |$)|[0-9a-f]{7,64}$)/i;
    expect(passed.filter((_, i) => !isRight.test(titles[i]?.trim() ?? "")).slice(0, 5)).toEqual([]);
  });

  test("at the end", () => {
    const passed = clean(suffix);
    const bodies = showWithGit(passed, "%B");
    const blocks = showWithGit(passed, "%(trailers)");
    const isRight = (body: string, block: string): boolean => {
      const at = body.lastIndexOf("Made with care") + "Made with care".length;
      const rest = body.slice(at).trim();
      return body.includes("Made with care") && (rest === "" || rest === block.trim());
    };
    expect(passed.filter((_, i) => !isRight(bodies[i] ?? "", blocks[i] ?? "")).slice(0, 5)).toEqual([]);
  });
});

test("where cleanup would drop the trailer as a comment, a commit that requires it is refused", () => {
  const of = plan([contribution("p.h", [{ ...bot, required: true }])]);
  const committed = commit(of, { mode: "strip", commentChar: "C" }, false);
  // A small letter begins no comment.
  expect(committed.filter((text) => !text.includes("co-authored-by: BOT")).slice(0, 5)).toEqual([]);
  expect(committed.length).toBeGreaterThan(0);
});

test("a message without its trailer is found out, whatever else is in it", () => {
  const of = plan([contribution("p.h", [bot])]);
  const plain = messages.map((text) => `title\n\n${text}`).filter((text) => !/bot@x\.org/i.test(text));
  const passed = plain.filter((text) => judgeOnce(of, text).violations.length === 0);
  expect(passed).toEqual([]);
});

test.each(Object.entries(chains))(
  "one judge for many messages says of %s what the rules do",
  (_, effects) => {
    const of = plan(effects.map((effect, i) => contribution(`p.h${i}`, [effect])));
    const context = contextOf(of);
    const judge = createMessageJudge(of, context, () => ident);
    const ends = [
      "",
      "\n",
      "\n\nKey: value\n",
      "\n\nCo-authored-by: Bot <bot@x.org>\n",
      "\n\nConflicts:\n\tf\n",
      "\n\nFoo: a\nCo-authored-by: Bot <bot@x.org>\n",
      "\n\ntext\nSigned-off-by: a\nCo-authored-by: Bot <bot@x.org>\n",
      "\n\ntext\nsigned-off-by: a\nCo-authored-by: Bot <bot@x.org>\n",
      "\n\n-: a\nKey: value\n",
    ];
    const all = messages.flatMap((text) => ends.map((end) => text + end));
    const clean = all.filter((text) => judge(text).violations.length === 0);
    // By definition, without what the judge remembers: nothing changes, and no rule is broken.
    const occasion = { commit: () => "composed" as const, remotes: () => [] };
    const wrong = clean.filter((text) => {
      const run = { cleanup: asStored, values: context.values, occasion, allowEmpty: true };
      const outcome = runEffects(of, point, text, run);
      return outcome.value !== text || outcome.problems.length > 0;
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    if (effects.every(({ type }) => type === "text.removeTrailer")) expect(clean.length).toBeGreaterThan(0);
  },
);
