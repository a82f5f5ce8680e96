import type { CommandCase } from "../support/compare-with-git/command-case.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

/** `git commit` with the message from everywhere it can come from. */
const change = "echo changed >>deep/c; git add deep/c";
const editing = (editor: string): string => `GIT_EDITOR=$tools/${editor}; export GIT_EDITOR; ${change}`;

const sources: CommandCase[] = [
  { title: "commit -m", run: `${change}; git commit -m one` },
  { title: "commit with several -m", run: `${change}; git commit -m one -m two -m 'Fixes: it'` },
  { title: "commit -F file", run: `${change}; printf 'one\\n\\ntwo\\n' >../m; git commit -F ../m` },
  { title: "commit -F - from a pipe", run: `${change}; printf 'one\\n\\ntwo' | git commit -F -` },
  {
    title: "commit -F - from a file on standard input",
    run: `${change}; echo one >../m; git commit -F - <../m`,
  },
  {
    title: "commit -F of a FIFO",
    run: `${change}; mkfifo ../f; echo one >../f & git commit -F ../f; s=$?; wait; exit $s`,
  },
  { title: "commit with an editor", run: `${editing("edit-above")}; git commit` },
  { title: "commit with core.editor", run: `${change}; git -c core.editor=$tools/edit-above commit` },
  { title: "commit with an editor and -v", run: `${editing("edit-above")}; git commit -v` },
  { title: "commit with an editor and -v -v", run: `${editing("edit-above")}; git commit -v -v` },
  {
    title: "commit with an editor and commit.verbose",
    run: `${editing("edit-above")}; git -c commit.verbose=true commit`,
  },
  {
    title: "commit with an editor and commit.verbose=2",
    run: `${editing("edit-above")}; git -c commit.verbose=2 commit`,
  },
  { title: "commit -m with commit.verbose", run: `${change}; git -c commit.verbose=true commit -m one` },
  { title: "commit -m -e", run: `${editing("edit-first")}; git commit -m one -e` },
  { title: "commit -F -e", run: `${editing("edit-first")}; echo one >../m; git commit -F ../m -e` },
  { title: "commit -t, edited", run: `${editing("edit-above")}; echo template >../t; git commit -t ../t` },
  {
    title: "commit with commit.template, edited",
    setup: "echo template >../t; git config commit.template ../t",
    run: `${editing("edit-above")}; git commit`,
  },
  {
    title: "commit with commit.template and --no-edit",
    setup: "printf 'template\\n' >../t; git config commit.template $now/t",
    run: `${change}; GIT_EDITOR=$tools/edit-first git commit`,
  },
  {
    title: "commit -m beside commit.template",
    setup: "echo template >../t; git config commit.template ../t",
    run: `${change}; git commit -m template`,
  },
  {
    title: "commit --status with the template in the editor",
    run: `${editing("edit-above")}; git commit --status`,
  },
  { title: "commit --no-status", run: `${editing("edit-above")}; git commit --no-status` },
  { title: "commit -C", run: `${change}; git commit -C HEAD` },
  { title: "commit -C --reset-author", run: `${change}; git commit -C HEAD --reset-author` },
  { title: "commit -c", run: `${editing("edit-first")}; git commit -c HEAD` },
  {
    title: "commit -c with an editor that changes nothing",
    run: `${editing("edit-nothing")}; git commit -c HEAD`,
  },
  { title: "commit --fixup", run: `${change}; git commit --fixup HEAD~1` },
  { title: "commit --fixup -m", run: `${change}; git commit --fixup HEAD~1 -m more` },
  { title: "commit --fixup -e", run: `${editing("edit-first")}; git commit --fixup HEAD~1 -e` },
  { title: "commit --fixup amend:", run: `${editing("edit-nothing")}; git commit --fixup amend:HEAD` },
  { title: "commit --fixup reword:", run: `GIT_EDITOR="sed -i '3s/^/X /'" git commit --fixup reword:HEAD` },
  { title: "commit --squash", run: `${editing("edit-nothing")}; git commit --squash HEAD~1` },
  { title: "commit --squash -m", run: `${change}; git commit --squash HEAD~1 -m more` },
  { title: "commit --squash --no-edit -C", run: `${change}; git commit --squash HEAD~1 -C HEAD` },
  { title: "commit -s -m", run: `${change}; git commit -s -m one` },
  { title: "commit -s with an editor", run: `${editing("edit-above")}; git commit -s` },
  { title: "commit --trailer", run: `${change}; git commit -m one --trailer 'Tested-by: T <t@x>'` },
  {
    title: "commit --trailer with an editor",
    run: `${editing("edit-above")}; git commit --trailer 'Tested-by: T <t@x>'`,
  },
  {
    title: "commit --trailer of the same trailer",
    run: `${change}; git commit -m one --trailer 'Co-authored-by: Robo Bot <bot@example.org>'`,
  },
  {
    title: "commit -m of a message that has the trailer",
    run: `${change}; git commit -m 'one' -m 'Co-authored-by: Robo Bot <bot@example.org>'`,
  },
  {
    title: "commit with an editor that writes the trailer",
    run: `${change}; GIT_EDITOR="printf 'one\\n\\nCo-authored-by: Robo Bot <bot@example.org>\\n' >" git commit`,
  },
  {
    title: "commit --allow-empty-message with a message",
    run: `${change}; git commit --allow-empty-message -m one`,
  },
  {
    title: "commit --allow-empty-message with an editor",
    run: `${editing("edit-above")}; git commit --allow-empty-message`,
  },
  { title: "commit --allow-empty", run: "git commit --allow-empty -m one" },
  { title: "commit --no-gpg-sign", run: `${change}; git commit --no-gpg-sign -m one` },
  {
    title: "the first commit of a repository",
    setup: "git checkout -q --orphan new",
    run: "git commit -m root",
  },
];

