import { otherPlaces, casesIn } from "./places.ts";
import { testCommands } from "../support/compare-with-git/test-cases.ts";

testCommands(casesIn(otherPlaces));
