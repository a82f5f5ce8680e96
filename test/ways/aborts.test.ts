import { abortWays } from "./abort-ways.ts";
import { brokenPipeWays } from "./pipe-ways.ts";
import { testAborts } from "./test-ways.ts";

testAborts([...abortWays, ...brokenPipeWays]);
