import { commitAttempts } from "./attempts-commit.ts";
import { runAttempts } from "./run-attempts.ts";

runAttempts("attempts to commit past the rules", commitAttempts);
