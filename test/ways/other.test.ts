import { amWays } from "./am-ways.ts";
import { aliasWays, callerWays, plumbingWays } from "./other-ways.ts";
import { pipeWays } from "./pipe-ways.ts";
import { testWays } from "./test-ways.ts";

testWays([...amWays, ...plumbingWays, ...aliasWays, ...callerWays, ...pipeWays]);
