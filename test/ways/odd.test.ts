import { oddWays } from "./odd-ways.ts";
import { testWays } from "./test-ways.ts";

testWays(oddWays);
