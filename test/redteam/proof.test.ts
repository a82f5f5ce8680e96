import { proofAttempts, sealedAttempts } from "./attempts-proof.ts";
import { runAttempts } from "./run-attempts.ts";

runAttempts(
  "attempts to have the gate believe what is not so",
  [...proofAttempts, ...sealedAttempts],
  proofAttempts,
);
