import { sendingAttempts } from "./attempts-sending.ts";
import { runAttempts } from "./run-attempts.ts";

runAttempts("attempts to change what git itself sends", sendingAttempts);
