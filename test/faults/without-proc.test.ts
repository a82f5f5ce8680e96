import { describe, expect, test } from "vitest";
import { createPushing, expectStopped, expectTaken, runLater, type Pushing } from "../push/pushing.ts";
import { whyNoMounts } from "../support/mounts.ts";
import { serve } from "../support/serve-http.ts";
import type { Run } from "../support/sandbox.ts";

async function overHttp(): Promise<Pushing> {
  const pushing = createPushing();
  pushing.prepare("git -C $BARE config http.receivepack true");
  const url = await serve(pushing.sandbox.folder);
  pushing.prepare(`git remote set-url origin ${url}`);
  pushing.good();
  return pushing;
}

function run(pushing: Pushing, line: string): Promise<Run> {
  return runLater(
    pushing,
    `unshare -m sh -ec 'mount --make-rprivate /; mount -t tmpfs none /proc; exec ${line}'`,
  );
}

describe.skipIf(whyNoMounts !== "")("over http, where there is no /proc", () => {
  test("a good push arrives", async () => {
    const pushing = await overHttp();
    expectTaken(pushing, await run(pushing, "git push -q origin main"), ["Good"]);
    pushing.good("Better");
    expectTaken(pushing, await run(pushing, "git push -q origin main"), ["Better", "Good"]);
  });

  test("a bad one is stopped", async () => {
    const pushing = await overHttp();
    pushing.bad();
    expectStopped(pushing, await run(pushing, "git push -q origin main"));
  });

  test("a bad one is stopped that a helper sends which was called by hand", async () => {
    const pushing = await overHttp();
    pushing.bad();
    const helper =
      "sh -c \"printf 'push refs/heads/main:refs/heads/main\\n\\n' | git remote-http origin $(git remote get-url origin)\"";
    await run(pushing, helper);
    expect(pushing.arrived()).not.toContain("Bad");
  });

  test("a fetch and a pull work", async () => {
    const pushing = await overHttp();
    pushing.prepare(
      "git push -q $BARE main; git reset -q --hard; git checkout -q --orphan other; git commit -q --allow-empty -m other",
    );
    expect(await run(pushing, "git fetch -q")).toMatchObject({ status: 0, stderr: "" });
    expect(
      await run(pushing, "git pull -q --no-rebase --no-edit --allow-unrelated-histories origin main"),
    ).toMatchObject({
      status: 0,
    });
    expect(pushing.sandbox.message()).toContain("Co-authored-by");
  });
});
