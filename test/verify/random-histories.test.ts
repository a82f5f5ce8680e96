/**
 * The binary remembers how the trailers of a message were judged, and git prints to it instead of being asked for each object. Node
 * (`--json`) must say the same of every history.
 */
import * as fc from "fast-check";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fuzzCount, replayWith, seed } from "../support/fuzz.ts";
import { root } from "../support/paths.ts";
import { botTrailer, Sandbox } from "../support/sandbox.ts";

const bundled = (name: string): string => join(root, "plugins", name);

const words = {
  trailers: `dirs: [${bundled("github")}]`,
  "trailers, a title and kinds": `dirs: [${bundled("github")}, ${bundled("conventional-commits")}, ${bundled("no-ai-attribution")}]`,
  "what must not be in a message": `dirs: [${bundled("no-ai-attribution")}, own]`,
};

const forbidding = `name: own
extensions:
  hookApiVersion: 1
  hooks:
    - id: own.words
      hook: commit.message.finalize
      effects:
        - { type: text.forbidMatch, pattern: 'b[ou]g\\s*$|^wip|\\bsecret|One\\.\\n\\nTwo', message: not this word }
        - { type: text.requireMatch, pattern: '[a-z]', message: a letter }
    - id: own.trailer
      hook: commit.message.finalize
      effects:
        - { type: text.removeTrailer, key: '-' }
    - id: own.fixups
      hook: commit.message.finalize
      when: { commit: [fixup, revert] }
      effects:
        - { type: text.requireMatch, pattern: 'Because', message: a reason }
`;

const titles = [
  "fix: a",
  "feat(x): b",
  "fix: wip",
  "wip",
  "Plain",
  "feat!: c",
  "fixup! fix: a",
  'Revert "fix: a"',
].concat("fix: a bug ", " fix: a", "fix: \xe9", "A");
const bodies = [
  "",
  "Because.",
  "a bug",
  "A secret.",
  "Text \nmore",
  "One.\n\n\nTwo.",
  "# a comment",
  "# ------------------------ >8 ------------------------",
  "a bug\r",
  "- x\n\t- y",
].concat("This reverts commit 0123456789012345678901234567890123456789.");
const ends = [
  botTrailer,
  `Reviewed-by: B <b@x.org>\n${botTrailer}`,
  `Reviewed-by: C <c@x.org>\n${botTrailer}`,
  "Reviewed-by: B <b@x.org>",
  // git takes text among trailers for one of them only beside a line of its own.
  `Text.\nSigned-off-by: A <a@x.org>\n${botTrailer}`,
  `Text.\nsigned-off-by: A <a@x.org>\n${botTrailer}`,
  `Text.\nSigned-off-by:A\n${botTrailer}`,
  `Text.\nChange-Id: I1\n${botTrailer}`,
  `Change-Id : I1\n${botTrailer}`,
  `Change-Id: I1\n more of it\n${botTrailer}`,
  `Change Id: I1\n${botTrailer}`,
  `-: a line of dashes\n${botTrailer}`,
  `--: another\n${botTrailer}`,
  `https://x.org\n${botTrailer}`,
  `${botTrailer}\nCo-authored-by: Claude <noreply@anthropic.com>`,
  botTrailer.toLowerCase(),
  botTrailer.replace("example.org", "example.net"),
  `${botTrailer} `,
  `${botTrailer}\n# a comment`,
  "Co-authored-by: Robo Bot\n <bot@example.org>",
  `Conflicts:\n\t${botTrailer}`,
  "Conflicts:",
  `${botTrailer}\nConflicts:`,
  `${botTrailer}\nConflicts: none`,
  `${botTrailer}\n\nConflicts:`,
  "Assisted-by: a tool\n\nConflicts:",
  "Assisted-by: a tool\n\nReviewed-by: B <b@x.org>",
  `${botTrailer}\n\n`,
  "Assisted-by: a tool",
  "Nothing of that kind.",
  "",
];

const message = fc
  .record({
    title: fc.constantFrom(...titles),
    body: fc.option(fc.constantFrom(...bodies), { nil: "", freq: 2 }),
    // Mostly the first ones, so that many end in the same way.
    end: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ends.slice(0, 4)) }, fc.constantFrom(...ends)),
    separator: fc.oneof(
      { weight: 8, arbitrary: fc.constant("\n\n") },
      fc.constantFrom("\n", "\n\n\n", "\n \n"),
    ),
    last: fc.oneof({ weight: 8, arbitrary: fc.constant("\n") }, fc.constantFrom("", "\n\n", " \n")),
  })
  .map(({ title, body, end, separator, last }) => [title, body, end].filter(Boolean).join(separator) + last);

