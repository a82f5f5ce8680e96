/**
 * `${env.NAME}`, `${config.key}` and `${git.author}` in a value, parsed into literal text and references.
 */
import { encodeUtf8 } from "../../core/bytes.ts";
import type { Template } from "../../core/plan.ts";
import type { Finding } from "../files/problem-at.ts";
import { suggestName } from "../../core/nearest-name.ts";
import { configKeyPattern } from "./schema-parts.ts";

interface Namespace {
  /** The form of its names. */
  pattern: RegExp;
  /** How to write one. */
  example: string;
  /** All names, if there are only a few. */
  names?: readonly string[];
}

const namespaces: { [name: string]: Namespace } = {
  env: { pattern: /^[A-Za-z_][A-Za-z0-9_]*$/, example: "${env.NAME}" },
  config: { pattern: configKeyPattern, example: "${config.key}" },
  git: {
    pattern: /^(?:author|committer)$/,
    example: "${git.author}",
    names: ["author", "committer"],
  },
};

/** What a value may be: one line without spaces around it, one line, or several. */
export type TemplateForm = "trimmed line" | "line" | "lines";

export function parseTemplate(text: string, form: TemplateForm): { template: Template; findings: Finding[] } {
  const template: Template = [];
  const findings: Finding[] = [];
  // Text and references in turn, as the plan has them.
  let start = 0;
  text.split(/(\$\{\{[^}]*\}\}|\$\{[^}]*\}?)/).forEach((piece, i) => {
    const parsed = i % 2 === 1 ? parseReference(piece) : parseLiteral(piece, form);
    if (typeof parsed === "object") findings.push(movedBy(start, parsed));
    else template.push(parsed);
    start += piece.length;
  });
  if (text.trim() === "" || (form === "trimmed line" && text !== text.trim())) findings.push(untrimmed(text));
  return { template, findings };
}

/** A finding about a piece, as one about the whole text. */
function movedBy(offset: number, finding: Finding): Finding {
  const { part } = finding;
  return part === undefined
    ? finding
    : { ...finding, part: { start: part.start + offset, end: part.end + offset } };
}

function parseLiteral(text: string, form: TemplateForm): string | Finding {
  const unfilled = findUnfilled(text);
  if (unfilled !== null) return unfilled;
  const plain = form === "lines" ? text.replace(/\n/g, "") : text;
  if (!/[\x00-\x1f\x7f-\x9f]/.test(plain)) return encodeUtf8(text);
  return {
    code: "bad-value",
    message: "the value has a control character in it",
    hint: form === "lines" ? "write it without tabs" : "write it on one line, without tabs",
  };
}

function parseReference(text: string): string | Finding {
  const part = { start: 0, end: text.length };
  const bad = (message: string, hint: string): Finding => ({ code: "bad-reference", message, hint, part });
  if (!text.endsWith("}")) return bad(`the reference '${text}' has no end`, "close it with '}'");
  const inner = text.slice(2, -1);
  const dot = inner.indexOf(".");
  const namespace = dot < 0 ? inner : inner.slice(0, dot);
  const known = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined;
  if (known === undefined) {
    const meant = meantBy(inner);
    const nearest = meant === null ? suggestName(namespace, Object.keys(namespaces)) : `write ${meant}`;
    const examples = Object.entries(namespaces).flatMap(
      ([space, { example, names }]) => names?.map((name) => `\${${space}.${name}}`) ?? [example],
    );
    return bad(`unknown reference '${text}'`, `${nearest} (known: ${examples.join(", ")})`);
  }
  const name = inner.slice(dot + 1);
  if (dot >= 0 && known.pattern.test(name)) return inner;
  const hint =
    known.names && dot >= 0 ? suggestName(name, known.names) : `write ${meantBy(inner) ?? known.example}`;
  return bad(`'${text}' does not name a value`, hint);
}

/** The reference that was meant, if there is only something around it, or its namespace in capitals, or left out. */
function meantBy(inner: string): string | null {
  const bare = inner.replace(/^[{\s]+|[}\s]+$/g, "");
  const isVariable = /^(?:env\.)?[A-Za-z_][A-Za-z0-9_]*$/i.test(bare) && !Object.hasOwn(namespaces, bare);
  return isVariable || /^(?:config|git)\.[\w.-]+$/i.test(bare) ? referenceTo(bare) : null;
}

/** git trims what it reads back, so such a trailer would be added again and again. */
function untrimmed(text: string): Finding {
  return {
    code: "bad-value",
    message: text.trim() === "" ? "the value is empty" : "the value begins or ends with a space",
    hint: text.trim() === "" ? "write what it should say" : "remove the space",
  };
}

// References as other programs write them: plain text here, which would end up in commits as it is.
const shellVariable = /\$((?:env|config|git)\.[A-Za-z0-9_.-]*[A-Za-z0-9_]|[A-Za-z_][A-Za-z0-9_]*)/i;
const mustache = /\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}/;
const braces = /\{((?:env|config|git)\.[A-Za-z0-9_.-]+)\}/i;
const percent = /%([A-Z_][A-Z0-9_]*)%/;

/** What is wrong with a text between references; null if nothing is. */
function findUnfilled(text: string): Finding | null {
  const found = [shellVariable, mustache, braces, percent]
    .map((form) => form.exec(text))
    .find((match) => match !== null);
  if (found === undefined) return null;
  const [written, name] = found as unknown as [string, string];
  return {
    code: "bad-reference",
    part: { start: found.index, end: found.index + written.length },
    message: `'${written}' is not a reference here, and would be written into the text as it is`,
    hint: `write ${referenceTo(name)}; if the text is meant as it is, put it under 'config:' and write \${config.key}`,
  };
}

/** For a value that is used literally: it is a mistake only if the whole value is a reference. */
export function isReferenceOnly(text: string): boolean {
  return /^\$(?:\{[^}]*\}|[A-Za-z_][A-Za-z0-9_]*)$|^\{\{.*\}\}$/.test(text.trim());
}

/** The reference that was meant: a plain name is an environment variable. */
function referenceTo(name: string): string {
  const [, namespace, rest] = /^(env|config|git)(\..*)$/i.exec(name) ?? [];
  return namespace === undefined ? `\${env.${name}}` : `\${${namespace.toLowerCase()}${rest}}`;
}
