/** And wherever else a repository and its hooks may be. */
import { casesInPlaces } from "./places.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

testCommands(casesInPlaces("usual"));
