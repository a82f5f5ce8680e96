import { otherPlaces, waysIn } from "./place-ways.ts";
import { testWays } from "./test-ways.ts";

testWays(waysIn(otherPlaces));