const commit = fc.record({
  message: fc.oneof({ weight: 3, arbitrary: fc.constant(`fix: usual\n\n${botTrailer}\n`) }, message),
  encoding: fc.oneof({ weight: 20, arbitrary: fc.constant("") }, fc.constant("encoding ISO-8859-1\n")),
  /** How many commits before this one its parent is; more than one of them makes a merge. */
  parents: fc.oneof(
    { weight: 6, arbitrary: fc.constant([1]) },
    fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
  ),
  seconds: fc.integer({ min: 0, max: 40 }),
});

interface Made {
  message: string;
  encoding: string;
  parents: readonly number[];
  seconds: number;
}

function historyOf(commits: readonly Made[]): string {
  return commits
    .map(({ message: text, encoding, parents, seconds }, i) => {
      const before = [...new Set(parents)]
        .filter((distance) => distance <= i)
        .map((distance) => i + 1 - distance);
      const from = before.map((mark, at) => `${at === 0 ? "from" : "merge"} :${mark}\n`).join("");
      const who = `A <a@x.org> ${1_500_000_000 + 10 * i + seconds} +0000`;
      return `commit refs/heads/b${i % 5}\nmark :${i + 1}\ncommitter ${who}\n${encoding}data ${text.length}\n${text}\n${from}`;
    })
    .join("");
}

/** The oldest commits, so that the binary has seen others when it comes to these. */
const plain = ends.map((end): Made => ({
  message: `fix: a\n\n${end}\n`,
  encoding: "",
  parents: [1],
  seconds: 0,
}));

const count = fuzzCount(800);

/** Seven lines of text beside three trailers, of which git knows one as its own, are a block; beside two they are none. */
const text = "a\nb\nc\nd\ne\nf\ng\nSigned-off-by: x\n";

test.each([
  ["a trailer that must go", "no-ai-attribution", "Assisted-by: a tool\n\nConflicts:\n", "Other: x\n"],
  [
    "one that is too far from text",
    "github",
    `${text}${botTrailer}\nConflicts:\n`,
    `${text}${botTrailer}\nOther: x\n`,
  ],
])("an end that git ignores is not like a trailer: %s", (_, plugin, broken, clean) => {
  const sandbox = new Sandbox(`version: 1\nplugins:\n  dirs: [${bundled(plugin)}]\n`);
  const commits = [broken, clean, clean].map((end, i): Made => ({
    message: `fix: ${i}\n\n${end}`,
    encoding: "",
    parents: [1],
    seconds: 0,
  }));
  sandbox.realGit(["fast-import", "--quiet"], { input: historyOf(commits) });
  expect(sandbox.interlock(["verify", "b2"])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("1 of 3 commits breaks a rule"),
  });
});

test.each(Object.entries(words))(
  "every commit is judged by rules for %s, also one that ends like others",
  (_, plugins) => {
    const sandbox = new Sandbox(`version: 1\nplugins:\n  ${plugins}\n`, {
      plan: "compiled by the first command",
    });
    sandbox.write(join(sandbox.folder, "interlock", "own", "plugin.yaml"), forbidding);
    for (const [round, numRuns] of [60, count].entries()) {
      const commits: Made[] = [...plain, ...fc.sample(commit, { numRuns, seed: seed + round })];
      const input = Buffer.from(historyOf(commits), "latin1");
      sandbox.realGit(["fast-import", "--quiet", "--force"], { input });
      for (const range of ["b0", `b0~${Math.floor(numRuns / 10)}..b1`, "--all"]) {
        const binary = sandbox.interlock(["verify", range]);
        const node = sandbox.interlock(["verify", "--json", range]);
        const { violations, summary } = JSON.parse(node.stdout) as {
          violations: { commit: string }[];
          summary: { commits: number; broken: number };
        };
        const replay = replayWith(count, "test/verify/random-histories.test.ts");
        expect({ stderr: binary.stderr, status: binary.status }, replay).toEqual({
          stderr: node.stderr,
          status: node.status,
        });
        const shown = [...binary.stdout.matchAll(/^commit ([0-9a-f]{12}) /gm)].map(([, id]) => id);
        const broken = [...new Set(violations.map(({ commit: id }) => id.slice(0, 12)))];
        expect(shown, replay).toEqual(broken);
        const sum =
          summary.broken === 0
            ? `${summary.commits} commit`
            : `${summary.broken} of ${summary.commits} commit`;
        expect(binary.stdout).toContain(`interlock: ${sum}`);
        if (range === "--all") expect(summary.commits).toBeGreaterThan(numRuns / 2);
      }
    }
  },
);
