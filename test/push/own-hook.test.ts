import { describe, expect, test } from "vitest";
import { inEmptyRepository } from "../support/compare-with-git/command-case.ts";
import { testCommandsWithoutCommit } from "../support/compare-with-git/test-cases.ts";
import { createPushing } from "./pushing.ts";

const recorder = `mkdir -p .git/hooks; cat >.git/hooks/pre-push <<'END'
#!/bin/sh
{
  echo "hook $0"
  for word; do echo "word $word"; done
  echo "at $(pwd)"
  env | grep -v -e '^PATH=' -e '^GIT_EXEC_PATH=' | LC_ALL=C sort
  sed 's/^/input /'
} >>"$hook_log"
echo said by the hook
exit \${HOOK_STATUS:-0}
END
chmod +x .git/hooks/pre-push
`;

const clean = `git commit -q --allow-empty -m 'Good

Co-authored-by: Robo Bot <bot@example.org>'
git init -q --bare ../bare.git; git remote add origin ../bare.git; git branch side
`;

describe("the repository's own pre-push runs as with the real git: words, place, input, environment, status", () => {
  const lines = [
    "git push origin main",
    "git push --porcelain origin main side",
    "git push -q --no-verify origin main",
    "git push --no-verify --verify origin main",
    "git push -n origin main",
    "git push -q origin main && git push origin main",
    "git push -q origin main side && git push origin :side",
    "HOOK_STATUS=3 git push origin main",
    "mkdir sub && cd sub && git push ../bare.git main",
    "git -c core.hooksPath=nowhere push origin main",
    "chmod -x .git/hooks/pre-push && git push origin main",
    "git push origin no-such-ref",
    "git push --no-such-option",
    "git push -h",
  ];
  testCommandsWithoutCommit(
    inEmptyRepository([
      ...lines.map((run) => ({ title: run, setup: clean + recorder, run })),
      {
        title: "and is seen to run",
        setup: clean + recorder,
        run: "git push origin main",
        check({ shim }) {
          expect(shim.hooks).toContain("hook .git/hooks/pre-push\nword origin\nword ../bare.git\n");
          expect(shim.hooks).toMatch(/^input refs\/heads\/main [0-9a-f]{40} refs\/heads\/main 0{40}$/m);
        },
      },
    ]),
  );
});

test("it does not run if the gate says no", () => {
  const pushing = createPushing();
  pushing.bad();
  pushing.prepare(recorder);
  expect(pushing.run("hook_log=$OUT/record git push origin main; cat $OUT/record")).toMatchObject({
    stdout: "",
  });
});
