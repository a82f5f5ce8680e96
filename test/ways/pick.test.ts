import { pickWays, revertWays } from "./pick-ways.ts";
import { testWays } from "./test-ways.ts";

testWays([...pickWays, ...revertWays]);
