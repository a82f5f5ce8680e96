/**
 * Mistakes that people make in config files and manifests, each in a file that is right otherwise. Every one must give one
 * diagnostic, which says where it is, what is wrong and what to do: see `mistakes.test.ts`.
 */
import { installs, type Tree } from "./workspace.ts";

const config = (text: string): Tree => ({ "install.yaml": text });
const plugin = (text: string): Tree => ({ "install.yaml": installs("p"), "p/acme/plugin.yaml": text });
const hook = (lines: string): Tree =>
  plugin(
    `extensions:\n  hookApiVersion: 1\n  hooks:\n    - id: acme.a\n${lines.replace(/^(?=.)/gm, "      ")}\n`,
  );
/** Lines of one effect, in a hook at a commit message. */
const effect = (lines: string): Tree =>
  hook(`hook: commit.message.finalize\neffects:\n  - ${lines.replaceAll("\n", "\n    ")}`);
const check = (pattern: string, type = "requireMatch"): Tree =>
  effect(`type: text.${type}\npattern: ${pattern}\nmessage: say why`);
const trailer = (lines: string): Tree => effect(`type: text.ensureTrailer\n${lines}`);
const right = "hook: commit.message.finalize\neffects: [{type: text.ensureTrailer, key: A, value: b}]";
const beside = (lines: string): Tree => hook(`${right}\n${lines}`);
const rest = effectText("type: text.ensureTrailer\n      key: A\n      value: b");

function effectText(lines: string): string {
  return `hook: commit.message.finalize\n  effects:\n    - ${lines}`;
}

