import { Sandbox } from "./sandbox.ts";

/** A hook that records its name, arguments, editor and author, and keeps the message. */
const recorder = `#!/bin/sh
name=\${0##*/}
printf '%s\\t%s\\t%s\\t%s\\t%s\\n' "$name" "$2" "$3" "$GIT_EDITOR" "$GIT_AUTHOR_NAME" >>"$RECORD"
case $name in
prepare-commit-msg) cat "$1" >"$RECORD.message" ;;
reference-transaction)
  while read -r _ _ ref; do
    case $ref in HEAD | refs/heads/*) exit 1 ;; esac
  done
  ;;
editor | commit-msg) exit 1 ;;
esac
`;

const hooks = ["pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg", "reference-transaction"];

/** The files of a recording repository that may hold a message. */
export const messageFiles: { readonly [name: string]: string } = {
  a: "1\n",
  "message.txt": "from a file\n\nbody",
  template: "T\n",
};

/** What commands get on standard input. */
export const input = "from standard input\n";

/**
 * A repository in which every hook records its call and stops the commit. The branches main and other have diverged,
 * with the same files. The editor is `<folder>/editor`.
 */
export function makeRecordingSandbox(): Sandbox {
  const sandbox = new Sandbox();
  for (const name of Object.keys(messageFiles)) sandbox.write(name, messageFiles[name] as string);
  sandbox.realGit(["add", "."]);
  sandbox.realGit(["commit", "-qm", "base"]);
  sandbox.realGit(["checkout", "-qb", "other"]);
  sandbox.realGit(["commit", "--allow-empty", "-qm", "theirs"]);
  sandbox.realGit(["checkout", "-q", "main"]);
  sandbox.realGit(["commit", "--allow-empty", "-qm", "ours"]);
  sandbox.realGit(["config", "gpg.program", "/bin/false"]);
  for (const hook of hooks) sandbox.write(`.git/hooks/${hook}`, recorder, 0o755);
  sandbox.write(`${sandbox.folder}/editor`, recorder, 0o755);
  return sandbox;
}
