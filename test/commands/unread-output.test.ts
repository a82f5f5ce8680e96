/**
 * Pipes that nobody reads: git and its hooks end by SIGPIPE, as ever.
 */
import { testCommands, testCommandsWithoutCommit } from "../support/compare-with-git/test-cases.ts";

/** For an editor or a hook, which writes into the same pipe: until its reader has ended. */
const untilUnread = "trap : PIPE; while echo; do sleep 0.01; done 2>/dev/null";
const waiting = `GIT_EDITOR='${untilUnread}; echo edited >'; export GIT_EDITOR`;
/** Runs a command with its output going nowhere, and says how it ended. */
const unread = (command: string): string =>
  `bash -c '${command} | exec true; echo "ended: \${PIPESTATUS[0]}"'`;

testCommands([
  {
    title: "commit whose summary nobody reads",
    run: `${waiting}; ${unread("git commit --allow-empty")}`,
  },
  {
    title: "merge whose summary nobody reads",
    run: `${waiting}; ${unread("git merge --edit side")}`,
  },
]);

const hook = (text: string): string =>
  `printf '#!/bin/sh\\n${text}\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg`;

testCommandsWithoutCommit([
  {
    title: "a commit-msg hook that ends by SIGPIPE",
    setup: hook("kill -PIPE $$"),
    run: "git commit --allow-empty -m one",
  },
  {
    title: "a commit-msg hook whose output nobody reads",
    setup: hook(`${untilUnread}; seq 1 100000`),
    run: unread("git commit --allow-empty -m one 2>&1"),
  },
  {
    title: "a commit-msg hook that ends by SIGHUP",
    setup: hook("kill -HUP $$"),
    run: "git commit --allow-empty -m one",
  },
]);
