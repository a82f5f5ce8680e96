import { mergeWays, pullWays } from "./merge-ways.ts";
import { testWays } from "./test-ways.ts";

testWays([...mergeWays, ...pullWays]);
