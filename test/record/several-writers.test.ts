import { test } from "vitest";
import { expectAllRecorded } from "./append-at-once.ts";

test("8 processes that append 800 events at once lose none, and break no line", () => {
  expectAllRecorded(8, 100);
});
