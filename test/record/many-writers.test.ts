import { test } from "vitest";
import { expectAllRecorded } from "./append-at-once.ts";

test("64 processes that append 10,000 events lose none, and break no line", () => {
  expectAllRecorded(64, 157);
}, 300_000);
