import { cleanupWays, commitWays } from "./commit-ways.ts";
import { testWays } from "./test-ways.ts";

testWays([...commitWays, ...cleanupWays]);