/** Bytes, because files need not be UTF-8. */
export const mistakes: { [title: string]: Tree } = {
  // YAML
  "a pattern with a colon": check("^feat: .*"),
  "a pattern with a colon at its end": check("^(feat|fix):"),
  "a backslash in double quotes": check('"\\d+ things"'),
  "a pattern that begins with a class": check("[A-Z]+-[0-9]+"),
  "a pattern that is nothing but a class": check("[A-Z]"),
  "a pattern that begins with a star": check("*fix*"),
  "a glob that begins with a star": trailer("key: A\nvalue: *.md"),
  "a value that begins with @": trailer("key: A\nvalue: @ann"),
  "a value that begins with a backtick": trailer("key: A\nvalue: `git --version`"),
  "a value that begins with a percent sign": trailer("key: A\nvalue: %s"),
  "a value that begins with an exclamation mark": trailer("key: A\nvalue: !important"),
  "a value that begins with a brace": trailer("key: A\nvalue: {{ env.TICKET }}"),
  "a value that begins with a bar": check("|feat|fix"),
  "a value that begins with >": trailer("key: A\nvalue: > b"),
  "a value that begins with a hash sign": trailer("key: A\nvalue: #12"),
  "a quote that is not closed": trailer("key: A\nvalue: 'Ann"),
  "a double quote that is not closed": trailer('key: "A\nvalue: b'),
  "a quote that is not closed before another": trailer("key: 'A\nvalue: 'b'"),
  "a quote inside single quotes": trailer("key: A\nvalue: 'don't'"),
  "quotes inside double quotes": trailer('key: A\nvalue: "say "hi""'),
  "a tab for indentation": config("version: 1\nplugins:\n\tdirs: [p]\n"),
  "conflict markers": config(
    "version: 1\n<<<<<<< HEAD\nmode: report\n=======\nmode: enforce\n>>>>>>> topic\n",
  ),
  "two documents": config("version: 1\n---\nmode: report\n"),
  "a key twice": config("version: 1\nmode: report\nmode: enforce\n"),
  "UTF-16": config("\xff\xfev\0e\0r\0s\0i\0o\0n\0:\0 \x001\0"),
  "UTF-16 without a byte-order mark": config("v\0e\0r\0s\0i\0o\0n\0:\0 \x001\0"),
  "Latin-1": config("version: 1\nconfig: {team: Z\xfcrich}\n"),
  "a NUL byte": config("version: 1\nmode: rep\0ort\n"),
  "an escape character": config("version: 1\nmode: \x1b[1mreport\n"),
  "a byte-order mark inside": config("version: 1\n\xef\xbb\xbfmode: report\n"),
  "a no-break space": config("version: 1\nmode:\xc2\xa0report\n"),
  "a line indented too far": config("version: 1\n  mode: report\n"),
  "a list entry in another column": config("version: 1\nplugins:\n  dirs:\n    - a\n   - b\n"),
  "a dash without a space": plugin(
    `extensions:\n  hookApiVersion: 1\n  hooks:\n    -id: acme.a\n      hook: x\n`,
  ),
  "a list on the line of its key": config("version: 1\nplugins:\n  dirs: - p\n"),
  "a line without a colon": config("version: 1\nmode report\n"),
  "a colon without a space": config("version: 1\nmode:report\n"),
  "an equals sign": config("version: 1\nmode = report\n"),
  "a bracket that is not closed": config("version: 1\nplugins:\n  dirs: [a, b\nmode: report\n"),
  "a brace that is not closed": config("version: 1\nenv: {A: x\n"),
  "a comment with slashes": config("version: 1\n// rules\nmode: report\n"),
  "a merge key": config("version: 1\nconfig: &a {b: c}\nenv:\n  <<: *a\n"),
  "YAML 1.1": config("%YAML 1.1\n---\nversion: 1\n"),
  "a file that is a sentence": config("our rules\n"),
  // keys
  "a misspelt key that is required": effect("type: text.requireMatch\npatern: x\nmessage: y"),
  "a misspelt key of a config": config("version: 1\nmodus: report\n"),
  "a key that is nowhere near": config("version: 1\nrules: []\n"),
  "a misspelt version": config("verison: 1\n"),
  "a dotted key": config("version: 1\npush.verify: warn\n"),
  "a condition by half its name": beside("when: {env: [CI]}"),
  "a condition that does not exist": beside("when: {branch: [main]}"),
  "a config without a version": config("mode: report\n"),
  "an effect without a value": trailer("key: A"),
  "hooks outside extensions": plugin(`hooks:\n- id: a.b\n  ${rest}\n`),
  "a misspelt extensions": plugin(`extension:\n  hookApiVersion: 1\n`),
  "a manifest without hookApiVersion": plugin(
    `extensions:\n  hooks:\n    - {id: a.b, ${right.replace("\n", ", ")}}\n`,
  ),
  // types
  "a text in place of a list": config("version: 1\nplugins: {dirs: p}\n"),
  "a list in place of a map": config("version: 1\nplugins: [p]\n"),
  "a text in place of a map": beside("when: amend"),
  "yes in place of true": config("version: 1\nsealed: yes\n"),
  "a number in place of a text": config("version: 1\nenv: {PORT: 8080}\n"),
  "a word in place of a number": beside("priority: high"),
  "a map in place of a list of hooks' effects": hook(
    "hook: commit.message.finalize\neffects: {type: text.ensureTrailer}",
  ),
  "an effect that is a text": hook("hook: commit.message.finalize\neffects: [text.ensureTrailer]"),
  "a policy that is a text": beside("policies: [policy.md]"),
  "a handler that is a text": hook("hook: tool.call.before\nhandler: ./check"),
  "a choice between two types": config("version: 1\nexecutableHooks: {allow: 3}\n"),
  "a command that is a number": hook("hook: tool.call.before\nhandler: {type: command, command: 7}"),
  // names
  "commit-msg as a hook point": hook(right.replace("commit.message.finalize", "commit-msg")),
  "pre-commit as a hook point": hook(right.replace("commit.message.finalize", "pre-commit")),
  "prepare-commit-msg as a hook point": hook(right.replace("commit.message.finalize", "prepare-commit-msg")),
  "pre-push as a hook point": hook(right.replace("commit.message.finalize", "pre-push")),
  "commit.msg as a hook point": hook(right.replace("commit.message.finalize", "commit.msg")),
  "PreToolUse for an effect": hook(right.replace("commit.message.finalize", "PreToolUse")),
  "a hook point that nothing is like": hook(right.replace("commit.message.finalize", "post-checkout")),
  "an effect by another name": effect("type: trailer.add\nkey: A\nvalue: b"),
  "an effect for checks by another name": effect("type: regex\npattern: x\nmessage: y"),
  "an effect that nothing is like": effect("type: shout"),
  "a misspelt choice": config("version: 1\nmode: enforced\n"),
  "a kind of commit that does not exist": beside("when: {commit: [ammend]}"),
  "a policy for another place": { ...beside("policies: [{file: a.md, inject: system}]"), "p/acme/a.md": "x" },
  "a policy file by another name": {
    ...beside("policies: [{file: rules.md, inject: prompt}]"),
    "p/acme/rule.md": "x",
  },
  "a plugin folder by another name": { ...config(installs("rule")), "rules/a/plugin.yaml": "name: a\n" },
  "a plugin by another name": {
    ...hook(right),
    "install.yaml": installs("p", "  manifests: {acne: {extensions: {disabledHooks: [acme.a]}}}\n"),
  },
  "a hook by another name": {
    ...hook(right),
    "install.yaml": installs("p", "  manifests: {acme: {extensions: {disabledHooks: [acme.b]}}}\n"),
  },
  "plugin.yml": { ...config(installs("p")), "p/acme/plugin.yml": "name: acme\n" },
  "plugins.yaml": { ...config(installs("p")), "p/acme/plugins.yaml": "name: acme\n" },
  "Plugin.yaml beside a plugin": { ...hook(right), "p/b/Plugin.yaml": "name: b\n" },
  "a manifest without its ending": { ...hook(right), "p/b/plugin": "name: b\n" },
  "a plugin one level too deep": { ...hook(right), "p/more/b/plugin.yaml": "name: b\n" },
  "a config file inside a plugin": { ...config(installs("p")), "p/acme/config.yaml": "version: 1\n" },
  // values
  "a lookahead behind other things": check("'^feat(?!ure)'"),
  "a pattern in double quotes, with an escape before the mistake": check('"\\\\d+ (a"'),
  "a pattern in single quotes, with a quote before the mistake": check("'don''t [a-'"),
  "a pattern in a block": check("|-\n    ^feat\n    (fix"),
  "a pattern with a star at its beginning": check("'*.md'"),
  "a pattern as Python writes it": check("'(?P<kind>feat|fix)'"),
  "a pattern as grep writes it": check("'^[[:upper:]]+'"),
  "a pattern with another language's anchor": check("'\\Afeat'"),
  "a pattern with a backslash too many": check("'feat\\-1'"),
  "a backreference": check("'(a)\\1'"),
  "a pattern between slashes": check("/^feat/i"),
  "a check that nothing can fail": check("'.*'"),
  "a check that everything fails": check("'$.'"),
  "a prohibition of nothing": check("'$^'", "forbidMatch"),
  "a prohibition of everything": check("'^'", "forbidMatch"),
  "a variable as a shell writes it, in a longer text": trailer("key: A\nvalue: see $TICKET now"),
  "a reference without an end": trailer('key: A\nvalue: "see ${env.TICKET"'),
  "a trailer key with a space": trailer("key: Reviewed by\nvalue: b"),
  "everybody as a trusted author": config('version: 1\npush: {trustAuthors: ["*"]}\n'),
  "a home folder in a path": config("version: 1\nplugins: {dirs: [~/p]}\n"),
  "a URL as a remote": beside("when: {remote: ['https://github.com/acme/x']}"),

  // Parts of a message
  "a part that does not exist": effect("type: text.length\npart: header\nmax: 72"),
  "a trailer without its prefix": effect("type: text.present\npart: trailers.Refs"),
  "a part of a title without a format": effect("type: text.present\npart: scope"),
  "a format that does not exist": beside("format: convention"),
  "a format with another key": beside("format: {header: '^(?<type>[a-z]+): '}"),
  "a format's group that is no part": beside("format: {title: '^(?<kind>[a-z]+): '}"),
  "a format's pattern without a group": beside("format: {title: '^[a-z]+: '}"),
  "a format's pattern that looks ahead": beside("format: {title: '^(?<type>[a-z]+)(?=: )'}"),
  "a part that the format's pattern has no group for": hook(
    "hook: commit.message.finalize\nformat: {title: '^(?<type>[a-z]+): '}\neffects: [{type: text.present, part: scope}]",
  ),
  "a length without limits": effect("type: text.length\npart: title"),
  "a length between limits that exclude each other": effect("type: text.length\npart: title\nmin: 9\nmax: 5"),
  "a format beside a program": hook(
    "hook: commit.message.finalize\nformat: conventional\nhandler: {type: command, command: [./x]}",
  ),
  "a format of a response": hook(
    "hook: response.finalize\nformat: conventional\neffects: [{type: text.ensureSuffix, value: x}]",
  ),
  "a length that is a text": effect("type: text.length\npart: title\nmax: long"),
  "a length of nothing": effect("type: text.length\npart: title\nmax: 0"),
  "words that are allowed and refused": effect("type: text.oneOf\npart: title\nin: [a]\nnotIn: [b]"),
  "words that are neither": effect("type: text.oneOf\npart: title"),
  "one word that is no list": effect("type: text.oneOf\npart: title\nin: feat"),
  "a case that does not exist": effect("type: text.case\npart: title\nin: [lowercase]"),
  "a title of a response": hook(
    "hook: response.finalize\neffects: [{type: text.length, part: title, max: 72}]",
  ),
};
