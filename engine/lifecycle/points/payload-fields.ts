/** The types of payload fields, as the table of points names them. */
import { isRecord } from "./result.ts";
import type { FieldForm, PayloadForm } from "./point-form.ts";

export interface Form {
  holds(value: unknown): boolean;
  called: string;
}

/** A field of a payload. */
export interface Field extends Form {
  name: string;
  isOptional: boolean;
}

const isText = (value: unknown): boolean => typeof value === "string";

const isTextOrTexts = (value: unknown): boolean =>
  isText(value) || (Array.isArray(value) && value.every(isText));

const forms: { [F in FieldForm]: Form } = {
  text: { holds: isText, called: "a text" },
  number: { holds: (value) => typeof value === "number", called: "a number" },
  time: {
    holds: (value) => typeof value === "string" || typeof value === "number",
    called: "a text or a number",
  },
  flag: { holds: (value) => typeof value === "boolean", called: "true or false" },
  list: { holds: (value) => Array.isArray(value) && value.every(isText), called: "a list of texts" },
  map: {
    holds: (value) => isRecord(value) && Object.keys(value).every((key) => isTextOrTexts(value[key])),
    called: "an object whose values are texts, or lists of texts",
  },
  object: { holds: isRecord, called: "an object" },
  items: { holds: Array.isArray, called: "a list" },
  value: { holds: (value) => value !== undefined, called: "a value" },
};

/** In the table `?` marks a field that may be left out. */
export function readFields(payload: PayloadForm): Field[] {
  return Object.keys(payload).map((name) => {
    const written = payload[name] as string;
    const form = forms[written.replace("?", "") as FieldForm];
    return { ...form, name, isOptional: written.endsWith("?") };
  });
}
