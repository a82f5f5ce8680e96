/**
 * Whether GitHub reads in a request what we read in it. Nothing else asks: what is not known here to be harmless makes a
 * doubt, and a request with a doubt is not changed, but said or refused.
 */
import { decodePercent } from "./api-address.ts";
import { fileOf, type ApiField } from "./api-field.ts";
import type { ApiTarget } from "./api-targets.ts";
import { usesOf, type FlagLine } from "./parse-flags.ts";

export interface ApiRequest {
  flags: FlagLine;
  target: ApiTarget;
  /** As it is given: a path, or a whole address. */
  endpoint: string;
  /** The file of `--input`, `-` for standard input; null if the fields make the body. */
  input: string | null;
  /** In the order in which gh reads them: `-f` before `-F`. */
  fields: ApiField[];
  /** Names that stand in the query of the address. */
  inAddress: string[];
}

/** Empty: there is none. */
export function whyDoubtful(
  { target, flags, inAddress, input, fields }: ApiRequest,
  hasBody: boolean,
): string {
  if (target.doubt !== "") return target.doubt;
  for (const { name, value } of headersOf(flags)) {
    const reason = hasBody ? doubtOfHeader(name, value) : "";
    if (reason !== "") return reason;
  }
  if (input !== null && fields.some((field) => fileOf(field) === "-"))
    return "a field takes standard input, beside --input";
  const isQuery = /^(?:query|variables|operationName)$/;
  if (target.kind === "graphql" && inAddress.some((name) => isQuery.test(name)))
    return "its query stands in the address: give it as a field, without --input";
  return "";
}

/** Headers by which a server takes a POST for something else. */
const methodHeaders = /^x-(?:http-)?method(?:-override)?$/;

export function overridesMethod(flags: FlagLine): boolean {
  return headersOf(flags).some(({ name }) => methodHeaders.test(name));
}

function doubtOfHeader(name: string, value: string): string {
  if (name === "content-length") return "its length is given in a header";
  const isJson = /^application\/(?:[\w.-]+\+)?json(?:\s*;\s*charset="?utf-?8"?)?$/i.test(value);
  if (name === "content-encoding" || (name === "content-type" && !isJson))
    return "a header says that its body is no JSON in UTF-8: leave out '" + name + "'";
  return "";
}

/** As gh takes a header apart. */
function headersOf(flags: FlagLine): { name: string; value: string }[] {
  return usesOf(flags, "header").map(({ value }) => ({
    name: value
      .replace(/:[^]*$/, "")
      .trim()
      .toLowerCase(),
    value: value.slice(value.indexOf(":") + 1).trim(),
  }));
}

/** Could a GraphQL request that nobody reads change anything? What never says `mutation` is a query, however it is written. */
export function mayMutate({ endpoint, input, fields }: ApiRequest): boolean {
  if (input !== null || decodePercent(endpoint).includes("mutation")) return true;
  return fields.some(
    (field) =>
      field.path[0] === "query" &&
      (fileOf(field) !== null || field.text === null || field.text.includes("mutation")),
  );
}
