import { describe, expect, test } from "vitest";
import { runVectorsNatively } from "../support/native-vectors.ts";
import { subjects } from "./subjects.ts";

const engines = {
  "the shipped engine": runVectorsNatively("release"),
  "the sanitized engine": runVectorsNatively("sanitized"),
};

for (const subject of subjects) {
  describe(subject.name, () => {
    subject.vectors.forEach((vector, i) => {
      test(vector.title, () => {
        expect(subject.run(...vector.input), "on Node").toEqual(vector.output);
        for (const [engine, outputs] of Object.entries(engines)) {
          expect(outputs[subject.name]?.[i], engine).toEqual(vector.output);
        }
      });
    });
  });
}
