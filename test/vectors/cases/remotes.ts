import type { Vector } from "../vector.ts";

function named(url: string, name: string): Vector {
  return { title: url || "(nothing)", input: [url], output: name };
}

export const remoteNameCases: readonly Vector[] = [
  named("https://github.com/acme/app.git", "github.com/acme/app"),
  named("https://github.com/acme/app", "github.com/acme/app"),
  named("https://github.com/acme/app.git/", "github.com/acme/app"),
  named("https://user@GitHub.com:8443/Acme/App.git", "github.com/Acme/App"),
  named("https://user:p%40ss@github.com/acme/app", "github.com/acme/app"),
  named("https://user:p@ss@github.com/acme/app", "github.com/acme/app"),
  named("ssh://git@github.com/acme/app.git", "github.com/acme/app"),
  named("ssh://git@github.com:22//acme/app.git", "github.com/acme/app"),
  named("git+ssh://git@github.com/acme/app", "github.com/acme/app"),
  named("ssh://git@[::1]:22/acme/app", "[::1]/acme/app"),
  named("git@github.com:acme/app.git", "github.com/acme/app"),
  named("github.com:/acme/app.git", "github.com/acme/app"),
  named("[git@github.com:22]:acme/app", "github.com/acme/app"),
  named("git@[::1]:acme/app", "git@[::1]:acme/app"),
  named("[::1]:acme/app", "[::1]/acme/app"),
  named("file:///srv/git/app.git", "/srv/git/app"),
  named("/srv/git/app.git", "/srv/git/app"),
  named("/srv/a:b/app", "/srv/a:b/app"),
  named("./a:b", "./a:b"),
  named("../app.git", "../app"),
  named("ext::ssh host %S app", "ext::ssh host %S app"),
  named("https://github.com", "github.com/"),
  named("HTTPS://GitHub.com.:443/acme//./x/../app.git/", "github.com/acme/app"),
  named("https://github.com/%61cme/app%2Egit", "github.com/acme/app"),
  named("https://gith%75b.com/acme/app", "github.com/acme/app"),
  named("https://github.com/../../acme/app", "github.com/acme/app"),
  named("https://other.example?@github.com/acme/app", "other.example/?@github.com/acme/app"),
  named("ssh://git@github.com/acme/%00", "github.com/acme/%00"),
  named("ssh://x%2f@github.com/acme/app", "x/@github.com/acme/app"),
  named("git@github.com:acme/./app.git", "github.com/acme/app"),
  named("git@github.com:acme/%61pp.git", "github.com/acme/%61pp"),
  named("/srv//git/./x/../app.git/", "/srv/git/app"),
  named("../../x/../app", "../../app"),
  named("", ""),
];

function machine(url: string, isAnother: boolean): Vector {
  return { title: url, input: [url], output: isAnother };
}

export const otherMachineCases: readonly Vector[] = [
  machine("https://github.com/acme/app", true),
  machine("git@github.com:acme/app", true),
  machine("ssh://10.0.0.1/app", true),
  machine("git://128.0.0.1/app", true),
  machine("https://[2001:db8::1]/app", true),
  machine("https://[fe80::7f00:1]/app", true),
  machine("https://1and1.example/app", true),
  ...[
    "localhost",
    "LOCALHOST.",
    "my.localhost",
    "localhost.localdomain",
    "%6cocalhost",
    "ip6-loopback",
    "127.0.0.1",
    "127.1",
    "127.0.0.1.",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "0",
    "0.0.0.0",
    "4294967296",
    "0x17f000001",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[0000::0001]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::1%25lo]",
  ].map((host) => machine("git://" + host + "/x", false)),
  machine("https://user@127.0.0.1:8080/x", false),
  machine("localhost:x", false),
  machine("[::1]:x", false),
  machine("/srv/x", false),
  machine("file:///srv/x", false),
  machine("ext::ssh github.com", false),
];

export const remoteSettingCases: readonly Vector[] = [
  { title: "a file without remotes is not parsed", input: ["[core\n"], output: [] },
  {
    title: "where a remote is fetched from and pushed to",
    input: [
      '[remote "My.Fork"]\n\tURL = a:b\n\tfetch = +x\n\tpushUrl = "c:d"\n[remote]\n\tpushDefault = x\n',
    ],
    output: [
      { key: "remote.My.Fork.url", value: "a:b" },
      { key: "remote.My.Fork.pushurl", value: "c:d" },
    ],
  },
  {
    title: "what another address stands for",
    input: ['[url "git@github.com:"]\n\tinsteadOf = gh:\n\tpushInsteadOf = x\n'],
    output: [{ key: "url.git@github.com:.insteadof", value: "gh:" }],
  },
  {
    title: "settings that lead elsewhere",
    input: ["[include]\n\tpath = x\n[branch]\n\turl = x\n"],
    output: [{ key: "include.path", value: "x" }],
  },
];

const short = [
  { key: "url.git@github.com:.insteadof", value: "gh:" },
  { key: "url.https://acme.example/.insteadof", value: "gh:acme/" },
];

export const rewriteUrlCases: readonly Vector[] = [
  { title: "no rule", input: ["gh:a/b", []], output: "gh:a/b" },
  { title: "a prefix is replaced", input: ["gh:a/b", short], output: "git@github.com:a/b" },
  { title: "the longest one", input: ["gh:acme/b", short], output: "https://acme.example/b" },
  { title: "only a prefix", input: ["x/gh:a", short], output: "x/gh:a" },
];
