/** Errors in config files and manifests, when a plan is compiled. Tests compile every example that is a file. */
import type { CodeOf } from "../../../engine/core/problem-codes.ts";
import type { ErrorPages } from "../error-page.ts";

const trailer = "effects: [{type: text.ensureTrailer, key: Reviewed-by, value: Ann}]";
const atCommit = `hook: commit.message.finalize\n${trailer}`;

export const pagesOfFiles: ErrorPages<CodeOf<"file">> = {
  "file-missing": {
    cause: "`INTERLOCK_CONFIG` names a file that does not exist",
    fix: "create it, or unset the variable",
    example: { seen: ["$ echo $INTERLOCK_CONFIG", "$ unset INTERLOCK_CONFIG"] },
  },
  "file-unreadable": {
    cause: "a file cannot be read, or is not a regular file",
    fix: "change its permissions, or replace it",
    example: { seen: ["$ chmod a+r plugins/acme/plugin.yaml"] },
  },
  "file-too-big": {
    cause: "a file is larger than 1 MB",
    fix: "make it smaller",
    example: { seen: ["$ ls -lh plugins/acme/plugin.yaml"] },
  },
  "yaml-syntax": {
    cause: "the file is not valid YAML, not UTF-8, or has a key twice",
    fix: "write what the hint says; most patterns must be in single quotes",
    example: {
      in: "effect",
      wrong: "type: text.requireMatch\npattern: ^feat: .*\nmessage: begin with 'feat'",
      right: "type: text.requireMatch\npattern: '^feat: .*'\nmessage: begin with 'feat'",
    },
  },
  "unknown-key": {
    cause: "a key that no version knows",
    fix: "use the suggested name, or remove the key",
    example: { in: "config", wrong: "modes: report", right: "mode: report" },
  },
  "missing-key": {
    cause: "a required key is missing",
    fix: "add it",
    example: {
      in: "effect",
      wrong: "type: text.ensureTrailer\nkey: Reviewed-by",
      right: "type: text.ensureTrailer\nkey: Reviewed-by\nvalue: Ann",
    },
  },
  "wrong-type": {
    cause: "a text instead of a list, or the like",
    fix: "write what the hint says; quote a number that is meant as a text",
    example: { in: "config", wrong: "env: {PORT: 8080}", right: 'env: {PORT: "8080"}' },
  },
  "bad-value": {
    cause: "a value of the right type that is not allowed",
    fix: "use one of those named",
    example: { in: "config", wrong: "mode: enforced", right: "mode: enforce" },
  },
  "bad-pattern": {
    cause: "a pattern is not a regular expression, has no form that runs in linear time, or grows too large",
    fix: "the caret is under the construct, and the hint says what to write; there are no backreferences and no lookaround, and counts must be small",
    example: {
      in: "effect",
      wrong: "type: text.requireMatch\npattern: '^(feat|fix: '\nmessage: begin with a kind",
      right: "type: text.requireMatch\npattern: '^(feat|fix): '\nmessage: begin with a kind",
    },
  },
  "not-in-this-version": {
    cause: "a key that a later version will have",
    fix: "remove it for now",
    example: { seen: ["$ interlock version"] },
  },
  "unsupported-version": {
    cause: "`version` or `hookApiVersion` is not 1",
    fix: "write 1, or update interlock",
    example: {
      in: "manifest",
      wrong: "extensions: {hookApiVersion: 2}",
      right: "extensions: {hookApiVersion: 1}",
    },
  },
  "reserved-key": {
    cause: "a lower layer sets a key of a higher one",
    fix: "move it to the file named",
    example: {
      seen: [
        "wrong: scope: own, in .interlock/config.yaml",
        "right: scope: own, in /etc/interlock/config.yaml",
      ],
    },
  },
  "ignored-key": {
    cause:
      "a warning: your own config sets what you may set only where there is no install config, or, with `layers.repository`, more than that allows",
    fix: "remove it, or have it set in the install config",
    example: {
      seen: [
        "wrong: mode: report, in ~/.config/interlock/config.yaml beside /etc/interlock/config.yaml",
        "right: mode: report, in /etc/interlock/config.yaml",
      ],
    },
  },
  "config-key-taken": {
    cause: "a lower layer sets a config key that a higher one has set",
    fix: "remove it from the lower one",
    example: {
      seen: [
        "/etc/interlock/config.yaml:   config: {team: core}",
        ".interlock/config.yaml:       config: {team: web}",
      ],
    },
  },
  "plan-dir-form": {
    cause: "`planDir` is not in the form that the shim parses",
    fix: "`planDir: /absolute/path` on a line of its own, without quotes, spaces or a comment",
    example: {
      in: "config",
      wrong: 'planDir: "/var/cache/interlock"',
      right: "planDir: /var/cache/interlock",
    },
  },
  "seal-form": {
    cause:
      "`sealed` is not in the form that the shim parses, `planDir` is missing, or `onEngineFailure: pass` is set",
    fix: "`sealed: true` on a line of its own, with `planDir` and without `onEngineFailure`",
    example: {
      seen: [
        "wrong: {version: 1, sealed: true}",
        "right: version: 1",
        "       sealed: true",
        "       planDir: /var/lib/interlock",
      ],
    },
  },
  "seals-nothing": {
    cause:
      "a note: `sealed` is set in a file other than `/etc/interlock/config.yaml`, and has no effect there",
    fix: "nothing to do",
    example: { seen: ["right: sealed: true, in /etc/interlock/config.yaml"] },
  },
  unsealed: {
    cause: "someone other than root could change the baked files, or the files they were made from",
    fix: "`chown root:root` and `chmod go-w` what the message names",
    example: {
      seen: [
        "# chown root:root /etc/interlock/plugins && chmod go-w /etc/interlock/plugins",
        "# interlock compile",
      ],
    },
  },
  "plugin-folder": {
    cause:
      "a folder of `plugins.dirs` does not exist, contains no plugin (the message says what it contains), has a `plugin.yml` or similar instead of `plugin.yaml`, or its name is not a valid plugin name",
    fix: "create it, correct the path or the file's name, or add `name:`",
    example: { seen: ["$ mv plugins/acme/plugin.yml plugins/acme/plugin.yaml"] },
  },
  "duplicate-plugin": {
    cause: "two plugins have the same name",
    fix: "remove or rename one",
    example: {
      seen: ["plugins/acme/plugin.yaml:   name: acme", "more/acme/plugin.yaml:      name: acme-web"],
    },
  },
  "duplicate-hook": {
    cause: "two hooks have the same id",
    fix: "rename one",
    example: {
      in: "manifest",
      wrong: `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: acme.a, ${atCommit.replace("\n", ", ")}}\n    - {id: acme.a, ${atCommit.replace("\n", ", ")}}`,
      right: `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: acme.a, ${atCommit.replace("\n", ", ")}}\n    - {id: acme.b, ${atCommit.replace("\n", ", ")}}`,
    },
  },
  "unknown-hook-point": {
    cause: "`hook` names no hook point",
    fix: "use the suggested name; `interlock hooks --points` lists all",
    example: {
      in: "hook",
      wrong: atCommit.replace("commit.message.finalize", "commit-msg"),
      right: atCommit,
    },
  },
  "unknown-effect": {
    cause: "`type` names no effect",
    fix: "use the suggested name",
    example: {
      in: "effect",
      wrong: "type: trailer.add\nkey: Reviewed-by\nvalue: Ann",
      right: "type: text.ensureTrailer\nkey: Reviewed-by\nvalue: Ann",
    },
  },
  "unknown-handler": {
    cause: "`handler.type` is no kind of handler, or `command` no builtin",
    fix: "use the suggested name",
    example: {
      in: "hook",
      wrong: "hook: tool.call.before\nhandler: {type: exec, command: [./check]}",
      right: "hook: tool.call.before\nhandler: {type: command, command: [./check]}",
    },
  },
  "program-misplaced": {
    cause:
      "a program at a synchronous point; a builtin, `match` or `dialect` at a point that git or gh fires; or `deterministic` at another point than `commit.message.finalize`",
    fix: "what the hint says: [programs](programs.md#with-git-and-gh)",
    example: {
      in: "hook",
      wrong: "hook: commit.message.finalize\nhandler: {type: builtin, command: add_date}",
      right: "hook: commit.message.finalize\nhandler: {type: command, command: [./check]}",
    },
  },
  "program-missing": {
    cause:
      "a warning of 'interlock plugin validate': a handler names a file that the plugin does not have or that is not executable, or gives its program a file of the plugin, which is looked for where the program runs",
    fix: "create the file, chmod +x it, and name it first in 'command', as './file'",
    example: {
      seen: ["/home/ann/acme/plugin.yaml:5: warning: 'acme.check' runs './check', which is not executable"],
    },
  },
  "program-not-allowed": {
    cause:
      "a warning: a program that comes with the repository does not run, because the install does not allow it",
    fix: "allow it by name under [`executableHooks.allow`](configuration.md#keys), or remove it",
    example: { seen: ["/etc/interlock/config.yaml:   executableHooks: {allow: [acme.check]}"] },
  },
  "effect-not-allowed": {
    cause: "the effect does not work at this kind of hook point",
    fix: "move it to a hook point of the kind that the message names",
    example: { in: "hook", wrong: `hook: issue.labels.finalize\n${trailer}`, right: atCommit },
  },
  "not-idempotent": {
    cause:
      "hooks, or effects of one hook, undo each other: a second run would change the result again, for example with two prefixes that both want to come first",
    fix: "remove or disable one of those named, or give it another `priority`",
    example: {
      in: "hook",
      wrong:
        "hook: commit.message.finalize\neffects:\n  - {type: text.ensurePrefix, value: 'web: '}\n  - {type: text.ensurePrefix, value: 'api: '}",
      right: "hook: commit.message.finalize\neffects:\n  - {type: text.ensurePrefix, value: 'web: '}",
    },
  },
  "bad-reference": {
    cause:
      "a `${...}` that is not `${env.NAME}`, `${config.key}`, `${git.author}` or `${git.committer}`; a `$NAME`, `{{ name }}`, `{env.NAME}` or `%NAME%`, which would end up in the text unchanged; or a reference in a place where none is replaced",
    fix: "write one of these; put a text that looks like one under `config:`",
    example: {
      in: "effect",
      wrong: "type: text.ensureTrailer\nkey: Refs\nvalue: $TICKET",
      right: "type: text.ensureTrailer\nkey: Refs\nvalue: ${env.TICKET}",
    },
  },
  "env-not-listed": {
    cause: "a repository's layer names an environment variable that no layer above it lists",
    fix: "decide whether it may read the variable; if so, list it under [`layers.env`](configuration.md#layersenv)",
    example: { seen: ["/etc/interlock/config.yaml:   layers: {env: [TICKET]}"] },
  },
  "bad-policy-file": {
    cause:
      "a policy's file is missing, not a regular file, or outside the plugin folder; for `interlock policies` also: it is not UTF-8, or contains a control character or a `hook-policies` tag",
    fix: "put a plain text file into the plugin folder",
    example: {
      seen: [
        "wrong: policies: [{file: ../rules.md, inject: prompt}]",
        "right: policies: [{file: rules.md, inject: prompt}]",
      ],
    },
  },
  "policy-too-big": {
    cause: "a policy's file is larger than 64 KB",
    fix: "make it smaller",
    example: { seen: ["$ wc -c plugins/acme/rules.md"] },
  },
  "unknown-disabled-hook": {
    cause: "`disabledHooks` names a plugin or a hook that does not exist",
    fix: "use the suggested name, or remove it",
    example: {
      in: "config",
      wrong: "plugins: {manifests: {acne: {extensions: {disabledHooks: [acme.a]}}}}",
      right: "plugins: {manifests: {}}",
    },
  },
  "disabled-from-below": {
    cause: "a lower layer disables a hook of a higher one",
    fix: "remove it there",
    example: {
      seen: [
        "wrong: disabledHooks: [acme.a], in .interlock/config.yaml",
        "right: disabledHooks: [acme.a], in the file that installs the plugin",
      ],
    },
  },
  "plan-unwritable": {
    cause: "the plan cannot be written",
    fix: "make the folder writable, or set `planDir`",
    example: { seen: ["$ ls -ld ~/.cache/interlock", "$ chmod u+w ~/.cache/interlock"] },
  },
  "no-effect-yet": {
    cause: "a note: the key is valid and does nothing in this version",
    fix: "nothing to do",
    example: { seen: ["$ interlock version"] },
  },
  "no-hooks": {
    cause: "a note: a plugin in `plugins.dirs` has no hooks",
    fix: "add `extensions.hooks`, or remove the entry",
    example: {
      in: "manifest",
      wrong: "extensions: {hookApiVersion: 1, hooks: []}",
      right: `extensions:\n  hookApiVersion: 1\n  hooks:\n    - {id: acme.a, ${atCommit.replace("\n", ", ")}}`,
    },
  },
  "never-fired": {
    cause: "a note: a hook has effects, but no git command fires its hook point in this version",
    fix: "nothing to do; a program can fire it, see [library](library.md)",
    example: {
      in: "hook",
      wrong: "hook: response.finalize\neffects: [{type: text.ensureSuffix, value: Checked.}]",
      right: "hook: commit.message.finalize\neffects: [{type: text.ensureSuffix, value: Checked.}]",
    },
  },
  "commit-time-only": {
    cause:
      "a note: `when.commit` names only some of the kinds that a finished commit does not show, so [`interlock verify`](verify.md) cannot judge the hook for them",
    fix: "nothing to do, or list all of `composed`, `amend`, `cherry-pick`, `rebase` and `am`",
    example: {
      in: "hook",
      wrong: `${atCommit}\nwhen: {commit: [composed]}`,
      right: `${atCommit}\nwhen: {commit: [composed, amend, cherry-pick, rebase, am]}`,
    },
  },
  "plugin-too-deep": {
    cause: "a warning: a `plugin.yaml` is one level too deep to be found, while others beside it are found",
    fix: "add its folder's parent to `plugins.dirs`, or move it up",
    example: { seen: ["wrong: plugins/team/acme/plugin.yaml", "right: plugins/acme/plugin.yaml"] },
  },
  "trusts-everybody": {
    cause: "a warning: an entry of `push.trustAuthors` matches every author, so the gate stops nothing",
    fix: "name the authors",
    example: {
      in: "config",
      wrong: "push: {trustAuthors: ['*']}",
      right: "push: {trustAuthors: ['*@example.org']}",
    },
  },
  "rule-without-effect": {
    cause:
      "a warning: a `text.requireMatch` matches every text, or a `text.forbidMatch` none, so the check refuses nothing",
    fix: "correct the pattern, or remove the check",
    example: {
      in: "effect",
      wrong: "type: text.requireMatch\npattern: '.*'\nmessage: name a ticket",
      right: "type: text.requireMatch\npattern: '[A-Z]+-[0-9]+'\nmessage: name a ticket",
    },
  },
  "refuses-everything": {
    cause:
      "a warning: a `text.requireMatch` matches no text, or a `text.forbidMatch` every text, so no commit can be made",
    fix: "correct the pattern; nothing to do if that is what you want",
    example: {
      in: "effect",
      wrong: "type: text.forbidMatch\npattern: 'WIP|'\nmessage: finish it first",
      right: "type: text.forbidMatch\npattern: 'WIP'\nmessage: finish it first",
    },
  },
};
