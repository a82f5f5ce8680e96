/** Checks the payload of a lifecycle point, and says what is wrong with it. */
import { checkFields, isMissing, othersNames, type Spelling } from "../engine/lifecycle/check-payload.ts";
import { pointOf, type Point, type PointName } from "../engine/lifecycle/all-points.ts";
import { isRecord, type Result } from "../engine/lifecycle/points/result.ts";
import { fieldsOf } from "../engine/lifecycle/payload-forms.ts";
import type { Field } from "../engine/lifecycle/points/payload-fields.ts";
import { readable } from "./check-call.ts";
import { wrongCall, type EngineDiagnostic } from "./diagnostic.ts";

interface Checked {
  payload: Result | null;
  diagnostics: EngineDiagnostic[];
  spelled?: Spelling;
}

export function checkLifecyclePayload(name: PointName, given: unknown): Checked {
  return readable(name, () => check(pointOf(name), given));
}

function check(point: Point, given: unknown): Checked {
  if (!isRecord(given)) {
    const message = `the payload of '${point.name}' must be an object`;
    const hint = `pass { ${Object.keys(point.payload)[0]}: ... }`;
    return { payload: null, diagnostics: [wrongCall("wrong-payload", message, hint)] };
  }
  const { fields, names } = formOf(point);
  const { payload, spelled, wrong } = checkFields(fields, names, given);
  if (wrong.length === 0) return { payload, diagnostics: [], spelled };
  return { payload: null, diagnostics: wrong.map((field) => describe(point, field, payload[field.name])) };
}

function describe(point: Point, { name, called }: Field, value: unknown): EngineDiagnostic {
  return isMissing(value)
    ? wrongCall(
        "wrong-payload",
        `the payload of '${point.name}' needs '${name}', ${called}`,
        `pass { ${name}: ... }`,
      )
    : wrongCall(
        "wrong-payload",
        `'${name}' in the payload of '${point.name}' must be ${called}`,
        `pass ${called}, or leave it out`,
      );
}

interface PayloadNames {
  fields: readonly Field[];
  names: Spelling;
}

const forms = new Map<Point, PayloadNames>();

/** Derived once: payloads are checked at every dispatch. */
function formOf(point: Point): PayloadNames {
  const known = forms.get(point);
  if (known !== undefined) return known;
  const fields = [...fieldsOf(point).values()];
  const derived = { fields, names: othersNames(fields) };
  forms.set(point, derived);
  return derived;
}
