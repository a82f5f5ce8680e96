import { rebaseWays } from "./rebase-ways.ts";
import { testWays } from "./test-ways.ts";

testWays(rebaseWays);
