import { proofAttempts } from "./attempts-proof.ts";
import { runAttempts } from "./run-attempts.ts";

const stopped = proofAttempts.filter(({ outcome }) => outcome === "stopped");

runAttempts("attempts to have the gate believe what is not so", proofAttempts, stopped);
