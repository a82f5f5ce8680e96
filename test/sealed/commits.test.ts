import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { describeSealed } from "../support/sealed-machine.ts";

describeSealed("in a sealed install", (machine) => {
  const commands: [title: string, script: string][] = [
    ["commit -m", "git commit -q --allow-empty -m work"],
    ["commit -F", "echo work | git commit -q --allow-empty -F -"],
    ["an editor", "GIT_EDITOR='echo work >' git commit -q --allow-empty"],
    ["git-core's git", "/usr/lib/git-core/git commit -q --allow-empty -m work"],
    ["git-core's git-commit", "/usr/lib/git-core/git-commit -q --allow-empty -m work"],
    ["an alias", "git -c alias.ci='commit -q --allow-empty -m work' ci"],
    ["an alias of the shell", "git -c alias.ci='!git commit -q --allow-empty -m work' ci"],
    ["commit-tree", "git reset -q --soft $(git commit-tree -m work $(git write-tree))"],
    [
      "amend",
      "/opt/interlock/lib/interlock/real/git commit -q --allow-empty -m work; git commit -q --amend --no-edit --allow-empty -n",
    ],
    [
      "amend, with no cache to write to, no TMPDIR, and nothing left in /dev/shm",
      "export XDG_CACHE_HOME=/proc/none TMPDIR=/proc/none; /opt/interlock/lib/interlock/real/git commit -q --allow-empty -m work; git commit -q --amend --no-edit --allow-empty -n && test ! -e /dev/shm/interlock-$(id -u)",
    ],
    [
      "rebase --exec",
      "git commit -q --allow-empty -m a; git rebase -q --root --exec 'git commit -q --allow-empty -m work' 2>/dev/null",
    ],
    [
      "rebase",
      "real=/opt/interlock/lib/interlock/real/git; git commit -q --allow-empty -m a; $real checkout -q -b x; echo x >x; $real add x; $real commit -q -m work; $real checkout -q main; git commit -q --allow-empty -m b; git rebase -q main x",
    ],
    [
      "am",
      "echo x >x; real=/opt/interlock/lib/interlock/real/git; git commit -q --allow-empty -m a; $real add x; $real commit -q -m work; $real format-patch -q -1; $real reset -q --hard HEAD~; git am -q 0001-work.patch",
    ],
  ];
  const hook = "printf '#!/bin/sh\\nexit 0\\n' >.git/hooks/$h; chmod +x .git/hooks/$h";

  test("the rules hold for a relative path to it", () => {
    machine().asAgent("r=$PWD; cd /opt/interlock/bin && ./git -C $r commit -q --allow-empty -m work");
    expect(machine().message()).toContain(botTrailer);
  });

  test.each(commands)(
    "the rules hold for %s, once, with hooks in the repository and without",
    (_, script) => {
      expect(machine().asAgent(script)).toMatchObject({ status: 0, stdout: "" });
      expect(
        machine()
          .message()
          .replace(/^work\n+/, ""),
      ).toBe(botTrailer);
      const hooks = `rm -rf .git; git init -q .; for h in pre-commit post-checkout reference-transaction; do ${hook}; done; `;
      expect(machine().asAgent(hooks + script)).toMatchObject({ status: 0, stdout: "" });
      expect(
        machine()
          .message()
          .replace(/^work\n+/, ""),
      ).toBe(botTrailer);
      // Nothing was made for it.
      expect(machine().asAgent("ls -A ~/.cache 2>/dev/null").stdout).toBe("");
    },
  );
});
