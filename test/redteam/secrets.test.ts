/**
 * Each attempt twice: where the install gives all that it asks for, and there the secret must arrive, or it would be no
 * attempt; and where it does not.
 */
import { afterAll, beforeAll, describe, test } from "vitest";
import { sealedConfig, whyNoMachine } from "../support/sealed-machine.ts";
import { Testbed } from "./testbed.ts";
import type { Attempt } from "./attempt.ts";
import { byDefault, secretAttempts, secrets, whereTrusted } from "./attempts-secrets.ts";

const install = `${sealedConfig}  BAKED_TOKEN: ${secrets.BAKED_TOKEN}\nenvFile: /etc/interlock/session\n`;
const values = Object.values(secrets);
const exported = `export AWS_SECRET_ACCESS_KEY=${secrets.AWS_SECRET_ACCESS_KEY}\n`;

const why = whyNoMachine === "" ? "" : ` (skipped: ${whyNoMachine})`;
describe.skipIf(why !== "")(`attempts to get at secrets${why}`, () => {
  let testbed: Testbed;
  beforeAll(async () => {
    testbed = await Testbed.open();
    testbed.machine.asRoot(`echo SESSION_TOKEN=${secrets.SESSION_TOKEN} >/etc/interlock/session`);
  });
  afterAll(() => testbed.close(), 60_000);

  const under = (title: string, layers: string, attempts: readonly Attempt[], arrives: boolean): void => {
    describe(title, () => {
      beforeAll(() => void testbed.machine.configure(install + layers));
      for (const attempt of attempts)
        test.concurrent(attempt.title, async ({ expect }) => {
          // What belongs to the script must not be in what it commits.
          const { published, run } = await testbed.attempt(exported + attempt.script, "sealed");
          const objects = published();
          const found = values.filter((value) => objects.includes(value));
          expect(found.length > 0, run.stderr).toBe(arrives);
        });
    });
  };
  const all = Object.keys(secrets).join(", ");
  under(
    "where everything is given they arrive",
    `layers: {repository: on, env: [${all}]}\n`,
    secretAttempts,
    true,
  );
  under("by default none does", "", byDefault, false);
  under(
    "where repositories can be trusted none does",
    "layers: {repository: trusted}\n",
    whereTrusted,
    false,
  );
});