const chosen: CommandCase[] = [
  { title: "commit -p", run: "echo changed >>a; printf 'y\\n' | git commit -p -m one" },
  {
    title: "commit -p -v with an editor",
    run: "echo changed >>a; printf 'y\\n' | GIT_EDITOR=$tools/edit-above git commit -p -v",
  },
  { title: "commit with a pathspec", run: `${change}; echo x >>a; git commit -m one a` },
  {
    title: "commit --pathspec-from-file",
    run: "echo x >>a; echo a | git commit -m one --pathspec-from-file=-",
  },
  {
    title: "commit --pathspec-from-file with an editor",
    run: "echo x >>a; echo a >../p; GIT_EDITOR=$tools/edit-above git commit --pathspec-from-file=../p",
  },
  { title: "commit -a", run: "echo x >>a; git commit -am one" },
  { title: "commit -a with an editor", run: "echo x >>a; GIT_EDITOR=$tools/edit-above git commit -a" },
  { title: "commit -i", run: `${change}; echo x >>a; git commit -i -m one a` },
  { title: "commit -o", run: `${change}; echo x >>a; git commit -o -m one -- a` },
  { title: "commit -o with an editor", run: `${editing("edit-above")}; echo x >>a; git commit -o a` },
  { title: "commit -q", run: `${change}; git commit -q -m one` },
  { title: "commit -q with an editor", run: `${editing("edit-above")}; git commit -q` },
  {
    title: "commit --interactive",
    run: "echo x >>a; printf 'u\\n1\\n\\nq\\n' | git commit --interactive -m one",
  },
  {
    title: "commit with a pathspec and -n, and an editor",
    run: "echo x >>a; GIT_EDITOR=$tools/edit-above git commit -n a",
  },
  { title: "commit -nm", run: `${change}; git commit -nm one` },
  { title: "commit -anvm", run: "echo x >>a; git commit -anvm one" },
  { title: "commit -nam with --no-verify after it", run: "echo x >>a; git commit -nam one --no-verify" },
  { title: "commit --no-verify --verify", run: `${change}; git commit --no-verify --verify -m one` },
];

const message = "'# one\\n\\n two  \\n; three\\n\\n\\n#four\\n\\n'";
const modes = ["default", "strip", "whitespace", "verbatim", "scissors"];
const cleanups: CommandCase[] = modes.flatMap((mode) => [
  {
    title: `commit --cleanup=${mode} -F -`,
    run: `${change}; { echo zero; printf ${message}; } | git commit --cleanup=${mode} -F -`,
  },
  {
    title: `commit --cleanup=${mode} with an editor`,
    run: `${editing("edit-above")}; git commit --cleanup=${mode}`,
  },
  {
    title: `commit.cleanup=${mode} with an editor and -v`,
    run: `${editing("edit-above")}; git -c commit.cleanup=${mode} commit -v`,
  },
  {
    title: `commit.cleanup=${mode} and -m`,
    run: `${change}; git -c commit.cleanup=${mode} commit -m one -m '# two'`,
  },
]);

const commentChars: CommandCase[] = ["auto", ";"].flatMap((char) => [
  {
    title: `core.commentChar=${char} and -F -`,
    run: `${change}; { echo zero; printf ${message}; } | git -c core.commentChar='${char}' commit -F -`,
  },
  {
    title: `core.commentChar=${char} with an editor`,
    run: `${editing("edit-above")}; git -c core.commentChar='${char}' commit`,
  },
  {
    title: `core.commentChar=${char} with an editor over a message with #`,
    run: `${editing("edit-first")}; { echo zero; printf ${message}; } | git -c core.commentChar='${char}' commit -e -F -`,
  },
  {
    title: `core.commentChar=${char}, an editor and -v`,
    run: `${editing("edit-above")}; git -c core.commentChar='${char}' commit -v`,
  },
  {
    title: `core.commentChar=${char} and --amend`,
    run: `${editing("edit-first")}; git -c core.commentChar='${char}' commit --amend`,
  },
]);

testCommands([...sources, ...chosen, ...cleanups, ...commentChars]);
