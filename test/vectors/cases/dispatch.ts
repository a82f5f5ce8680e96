import type { Template } from "../../../engine/core/plan.ts";
import type { Vector } from "../vector.ts";
import { always, contribution, plan, trailer, vector } from "./contributions.ts";

const who: Template = ["", "env.WHO", ""];
const scissorsFirst = "# ------------------------ >8 ------------------------\ntext\n";

export const dispatchCases: readonly Vector[] = [
  vector("no contribution", plan([]), {}, { trace: [] }),
  vector(
    "each gets the previous one's output",
    plan([
      contribution("a", [trailer("A", ["1"])]),
      contribution("b", [trailer("B", ["2"]), trailer("A", ["1"])]),
    ]),
    {},
    { payload: "fix\n\nA: 1\nB: 2\n", trace: ["a applied: added 'A: 1'", "b applied: added 'B: 2'"] },
  ),
  vector(
    "what fails names its own contribution, not a later one",
    plan([contribution("a", [trailer("A", who)]), contribution("b", [trailer("B", ["2"])])]),
    {},
    {
      payload: "fix\n\nB: 2\n",
      trace: [
        "a failed: 'a' needs '${env.WHO}' for its trailer 'A', and it is not set",
        "b applied: added 'B: 2'",
      ],
      problems: ["value-missing"],
    },
  ),
  vector(
    "missing: warn",
    plan([contribution("a", [trailer("A", who, { missing: "warn" })])]),
    {},
    { trace: ["a skipped: '${env.WHO}' is not set"], warnings: ["value-missing"] },
  ),
  vector(
    "missing: skip",
    plan([contribution("a", [trailer("A", who, { missing: "skip" })])]),
    {},
    { trace: ["a skipped: '${env.WHO}' is not set"] },
  ),
  vector(
    "a value is trimmed, as git does when it reads it back",
    plan([contribution("a", [trailer("A", who)])]),
    { env: { WHO: " me " } },
    { payload: "fix\n\nA: me\n", trace: ["a applied: added 'A: me'"] },
  ),
  vector(
    "a control character in a value, C1 as UTF-8 too",
    plan([contribution("a", [trailer("A", who)])]),
    { env: { WHO: "x\xc2\x9b" } },
    {
      trace: ["a failed: 'a': the value of '${env.WHO}' has a control character in it"],
      problems: ["value-unsafe"],
    },
  ),
  vector(
    "a sealed value wins over the caller's",
    plan([contribution("a", [trailer("A", who)])], { env: { WHO: "sealed" } }),
    { env: { WHO: "caller" } },
    { payload: "fix\n\nA: sealed\n", trace: ["a applied: added 'A: sealed'"] },
  ),
  vector(
    "the file of sealed values wins over the config's",
    plan([contribution("a", [trailer("A", who)])], { env: { WHO: "sealed" } }),
    { sealedFile: { WHO: "session" } },
    { payload: "fix\n\nA: session\n", trace: ["a applied: added 'A: session'"] },
  ),
  vector(
    "a sealed value that is empty seals too",
    plan([contribution("a", [trailer("A", who)], { when: { ...always, present: ["env.WHO"] } })], {
      env: { WHO: "" },
    }),
    { env: { WHO: "caller" } },
    { trace: ["a skipped: environment variable 'WHO' is not set"] },
  ),
  vector(
    "the name of a built-in method is a name like any other",
    plan([contribution("a", [], { when: { ...always, present: ["env.toString"] } })]),
    {},
    { trace: ["a skipped: environment variable 'toString' is not set"] },
  ),
  vector(
    "configPresent and ${config.key}",
    plan(
      [
        contribution("a", [trailer("A", ["", "config.x.y", ""])], {
          when: { ...always, present: ["config.x.y"] },
        }),
      ],
      {
        config: { "x.y": "v" },
      },
    ),
    {},
    { payload: "fix\n\nA: v\n", trace: ["a applied: added 'A: v'"] },
  ),
  vector(
    "${git.committer}",
    plan([contribution("a", [trailer("Signed-off-by", ["", "git.committer", ""])])]),
    { committer: "C <c@x.org>" },
    {
      payload: "fix\n\nSigned-off-by: C <c@x.org>\n",
      trace: ["a applied: added 'Signed-off-by: C <c@x.org>'"],
    },
  ),
  vector(
    "${git.author}, whom git does not know",
    plan([contribution("a", [trailer("A", ["", "git.author", ""])])]),
    { committer: "C <c@x.org>" },
    {
      trace: ["a failed: 'a' needs '${git.author}' for its trailer 'A', and it is not set"],
      problems: ["value-missing"],
    },
  ),
  vector(
    "one that is switched off",
    plan([contribution("a", [trailer("A", ["1"])], { disabledBy: "config.yaml" })]),
    {},
    { trace: ["a disabled: switched off in config.yaml"] },
  ),
  vector(
    "an empty message stays empty",
    plan([contribution("a", [trailer("A", ["1"], { required: true })])]),
    { payload: "\n" },
    { trace: ["a skipped: the message is empty"] },
  ),
  vector(
    "an empty message that is allowed cannot carry what is required",
    plan([contribution("a", [trailer("A", ["1"], { required: true })])]),
    { payload: "", allowEmpty: true },
    { trace: ["a failed: the message is empty"], problems: ["empty-message"] },
  ),
  vector(
    "a required trailer that finds no place is not called there",
    plan([contribution("a", [trailer("A", ["1"], { required: true })])]),
    { payload: scissorsFirst },
    {
      trace: ["a failed: 'a': the final message breaks its rule for the trailer 'A'"],
      problems: ["rule-broken"],
    },
  ),
  vector(
    "the kind of commit is one that is asked for",
    plan([contribution("a", [trailer("A", ["1"])], { when: { ...always, commit: ["amend", "merge"] } })]),
    { commit: "merge" },
    { payload: "fix\n\nA: 1\n", trace: ["a applied: added 'A: 1'"] },
  ),
  vector(
    "the kind of commit is another",
    plan([contribution("a", [trailer("A", ["1"])], { when: { ...always, commit: ["amend", "merge"] } })]),
    { commit: "composed" },
    { trace: ["a skipped: the commit is 'composed', not 'amend' or 'merge'"] },
  ),
  vector(
    "the kind of commit is not known",
    plan([contribution("a", [trailer("A", ["1"])], { when: { ...always, commit: ["amend"] } })]),
    {},
    { trace: ["a skipped: which kind of commit this is is not known"] },
  ),
  vector(
    "a remote matches",
    plan([
      contribution("a", [trailer("A", ["1"])], { when: { ...always, remote: ["x/*", "github.com/acme/*"] } }),
    ]),
    { remotes: ["gitlab.com/b/c", "github.com/Acme/app"] },
    { payload: "fix\n\nA: 1\n", trace: ["a applied: added 'A: 1'"] },
  ),
  vector(
    "no remote matches",
    plan([
      contribution("a", [trailer("A", ["1"])], { when: { ...always, remote: ["x/*", "github.com/acme/*"] } }),
    ]),
    { remotes: ["github.com/acmes/app"] },
    { trace: ["a skipped: no remote matches 'x/*' or 'github.com/acme/*'"] },
  ),
  vector(
    "there is no remote",
    plan([contribution("a", [trailer("A", ["1"])], { when: { ...always, remote: ["*"] } })]),
    {},
    { trace: ["a skipped: the repository has no remote"] },
  ),
  vector(
    "all conditions must hold",
    plan([
      contribution("a", [trailer("A", ["1"])], {
        when: { present: ["env.E"], commit: ["amend"], remote: ["*"] },
      }),
    ]),
    { env: { E: "1" }, commit: "amend" },
    { trace: ["a skipped: the repository has no remote"] },
  ),
  vector(
    "an empty message is not what stops one that would not run",
    plan([contribution("a", [trailer("A", ["1"], { required: true })], { disabledBy: "config.yaml" })]),
    { payload: "", allowEmpty: true },
    { trace: ["a disabled: switched off in config.yaml"] },
  ),
];
