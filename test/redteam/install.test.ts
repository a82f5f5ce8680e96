import { installAttempts } from "./attempts-install.ts";
import { runAttempts } from "./run-attempts.ts";

runAttempts("attempts to switch enforcement off", installAttempts);
