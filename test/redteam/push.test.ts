import { pushAttempts } from "./attempts-push.ts";
import { runAttempts } from "./run-attempts.ts";

runAttempts("attempts to push past the gate", pushAttempts);
