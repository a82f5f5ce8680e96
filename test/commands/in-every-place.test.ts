/** The flows that in-worktrees-and-submodules.test.ts leaves out. */
import { casesInPlaces } from "./places.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

testCommands(casesInPlaces("other"));
