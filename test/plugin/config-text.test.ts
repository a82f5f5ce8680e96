import { expect, test } from "vitest";
import { parse } from "yaml";
import { renderNewConfig, withoutPluginDir, withPluginDir } from "../../cli/shared/config-text.ts";

const dir = "plugins/acme@rules";

test.each([
  [
    "a list of lines",
    "version: 1\nplugins:\n  dirs:\n    - own # mine\n\n# end\n",
    "version: 1\nplugins:\n  dirs:\n    - own # mine\n    - plugins/acme@rules\n\n# end\n",
  ],
  [
    "one that is not indented",
    "plugins:\n  dirs:\n  - a\n  - b\nversion: 1\n",
    "plugins:\n  dirs:\n  - a\n  - b\n  - plugins/acme@rules\nversion: 1\n",
  ],
  [
    "a list in brackets",
    "version: 1\nplugins: {dirs: [ own, 'x y' ]} # all\n",
    "version: 1\nplugins: {dirs: [ own, 'x y', plugins/acme@rules ]} # all\n",
  ],
  [
    "brackets with comments",
    "plugins:\n  dirs: [\n    own, # mine\n    x # last\n  ]\n",
    "plugins:\n  dirs: [\n    own, # mine\n    x, plugins/acme@rules # last\n  ]\n",
  ],
  [
    "an empty list",
    "version: 1\nplugins:\n  dirs: []\n  # more\n",
    "version: 1\nplugins:\n  dirs: [plugins/acme@rules]\n  # more\n",
  ],
  [
    "a last line without an end",
    "plugins:\n  dirs:\n    - a",
    "plugins:\n  dirs:\n    - a\n    - plugins/acme@rules",
  ],
])("adds to %s, and leaves every other byte; without it, the text is as it was", (_, before, after) => {
  expect(withPluginDir(before, dir)).toBe(after);
  expect(withPluginDir(after, dir)).toBe(after);
  expect(withoutPluginDir(after, dir)).toBe(before);
});

test.each([
  "version: 1\n",
  "version: 1 # one\nplugins:\n",
  "version: 1\nplugins:\n  dirs:\n",
  "version: 1\nplugins: {manifests: {}}\n",
])("makes the list where there is none: %j", (before) => {
  const after = withPluginDir(before, dir);
  expect(parse(after)).toMatchObject({ version: 1, plugins: { dirs: [dir] } });
  expect(after).toContain(before.split("\n", 1)[0]);
});

test.each(["plugins", "./plugins/", "./plugins/acme@rules"])(
  "adds nothing where '%s' is listed",
  (listed) => {
    const text = `version: 1\nplugins: {dirs: [${listed}]}\n`;
    expect(withPluginDir(text, dir)).toBe(text);
  },
);

test("the last entry of a list of lines leaves an empty list", () => {
  const text = renderNewConfig([dir], "local");
  const without = withoutPluginDir(text, dir);
  expect(without).toBe(text.replace("dirs:\n    - plugins/acme@rules\n", "dirs: []\n"));
  expect(without).toBe(renderNewConfig([], "local"));
  expect(withoutPluginDir(text, "plugins/other")).toBe(text);
});

test.each([
  ["dirs: # ours\n    - plugins/acme@rules\n  # end\n", "dirs: [] # ours\n  # end\n"],
  ["dirs: # ours\n    # the first\n    - plugins/acme@rules", "dirs: [] # ours\n    # the first"],
  ["dirs: [plugins/acme@rules, # ours\n    x]\n", "dirs: [ # ours\n    x]\n"],
  ["dirs: [x, # theirs\n    plugins/acme@rules]\n", "dirs: [x, # theirs\n    ]\n"],
  ["dirs: [plugins/acme@rules, x]\n", "dirs: [x]\n"],
  ["dirs: [plugins/acme@rules]\n", "dirs: []\n"],
])("takes an entry out, and keeps comments: %j", (before, after) => {
  const around = (text: string): string => `version: 1\nplugins:\n  ${text}`;
  const without = withoutPluginDir(around(before), dir);
  expect(without).toBe(around(after));
  const was = parse(around(before)).plugins.dirs as string[];
  expect(parse(without).plugins.dirs).toEqual(was.filter((each) => each !== dir));
});
