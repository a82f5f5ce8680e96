import { describe, expect, test } from "vitest";
import { runTwins } from "../inject/twins.ts";
import { createPushing } from "./pushing.ts";

const recorder = `mkdir -p .git/hooks; cat >.git/hooks/pre-push <<'END'
#!/bin/sh
{
  echo "hook $0"
  for word; do echo "word $word"; done
  echo "at $(pwd)"
  env | grep -v -e '^PATH=' -e '^GIT_EXEC_PATH=' | LC_ALL=C sort
  sed 's/^/input /'
} >>"$RECORD"
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
  test.each([
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
  ])("%s", (script) => {
    const { plain, shimmed } = runTwins({ prepare: clean + recorder, script });
    expect(shimmed).toEqual(plain);
  });

  test("and is seen to run", () => {
    const { shimmed } = runTwins({ prepare: clean + recorder, script: "git push origin main" });
    expect(shimmed.record).toContain("hook .git/hooks/pre-push\nword origin\nword ../bare.git\n");
    expect(shimmed.record).toContain("input refs/heads/main <id> refs/heads/main <id>\n");
  });
});

test("it does not run if the gate says no", () => {
  const pushing = createPushing();
  pushing.bad();
  pushing.prepare(recorder);
  expect(pushing.run("RECORD=$OUT/record git push origin main; cat $OUT/record")).toMatchObject({
    stdout: "",
  });
});
