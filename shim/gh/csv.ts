/** A list as pflag's stringSlice reads it: the first record of Go's encoding/csv. */

/** null: encoding/csv refuses it, and gh with it. */
export function readCsv(text: string): string[] | null {
  if (text === "") return [];
  // Go turns line ends into "\n", inside quotes too, and drops a last "\r".
  const input = text.replace(/\r\n/g, "\n").replace(/\r$/, "").replace(/^\n+/, "");
  if (input === "") return null;
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (input.charAt(at) === '"') {
      const quoted = readQuoted(input, at + 1);
      if (!quoted) return null;
      fields.push(quoted.field);
      at = quoted.end;
    } else {
      const end = endOfField(input, at);
      const field = input.slice(at, end);
      // A quote in a field that does not begin with one is an error (ErrBareQuote).
      if (field.includes('"')) return null;
      fields.push(field);
      at = end;
    }
    // What follows the first line is never read.
    if (input.charAt(at) !== ",") return fields;
    at++;
  }
}

function endOfField(input: string, at: number): number {
  const end = input.slice(at).search(/[,\n]/);
  return end < 0 ? input.length : at + end;
}

function readQuoted(input: string, start: number): { field: string; end: number } | null {
  let field = "";
  let at = start;
  for (;;) {
    const quote = input.indexOf('"', at);
    if (quote < 0) return null;
    field += input.slice(at, quote);
    const next = input.charAt(quote + 1);
    if (next === '"') {
      field += '"';
      at = quote + 2;
    } else {
      return next === "" || next === "," || next === "\n" ? { field, end: quote + 1 } : null;
    }
  }
}

export function writeCsv(values: readonly string[]): string {
  return values.map(writeField).join(",");
}

function writeField(value: string): string {
  return value === "" || /[",\r\n]|^\s/.test(value) ? '"' + value.replace(/"/g, '""') + '"' : value;
}
