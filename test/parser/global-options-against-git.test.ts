import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  attachableOptions,
  flagOptions,
  parseGlobalOptions,
  valueOptions,
} from "../../shim/git/global-options.ts";
import { judgeLines } from "../support/judge-lines.ts";
import { lineCount, timeout } from "../support/option-lines.ts";
import { Sandbox } from "../support/sandbox.ts";

const values: { [option: string]: string[] } = {
  "-C": ["", ".", "folder"],
  "-c": ["a.b=c", "a.b", "a.b=", "alias.stripspace=version"],
  "--config-env": ["a.b=HOME"],
  "--exec-path": ["/usr/lib/git-core"],
};
/** What 2.39 does not know yet. */
const newer = ["--attr-source", "--no-advice", "--no-lazy-fetch"];
const known = (option: string): boolean => !newer.includes(option);

/** Answers that need no command, and what looks like an option but is none. */
const oddities = [
  ..."-c=a.b -ca.b=c -C. --no-page -pP --bare=1 -- - -v -h -q --version --help version".split(" "),
  ..."--exec-path --exec-pathx --html-path --man-path --info-path --list-cmds=main --list-cmds".split(" "),
  ..."--git-di=x --git-dirx --nonsense --end-of-options --no-bare".split(" "),
  "",
];

const valueFor = (option: string): fc.Arbitrary<string> =>
  fc.constantFrom(...(values[option] ?? ["x", ".git", ""]));
const group = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...flagOptions.filter(known)).map((flag) => [flag]) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...valueOptions.filter(known))
      .chain((option) => valueFor(option).map((value) => [option, value])),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...attachableOptions.filter(known))
      .chain((option) => valueFor(option).map((value) => [`${option}=${value}`])),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...oddities).map((word) => [word]),
  },
);

test("git runs the command where the parser finds one, and no other", { timeout }, async () => {
  const seed = Number(process.env["INTERLOCK_SEED"] ?? 42);
  const starts = fc.sample(fc.array(group, { maxLength: 4 }), { numRuns: Math.ceil(lineCount / 2), seed });
  const lines = starts.map((groups, i) => [...groups.flat(), ...(i % 7 === 0 ? [] : ["stripspace"])]);
  const sandbox = new Sandbox();
  sandbox.write("folder/folder/folder/folder/file", "");
  const verdicts = await judgeLines(sandbox, lines, { command: [], input: "the command ran" });
  const different = verdicts.filter(({ words, stdout, stderr }) => {
    const parsed = parseGlobalOptions(["git", ...words]);
    const found = parsed !== null && words[parsed.commandIndex - 1] === "stripspace";
    // An option of submodule code, which only some commands bear.
    const ran =
      stdout === "the command ran\n" || stderr.includes("stripspace doesn't support --super-prefix");
    return found !== ran;
  });
  expect(different.slice(0, 5)).toEqual([]);
  expect(verdicts.filter(({ stdout }) => stdout === "the command ran\n").length).toBeGreaterThan(
    lineCount / 10,
  );
});
