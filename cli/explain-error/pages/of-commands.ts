/** Errors when a command runs. */
import type { CodeOf } from "../../../engine/core/problem-codes.ts";
import type { ErrorPages } from "../error-page.ts";

export const pagesOfCommands: ErrorPages<CodeOf<"refusal" | "set-up">> = {
  "value-missing": {
    cause: "a `${...}` in an effect's value is not set, and the effect says `missing: error`",
    fix: "set the variable or the config key, or tell git who you are, or use `missing: warn` or `skip`",
    example: {
      seen: [
        "$ git commit -m 'fix: retry'",
        "interlock: error: 'acme.ticket' needs TICKET, which is not set",
        "$ TICKET=ACME-12 git commit -m 'fix: retry'",
      ],
    },
  },
  "value-unsafe": {
    cause:
      "a value, or the name of an encoding that git would write into the commit's header, contains a control character",
    fix: "set it to a text of one line",
    example: { seen: ["wrong: export REVIEWER=$'Ann\\nBob'", "right: export REVIEWER='Ann, Bob'"] },
  },
  "rule-broken": {
    cause:
      "the message fails a check (the error quotes the word or line); or it lacks what a rule requires, because a later hook undid it or the message has no place for it",
    fix: "run the command of the hint, with another message: it continues from the current state, also in a rebase, am, cherry-pick, revert or merge; or run `interlock explain -- git commit ...`",
    example: {
      seen: [
        "$ git commit -m 'Fixed it'",
        "interlock: error: 'acme.subject': begin the subject with 'feat: ' or 'fix: '",
        "$ git commit -m 'fix: retry the upload'",
      ],
    },
  },
  "empty-message": {
    cause: "a required trailer, and an empty message under `--allow-empty-message`",
    fix: "give the commit a message",
    example: {
      seen: ["wrong: git commit --allow-empty-message -m ''", "right: git commit -m 'fix: retry the upload'"],
    },
  },
  "hook-without-context": {
    cause:
      "git started a hook of interlock without what the command before git has told it: interlock was replaced meanwhile, or something else started the hook",
    fix: "run the command again",
    example: { seen: ["$ git rebase --continue"] },
  },
  "plan-damaged": {
    cause:
      "what the compiler printed is no plan; a plan in the cache that is truncated or malformed is compiled again",
    fix: "run 'interlock compile' to see what it says, or reinstall interlock",
    example: { seen: ["$ interlock compile"] },
  },
  "plan-unreadable": {
    cause: "the plan exists and cannot be read",
    fix: "remove the file that the message names; the next commit writes it again",
    example: { seen: ["$ rm -f ~/.cache/interlock/plan-1f0c...", "$ git commit -m 'fix: retry'"] },
  },
  "compile-failed": {
    cause: "the plan is stale and a new one could not be compiled",
    fix: "run `interlock compile` and fix what it names",
    example: { seen: ["$ interlock compile", "/etc/interlock/config.yaml:2:7: error: 'mode' must be ..."] },
  },
  "no-place-for-hooks": {
    cause:
      "a command needs temporary hooks, or links for what it starts (an alias, a program of others), and there is no writable folder for them; or git's own exec-path cannot be seen",
    fix: "set `HOME`, `XDG_CACHE_HOME` or `TMPDIR` to a writable folder, or `planDir` in the install config",
    example: { seen: ["$ TMPDIR=/var/tmp git rebase main"] },
  },
  "git-unanswered": {
    cause: "interlock needs git's configuration or repository, and could not start git to ask",
    fix: "allow more processes: `ulimit -u`",
    example: { seen: ["$ ulimit -u 4096", "$ git commit -m 'fix: retry'"] },
  },
  "message-unreadable": {
    cause: "the file with the message is there and cannot be read",
    fix: "see who may read it, and run the command again",
    example: { seen: ["$ ls -l .git/COMMIT_EDITMSG", "$ git commit"] },
  },
  "message-unwritable": {
    cause: "the file with the message cannot be written",
    fix: "make room on the disk, or make the file writable",
    example: { seen: ["$ df -h .git", "$ ls -l .git/COMMIT_EDITMSG"] },
  },
  "seal-broken": {
    cause:
      "the install is [sealed](sealed.md), and someone other than root could change a file it depends on, or the install config cannot be read",
    fix: "run `interlock doctor` as root, and give the path in the message to root alone",
    example: {
      seen: ["# interlock doctor", "# chown root:root /opt/interlock && chmod go-w /opt/interlock"],
    },
  },
  "not-baked": {
    cause: "the install is sealed, and its plan or hooks folders are missing, damaged, or of another version",
    fix: "run `interlock compile` as root",
    example: { seen: ["# interlock compile"] },
  },
  "not-sealed": {
    cause:
      "`interlock health --require-sealed`, as in the health check of a sealed image, and the install is not sealed, or no longer",
    fix: "find out who undid the seal, and seal it again: `interlock seal`, or install.sh, as root",
    example: { seen: ["$ interlock health --require-sealed"] },
  },
  "can-undo-seal": {
    cause:
      "`interlock health --require-sealed`: the user that runs it becomes root without a password, by sudo or by a container's socket, and can undo the seal",
    fix: "take that right away, or run the agent as another user; `interlock doctor` names all such rights",
    example: { seen: ["# rm /etc/sudoers.d/agent", "$ interlock health --require-sealed"] },
  },
  "audit-unwritable": {
    cause:
      "a command could not be [recorded](record.md), and `audit.required` or [break-glass](sealed.md#break-glass) demand it",
    fix: "make room on the disk, or the file writable; under break-glass, or remove `/etc/interlock/break-glass`",
    example: { seen: ["# df -h /var/log", "# rm /etc/interlock/break-glass"] },
  },
  "push-refused": {
    cause: "a commit that `git push` would send breaks a rule, and is not on the remote yet",
    fix: "do what the hint says: `interlock fix` for your own commits, a remote or `push.trustAuthors` for those of others ([push](push.md#what-to-do))",
    example: {
      seen: [
        "$ git push",
        "error: interlock: 1f0c2d7 lacks the trailer ...",
        "$ interlock fix",
        "$ git push",
      ],
    },
  },
  "push-unjudged": {
    cause:
      "interlock cannot tell whether a commit that `git push` would send breaks a rule: a value that a rule needs is not set here, the object has a NUL byte, a header that git does not write or an unsupported encoding, its message has more than 1 MiB or 50,000 lines, or git cannot read the commit",
    fix: "do what the hint says: set what is missing, or write the message anew, shorter or in UTF-8; then push again",
    example: { seen: ["$ TICKET=ACME-12 git push"] },
  },
  "push-unproved": {
    cause:
      "interlock cannot prove what `git push` would send: an object is missing (a shallow clone), does not match its id, or is not a commit where one is needed; more than 16 tags lead from one to the next; or git wrote a line that interlock does not understand",
    fix: "do what the hint says, `git fetch --unshallow` or `git fsck`, and push again",
    example: { seen: ["$ git fetch --unshallow", "$ git push"] },
  },
  "program-refused": {
    cause:
      "a program at a hook point refused the command (exit status 2, or a decision to block); its reason is in the message",
    fix: "do as it says, and run the command again",
    example: {
      seen: [
        "$ git commit -m 'fix: retry'",
        "interlock: error: 'retyr' in line 3 ('acme.spelling', plugin 'acme') [E-program-refused]",
      ],
    },
  },
  "program-failed": {
    cause:
      "a program at a hook point could not be started, took too long, printed too much or something that is no answer, or exited with another status than 0 and 2",
    fix: "fix the program, or list the hook in `disabledHooks`",
    example: { seen: ["$ ls -l plugins/acme/check-style", "$ chmod +x plugins/acme/check-style"] },
  },
  "program-warned": {
    cause:
      "a warning: a program at a hook point lets the command go on (`decision: warn`); its reason is in the message",
    fix: "do as it says, if that is right here",
    example: {
      seen: [
        "$ git commit -m 'fix: retry'",
        "interlock: warning: 'acme.size' warns: 2,000 lines in one commit",
      ],
    },
  },
  "push-signed": {
    cause:
      "in a sealed install, a push with `--signed`: the program that signs writes into what is sent, and could name further refs",
    fix: "push without `--signed`",
    example: { seen: ["wrong: git push --signed origin main", "right: git push origin main"] },
  },
  "push-webdav": {
    cause:
      "in a sealed install, a push over WebDAV, for which git runs `git http-push`: the server does not compute ids, so it may get other bytes than were judged",
    fix: "push to a server with git's smart protocol, or over ssh",
    example: {
      seen: [
        "wrong: git push http://example.org/dav/x.git main",
        "right: git push https://example.org/x.git main",
      ],
    },
  },
  "sends-past-gate": {
    cause:
      "`git http-push` or a remote helper, which run no hooks, was called directly, or may have been, because `/proc` does not show who called it; or `git send-pack` with arguments that do not say what it would send; or, in a sealed install with git 2.54 or newer, a setting names a hook (`hook.<name>.event`), which git would run with its connection to the remote",
    fix: "run `git push`; mount `/proc`; make a hook of a setting a file in the hooks folder",
    example: {
      seen: [
        "wrong: git http-push https://example.org/x.git main",
        "right: git push https://example.org/x.git main",
      ],
    },
  },
  "gh-unreadable": {
    cause:
      "under [`gh.strict`](configuration.md#keys), no rule can see what a [`gh`](gh.md) command would send: a browser, a prompt, GitHub or a later version of gh composes it",
    fix: "do what the message says, or give the text in `--body` or `--body-file`",
    example: { seen: ["wrong: gh pr create --web", "right: gh pr create --title 'Retry' --body-file pr.md"] },
  },
  "gh-not-text": {
    cause: "a description or commit message for `gh` is not UTF-8, or has a NUL byte: gh would replace bytes",
    fix: "write it as UTF-8",
    example: { seen: ["$ iconv -f ISO-8859-1 -t UTF-8 pr.txt > pr.md", "$ gh pr create --body-file pr.md"] },
  },
  "gh-too-long": {
    cause:
      "a description for `gh` has more than 65,536 characters, perhaps by what a rule adds: GitHub takes no more",
    fix: "shorten it",
    example: { seen: ["$ wc -m pr.md"] },
  },
  "env-file-unreadable": {
    cause:
      "the `envFile` cannot be read, a line is not NAME=value, or a value is in quotes, which would end up in commits",
    fix: "write one NAME=value per line, without quotes",
    example: { seen: ['wrong: BOT_NAME="Robo Bot"', "right: BOT_NAME=Robo Bot"] },
  },
  "mistyped-config": {
    cause: "a warning: there is a `config.yml` or similar where `config.yaml` is expected",
    fix: "rename it with the `mv` in the hint",
    example: { seen: ["$ mv .interlock/config.yml .interlock/config.yaml"] },
  },
  "unknown-variable": {
    cause: "a warning: an unknown `INTERLOCK_` variable is set",
    fix: "correct its name, or unset it",
    example: { seen: ["$ env | grep '^INTERLOCK'"] },
  },
};
