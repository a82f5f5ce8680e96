/** What a plugin lets its users set. */
import { expect, test } from "vitest";
import { createWorkspace, installs, type Tree } from "./workspace.ts";

const house = (parameters: string, effect: string, more = ""): string => `name: house
extensions:
  hookApiVersion: 1
  parameters:
    ${parameters}
  hooks:
    - id: house.trailer
      hook: commit.message.finalize
${more}      effects:
        - ${effect}
`;

const trailer = '{type: text.ensureTrailer, key: Team, value: "${param.team}"}';
const team = "team: {type: text, default: core, oneOf: [core, web]}";

const set = (settings: string): string => installs("p", `  manifests: {house: {${settings}}}\n`);

const tree = (settings: string, parameters = team, effect = trailer, more = ""): Tree => ({
  "install.yaml": settings === "" ? installs("p") : set(settings),
  "p/house/plugin.yaml": house(parameters, effect, more),
});

function effectOf(files: Tree): { [key: string]: unknown } {
  const { plan, diagnostics } = createWorkspace(files).compile();
  expect(diagnostics).toEqual([]);
  return plan?.points["commit.message.finalize"]?.[0]?.effects[0] as unknown as { [key: string]: unknown };
}

test("a parameter has its default, or what a config file sets", () => {
  expect(effectOf(tree(""))["value"]).toEqual(["core"]);
  expect(effectOf(tree("parameters: {team: web}"))["value"]).toEqual(["web"]);
});

test("a reference that is the whole value keeps its type, and one inside a text becomes text", () => {
  const parameters = "on: {type: boolean, default: false}\n    n: {type: integer, default: 3}";
  const effect =
    '{type: text.ensureTrailer, key: Team, value: "team ${param.n} of ${param.n}", dedupe: "${param.on}"}';
  expect(effectOf(tree("", parameters, effect))).toMatchObject({ value: ["team 3 of 3"], dedupe: false });
  const list = "keep: {type: list, default: ['*@a.org', '*@b.org']}";
  const remove = '{type: text.removeTrailer, key: Team, keep: "${param.keep}"}';
  expect(effectOf(tree("", list, remove))["keep"]).toEqual(["*@a.org", "*@b.org"]);
});

test("conditions and priority take parameters, names do not", () => {
  const parameters = "kinds: {type: list, default: [composed]}\n    at: {type: integer, default: 7}";
  const more = '      priority: "${param.at}"\n      when: {commit: "${param.kinds}"}\n';
  const effect = "{type: text.ensureTrailer, key: Team, value: a}";
  const { plan } = createWorkspace(tree("", parameters, effect, more)).compile();
  expect(plan?.points["commit.message.finalize"]?.[0]).toMatchObject({ when: { commit: ["composed"] } });
});

const mistakes: { [title: string]: [Tree, string] } = {
  "a parameter that the plugin does not have": [
    tree("parameters: {teem: web}"),
    `<root>/install.yaml:4:36: error: plugin 'house' has no parameter 'teem' [E-unknown-key]
  4 |   manifests: {house: {parameters: {teem: web}}}
    |                                    ^^^^
hint: did you mean 'team'?
`,
  ],
  "a value of another type": [
    tree(
      "parameters: {n: many}",
      "n: {type: integer, default: 72}",
      '{type: text.ensureTrailer, key: A, value: "${param.n}"}',
    ),
    "error: 'n' must be a whole number, not 'many' [E-wrong-type]",
  ],
  "a text where a list is wanted": [
    tree(
      "parameters: {keep: '*'}",
      "keep: {type: list, default: []}",
      '{type: text.removeTrailer, key: A, keep: "${param.keep}"}',
    ),
    "hint: write it as a list, with brackets: keep: [*]",
  ],
  "a value that is none of the allowed": [
    tree("parameters: {team: wev}"),
    "error: 'team' cannot be 'wev' [E-bad-value]",
  ],
  "a number below its limit": [
    tree(
      "parameters: {n: 0}",
      "n: {type: integer, default: 3, min: 1}",
      '{type: text.ensureTrailer, key: A, value: "${param.n}"}',
    ),
    "error: 'n' must be at least 1, not '0' [E-bad-value]",
  ],
  "limits that no number keeps": [
    tree(
      "",
      "n: {type: integer, min: 200, max: 100}",
      '{type: text.ensureTrailer, key: A, value: "${param.n}"}',
    ),
    "error: no number is at least 200 and at most 100 [E-bad-value]",
  ],
  "a default that its own limits refuse": [
    tree(
      "",
      "n: {type: integer, default: 9, max: 5}",
      '{type: text.ensureTrailer, key: A, value: "${param.n}"}',
    ),
    "error: 'default' must be at most 5, not '9' [E-bad-value]",
  ],
  "a parameter without a value": [
    tree("", "team: {type: text}"),
    "error: plugin 'house' needs a value for its parameter 'team' [E-missing-key]",
  ],
  "a reference to a parameter that is not declared": [
    tree("", team, '{type: text.ensureTrailer, key: A, value: "${param.tam}"}'),
    "error: the plugin has no parameter 'tam' [E-bad-reference]",
  ],
  "a list inside a text": [
    tree(
      "",
      "keep: {type: list, default: [a]}",
      '{type: text.ensureTrailer, key: A, value: "x ${param.keep}"}',
    ),
    "error: parameter 'keep' is a list, and cannot stand inside a text [E-wrong-type]",
  ],
  "an unknown type of a parameter": [
    tree("", "team: {type: string, default: a}"),
    "error: 'type' cannot be 'string' [E-bad-value]",
  ],
  "a type that does not fit the key": [
    tree("", "keep: {type: text, default: a}", '{type: text.removeTrailer, key: A, keep: "${param.keep}"}'),
    "'keep' must be a list, not 'a' [E-wrong-type]",
  ],
};

test.each(Object.entries(mistakes))(
  "%s gives one error with its place and the way out",
  (_, [files, wanted]) => {
    const workspace = createWorkspace(files);
    expect(workspace.compile().diagnostics).toHaveLength(1);
    expect(workspace.complaints()).toContain(wanted);
    expect(workspace.complaints()).toMatch(/^hint: .+/m);
  },
);

test("a lower layer's settings for a plugin of a higher layer are ignored, with one warning that names both files", () => {
  const files = {
    ...tree("parameters: {team: web}"),
    "user.yaml": "version: 1\nplugins: {manifests: {house: {parameters: {team: core}}}}\n",
  };
  const workspace = createWorkspace(files);
  expect(workspace.complaints()).toMatch(
    /^<root>\/user.yaml:2:\d+: warning: 'parameters.team' is ignored here, because '<root>\/install.yaml' decides about it/,
  );
  expect(workspace.compile().diagnostics).toHaveLength(1);
  expect(workspace.compile().plan?.points["commit.message.finalize"]?.[0]?.effects[0]).toMatchObject({
    value: ["web"],
  });
});
