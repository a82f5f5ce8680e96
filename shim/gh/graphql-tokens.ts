/** The tokens of a GraphQL document; spaces, commas and comments are none. The document is a byte string. */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { endOfString, hasHalf, jsonString } from "./json-text.ts";

export interface Token {
  kind: "word" | "string";
  /** Of a string, what it says. */
  text: string;
  start: number;
  end: number;
}

/** null: there is something in it that is no token. */
export function tokenize(document: string): Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < document.length) {
    const unit = document.charAt(at);
    if (" \t\r\n,".indexOf(unit) >= 0 || document.slice(at, at + 3) === "\xef\xbb\xbf") {
      at += unit === "\xef" ? 3 : 1;
    } else if (unit === "#") {
      const rest = document.slice(at).search(/[\r\n]/);
      at = rest < 0 ? document.length : at + rest;
    } else if (unit === '"') {
      const token = document.slice(at, at + 3) === '"""' ? readBlock(document, at) : readQuoted(document, at);
      if (!token) return null;
      tokens.push(token);
      at = token.end;
    } else {
      const word = /^(?:[_A-Za-z][_0-9A-Za-z]*|-?\d[0-9.eE+-]*|\.\.\.|[!$&()[\]{}:=@|])/.exec(
        document.slice(at, at + 300),
      );
      if (!word) return null;
      const text = word[0] as string;
      tokens.push({ kind: "word", text, start: at, end: at + text.length });
      at += text.length;
    }
  }
  return tokens;
}

function readQuoted(document: string, start: number): Token | null {
  const end = endOfString(document, start + 1);
  const literal = decodeUtf8(document.slice(start, end));
  if (end < 0) return null;
  try {
    // GraphQL's escapes are JSON's, but for the later \u{…}, which JSON refuses.
    const text = JSON.parse(literal) as string;
    return hasHalf(text) ? null : { kind: "string", text: encodeUtf8(text), start, end };
  } catch {
    return null;
  }
}

function readBlock(document: string, start: number): Token | null {
  let end = document.indexOf('"""', start + 3);
  while (end > 0 && document.charAt(end - 1) === "\\") end = document.indexOf('"""', end + 3);
  if (end < 0) return null;
  const raw = document.slice(start + 3, end).replace(/\\"""/g, '"""');
  return { kind: "string", text: dedent(raw), start, end: end + 3 };
}

/** BlockStringValue of the GraphQL specification: the common indent goes, and blank lines at both ends. */
function dedent(raw: string): string {
  const lines = raw.split(/\r\n|\n|\r/);
  let common = -1;
  lines.forEach((line, i) => {
    const indent = line.search(/[^ \t]/);
    if (i > 0 && indent >= 0 && (common < 0 || indent < common)) common = indent;
  });
  const cut = lines.map((line, i) => (i > 0 && common > 0 ? line.slice(common) : line));
  while (cut.length > 0 && /^[ \t]*$/.test(cut[0] as string)) cut.shift();
  while (cut.length > 0 && /^[ \t]*$/.test(cut[cut.length - 1] as string)) cut.pop();
  return cut.join("\n");
}

/** A text as a literal. JSON's is one of GraphQL's, too. */
export function graphqlString(bytes: string): string {
  return jsonString(bytes);
}
