/** Lines of `gh pr create` at random: what we read in them is what gh sends, and where we read nothing it sends nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readGhLine } from "../../shim/gh/command-line.ts";
import { readGhConfig } from "../../shim/gh/config-file.ts";
import { isOn } from "../../shim/gh/parse-flags.ts";
import { CaseRunner } from "./run-case.ts";

let runner: CaseRunner;
beforeAll(async () => {
  runner = await CaseRunner.start();
});
afterAll(() => runner.stop());

/** Each takes a start of gh; 600 were tried. */
const count = 40;

const pieces = [
  ..."-t -tX -t=Y --title --title=Z -b -bC -b=D -b= --body=E --body -d -f -df -dt -fb -db=Q -fbdraft -d=false".split(
    " ",
  ),
  ..."--draft --draft=false --draft=x --fill --fill=0 -l bug -lbug --label=bug,agent --label= -- extra -w=false".split(
    " ",
  ),
  ..."--no-maintainer-edit -R octo/demo -Rocto/demo --help=false -h - --bod=x --body-file= pr create T B T B".split(
    " ",
  ),
  "",
  '-l="a,b"',
  "--label=help wanted",
];

/** The same numbers everywhere. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function makeLine(next: (below: number) => number): string[] {
  const words = next(3) === 0 ? ["pr", "create"] : ["pr", "create", "-t", "T", "-b", "B"];
  for (let left = next(6); left > 0; left--) {
    // Most of them behind the command's name.
    const at = next(4) === 0 ? next(words.length + 1) : 2 + next(words.length - 1);
    words.splice(at, 0, pieces[next(pieces.length)] as string);
  }
  return words;
}

interface Seen {
  title: string;
  body: string;
  draft: boolean;
  labels: string[];
}

const oneBody = "Because it was missing.\n\nReviewed-by: Bo\n";

/** null: nothing is sent. */
function predict(words: string[]): Seen | null {
  const { does } = readGhLine(["gh", ...words], readGhConfig(""));
  if (does.kind !== "text" || does.command !== "pr create") return null;
  const { title, body, labels, repo, flags } = does;
  if (repo !== null && repo !== "" && repo !== "octo/demo") return null;
  const isFilled = isOn(flags, "fill");
  const sentTitle = title ?? (isFilled ? "Add one, and more" : "");
  if (sentTitle === "" || (body.from !== "argument" && body.from !== "fill")) return null;
  const sentBody = body.from === "argument" ? body.text : oneBody;
  return { title: sentTitle, body: sentBody, draft: isOn(flags, "draft"), labels: labels ?? [] };
}

test(`${count} lines at random are read as gh reads them`, async () => {
  const next = numbers(7);
  let sentCount = 0;
  for (let i = 0; i < count; i++) {
    const words = makeLine(next);
    const predicted = predict(words);
    const known = ["bug", "agent", "a,b", "help wanted"];
    const hasOddLabel = predicted?.labels.some((label) => !known.includes(label)) ?? false;
    const { sent, stderr } = await runner.run({ words, sends: [] });
    const [created, labelled] = [sent.find(({ what }) => what === "createPullRequest"), sent[1]];
    const where = `${JSON.stringify(words)}\n${stderr}`;
    if (!predicted || hasOddLabel) {
      expect(created, where).toBe(undefined);
      continue;
    }
    sentCount++;
    const { labels, ...texts } = predicted;
    expect(created?.body, where).toMatchObject(texts);
    const labelIds = labels.map((label) => `LABEL ${label}`);
    if (labels.length > 0) expect(labelled?.body, where).toMatchObject({ labelIds });
    else expect(labelled, where).toBe(undefined);
  }
  expect(sentCount).toBeGreaterThan(count / 8);
});
