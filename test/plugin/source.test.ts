import { expect, test } from "vitest";
import { parseSource, whyBadRef } from "../../cli/plugin/plugin-source.ts";

test.each([
  ["acme/rules", "git", "https://github.com/acme/rules.git", "acme@rules"],
  ["https://github.com/acme/rules", "git", "https://github.com/acme/rules", "acme@rules"],
  ["https://example.org:8443/a/b/c.git/", "git", "https://example.org:8443/a/b/c.git/", "b@c"],
  ["https://[::1]/a/b", "git", "https://[::1]/a/b", "a@b"],
  ["git@github.com:acme/rules.git", "git", "git@github.com:acme/rules.git", "acme@rules"],
  ["ssh://git@example.org:22/acme/rules", "git", "ssh://git@example.org:22/acme/rules", "acme@rules"],
  ["git://example.org/rules", "git", "git://example.org/rules", "rules"],
  ["./rules", "path", "/home/ann/rules", "rules"],
  ["../rules.git", "path", "/home/rules.git", "rules"],
  ["/opt/my rules/v1", "path", "/opt/my rules/v1", "v1"],
  ["file:///opt/rules", "path", "/opt/rules", "rules"],
])("%s is the source that it looks like", (word, kind, address, name) => {
  const source = parseSource(word, "/home/ann");
  expect(source).toEqual({ kind, address, name });
});

test.each([
  "",
  "-rules",
  "--upload-pack=x",
  "rules",
  "a/b/c",
  "a/..",
  "../..",
  "/",
  "./.hidden",
  "./__proto__",
  "https://example.org/__proto__.git",
  "./name with blanks",
  "ext::sh -c id",
  "file::/opt/rules",
  "fd::17",
  "::x",
  "http://example.org/a/b",
  "ftp://example.org/a/b",
  "file://host/a/b",
  "HTTPS://example.org/a/b",
  "https:///a/b",
  "https://ann@example.org/a/b",
  "ssh://ann:pw@example.org/a/b",
  "ssh://-oProxyCommand=x/a/b",
  "-oProxyCommand=x:a/b",
  "example.org:-a/b",
  "example.org:a/-b",
  "git@-host:a/b",
  "https://example.org/a/b?x",
  "https://example.org/a/b c",
  "https://example.org/a/..",
  "https://example.org/.git",
  "acme/rules\n",
  "acme/r\xffles",
  "C:\\rules",
  "https://example.org/a@b/c",
])("%j is refused, and the hint says what to write", (word) => {
  expect(parseSource(word, "/")).toMatchObject({ message: expect.any(String), hint: expect.any(String) });
});

test.each(["v1", "main", "feature/x", "0".repeat(40), "refs/tags/v1", "gr\xc3\xbcn"])(
  "%s is a ref",
  (ref) => {
    expect(whyBadRef(ref)).toBe(null);
  },
);

test.each([
  "-x",
  "+x",
  "^x",
  "a:b",
  ":a",
  "a*",
  "a..b",
  "@{u}",
  "a b",
  "a\n",
  "a\\b",
  "a~1",
  "a^",
  "\xff",
  "x".repeat(201),
])("%j is not a ref", (ref) => {
  expect(whyBadRef(ref)).not.toBe(null);
});
