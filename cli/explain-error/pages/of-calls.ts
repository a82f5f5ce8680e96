/** Errors in calls: of verbs on a command line, and of the library by a program. */
import type { CodeOf } from "../../../engine/core/problem-codes.ts";
import type { ErrorPages } from "../error-page.ts";

export const pagesOfVerbs: ErrorPages<CodeOf<"verb">> = {
  "wrong-usage": {
    cause: "the command line of a verb is wrong; exit status 129",
    fix: "`interlock <verb> --help` lists what it takes",
    example: { seen: ["wrong: interlock hooks --point", "right: interlock hooks --points"] },
  },
  "not-possible": {
    cause:
      "a verb cannot do here what was asked, or a file is in its way; exit status 128, of `verify` and `fix` 2",
    fix: "do what the hint says",
    example: {
      seen: [
        "wrong: interlock verify main..topic, outside a repository",
        "right: cd repository && interlock verify main..topic",
      ],
    },
  },
  "no-rule": {
    cause:
      "there is no configuration, or none of its rules applies here, so nothing is enforced; an error for `health`, a warning for `compile` and `verify --allow-skipped`",
    fix: "do what the hint says; `interlock hooks` lists every rule, and why it is inactive",
    example: {
      seen: [
        "$ interlock compile",
        "inactive here: acme.ticket: TICKET is not set",
        "$ export TICKET=ACME-12",
      ],
    },
  },
};

export const pagesOfTheLibrary: ErrorPages<CodeOf<"call" | "hook">> = {
  "wrong-option": {
    cause:
      "an option of `createEngine` is unknown, has the wrong form, or cannot be combined with `configFile`",
    fix: "write what the hint says",
    example: {
      seen: ["wrong: createEngine({ plugin: 'plugins' })", "right: createEngine({ plugins: ['plugins'] })"],
    },
  },
  "wrong-payload": {
    cause: "a field of the payload is missing, unknown, or of the wrong type",
    fix: "pass what the hint says; `engine.points` has every payload",
    example: {
      seen: [
        "wrong: engine.dispatch('commit.message.finalize', { message: 'fix' })",
        "right: engine.dispatch('commit.message.finalize', { text: 'fix' })",
      ],
    },
  },
  "needs-waiting": {
    cause: "`dispatch` was called for a point that has a program among its hooks",
    fix: "`await engine.dispatchAsync(...)`",
    example: {
      seen: [
        "wrong: engine.dispatch('tool.call.before', payload)",
        "right: await engine.dispatchAsync('tool.call.before', payload)",
      ],
    },
  },
  "hook-refused": {
    cause: "a hook said no; the message has its reason",
    fix: "do what the reason says",
    example: { seen: ["error: 'acme.shell' refuses at 'tool.call.before': no rm -rf outside of /tmp"] },
  },
  "hook-warned": {
    cause: "a warning: a hook lets the operation go on, and warns; the message has its reason",
    fix: "do what the reason says, if that is right here",
    example: { seen: ["warning: 'acme.shell' warns at 'tool.call.before': this takes an hour"] },
  },
  "hook-failed": {
    cause:
      "a hook could not do its work: it was too slow, ended badly, or said something that makes no sense. A warning if the operation went on without it",
    fix: "fix the hook; the message says which and why",
    example: { seen: ["$ chmod +x plugins/acme/check-style"] },
  },
  "hook-program": {
    cause:
      "a warning: an executable in a `hooks` folder does not say which hook it is, or a repository's `hooks` folder is not used because it has no `.interlock/config.yaml`",
    fix: "make `<executable> hook` print the name of a hook point, or take away its permission to run; or write that file",
    example: { seen: ["$ .interlock/hooks/check hook", "tool.call.before"] },
  },
  "wrong-context": {
    cause: "an option of `dispatch` is unknown or has the wrong form",
    fix: "correct it, or omit it",
    example: {
      seen: [
        "wrong: engine.dispatch(point, payload, { comit: 'amend' })",
        "right: engine.dispatch(point, payload, { commit: 'amend' })",
      ],
    },
  },
};
