import type { CommitKind } from "../../../engine/core/occasion.ts";
import type { MatchEffect } from "../../../engine/core/effects/match.ts";
import type { Plan, When } from "../../../engine/core/plan.ts";
import type { GivenCommit } from "../judge.ts";
import type { Vector } from "../vector.ts";
import { common, contribution, plan, trailer } from "./contributions.ts";
import { compiledPatterns } from "./compiled-patterns.ts";

interface Expected {
  violations?: string[][];
  notJudged?: string[];
}

function vector(title: string, of: Plan, given: GivenCommit, expected: Expected): Vector {
  const output = { violations: expected.violations || [], notJudged: expected.notJudged || [] };
  return { title, input: [of, given], output };
}

const one = plan([contribution("a", [trailer("A", ["1"])])]);
const needed = plan([contribution("a", [trailer("A", ["1"], { required: true })])]);
const fromEnv = plan([contribution("a", [trailer("A", ["", "env.WHO", ""], { missing: "skip" })])]);

const prefix = plan([
  contribution("a", [{ ...common, required: true, type: "text.ensurePrefix", value: ["[T-1] "] }]),
]);
const scissors = "# ------------------------ >8 ------------------------";

function check(type: MatchEffect["type"]): Plan {
  const effect: MatchEffect = {
    ...common,
    type,
    value: [],
    required: true,
    dfa: JSON.parse(compiledPatterns["(?i)\\bwip\\b"] as string),
    message: "no",
  };
  return plan([contribution("a", [effect])]);
}

function under(when: When): Plan {
  return plan([contribution("a", [trailer("A", ["1"])], { when })]);
}

const unseen: CommitKind[] = ["composed", "amend", "cherry-pick", "rebase", "am"];
const revert = 'Revert "fix"\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.\n';
const would = [["a", "lacks 'A: 1'", "fix\n\nA: 1\n"]];

export const fixpointCases: readonly Vector[] = [
  vector("what is there", one, { message: "fix\n\nA: 1\n" }, {}),
  vector("what is missing", one, { message: "fix\n" }, { violations: would }),
  vector(
    "each says what it would have changed itself",
    plan([contribution("a", [trailer("A", ["1"])]), contribution("b", [trailer("B", ["2"])])]),
    { message: "fix\n" },
    { violations: [...would, ["b", "lacks 'B: 2'", "fix\n\nA: 1\nB: 2\n"]] },
  ),
  vector("a message without a line end", one, { message: "fix\n\nA: 1" }, {}),
  vector(
    "the committer is the commit's own",
    plan([contribution("a", [trailer("Signed-off-by", ["", "git.committer", ""])])]),
    { message: "fix\n\nSigned-off-by: Bo <bo@x.org>\n", committer: "Bo <bo@x.org>" },
    {},
  ),
  vector(
    "a last paragraph that begins with another comment character is text to everybody else",
    one,
    { message: "fix\n\nA: 1\n\n; text\n" },
    { violations: [["a", "lacks 'A: 1'", "fix\n\nA: 1\n\n; text\n\nA: 1\n"]] },
  ),
  vector("a comment below the trailers is none", one, { message: "fix\n\nA: 1\n\n# text\n" }, {}),
  vector(
    "a sign-off alone is a title",
    one,
    { message: "Signed-off-by: B\n" },
    { violations: [["a", "lacks 'A: 1'", "Signed-off-by: B\n\nA: 1\n"]] },
  ),
  vector("an empty message, and nothing is required", one, { message: "" }, {}),
  vector(
    "an empty message cannot have what is required",
    needed,
    { message: "" },
    { violations: [["a", "requires the trailer 'A', and an empty message cannot carry it"]] },
  ),
  vector(
    "nor has it a required prefix",
    prefix,
    { message: "" },
    { violations: [["a", "requires the prefix, and an empty message cannot carry it"]] },
  ),
  vector(
    "a message that has no place for a required prefix",
    prefix,
    { message: scissors + "\nfix\n" },
    { violations: [["a", "the final message breaks its rule for the prefix"]] },
  ),
  vector("an empty message has nothing that is forbidden", check("text.forbidMatch"), { message: "" }, {}),
  vector(
    "a check in its own words",
    check("text.requireMatch"),
    { message: "nothing like it\n" },
    { violations: [["a", "'nothing like it': no"]] },
  ),
  vector(
    "a value that is missing here",
    fromEnv,
    { message: "fix\n" },
    { notJudged: ["a unknown-here: '${env.WHO}' is not set here"] },
  ),
  vector("a value that is here", fromEnv, { message: "fix\n\nA: me\n", env: { WHO: "me" } }, {}),
  vector(
    "a value with a control character",
    fromEnv,
    { message: "fix\n", env: { WHO: "m\te" } },
    { notJudged: ["a unknown-here: '${env.WHO}' has a control character in it"] },
  ),
  vector(
    "a variable that a condition asks for",
    under({ present: ["env.WHO"] }),
    { message: "fix\n" },
    { notJudged: ["a unknown-here: environment variable 'WHO' is not set here"] },
  ),
  vector(
    "a config key that nobody set is no question",
    under({ present: ["config.k", "env.WHO"] }),
    { message: "fix\n" },
    {},
  ),
  vector("a merge", under({ commit: ["merge"] }), { message: "fix\n", isMerge: true }, { violations: would }),
  vector("no merge", under({ commit: ["merge"] }), { message: "fix\n" }, {}),
  vector(
    "a kind that leaves no trace",
    under({ commit: ["amend", "merge"] }),
    { message: "fix\n" },
    { notJudged: ["a commit-time-only: whether a commit is 'amend' is known only while it is made"] },
  ),
  vector(
    "all kinds that leave no trace",
    under({ commit: unseen }),
    { message: "fix\n" },
    { violations: would },
  ),
  vector(
    "all but one of them",
    under({ commit: unseen.slice(1) }),
    { message: "fix\n" },
    {
      notJudged: [
        "a commit-time-only: whether a commit is 'amend' or 'cherry-pick' or 'rebase' or 'am' is known only while it is made",
      ],
    },
  ),
  vector("a merge is none of them", under({ commit: unseen }), { message: "fix\n", isMerge: true }, {}),
  vector("nor is a revert", under({ commit: unseen }), { message: revert }, {}),
  vector("nor is a fixup", under({ commit: unseen }), { message: "fixup! fix\n" }, {}),
  vector("some of them, of a revert", under({ commit: ["amend"] }), { message: revert }, {}),
  vector(
    "a revert",
    under({ commit: ["amend", "revert"] }),
    { message: revert },
    { violations: [["a", "lacks 'A: 1'", revert + "\nA: 1\n"]] },
  ),
  vector("no revert", under({ commit: ["revert"] }), { message: "fix\n" }, {}),
  vector(
    "one of several kinds is a merge",
    under({ commit: ["amend", "merge"] }),
    { message: "fix\n", isMerge: true },
    { violations: would },
  ),
  vector(
    "the remote",
    under({ remote: ["x.org/*"] }),
    { message: "fix\n", remotes: ["x.org/a"] },
    { violations: would },
  ),
  vector("another remote", under({ remote: ["x.org/*"] }), { message: "fix\n", remotes: ["y.org/a"] }, {}),
  vector(
    "a remote that nobody can name",
    under({ remote: ["x.org/*"] }),
    { message: "fix\n", remotes: null },
    { notJudged: ["a unknown-here: which remote the commits are for is not known here"] },
  ),
  vector(
    "one that is switched off",
    plan([contribution("a", [trailer("A", ["1"])], { disabledBy: "config.yaml" })]),
    { message: "fix\n" },
    {},
  ),
];
