/**
 * `${env.NAME}` and `${config.key}` in a value, parsed into literal text and references.
 */
import { encodeUtf8 } from "../core/bytes.ts";
import type { Template, TemplatePart } from "../core/plan.ts";
import type { Finding } from "./diagnostic.ts";
import { suggestName } from "./nearest-name.ts";
import { configKeyPattern } from "./schema-parts.ts";

/** The namespaces, each with the form of its names and how the plan writes a reference. */
const namespaces: { [name: string]: { pattern: RegExp; part: (name: string) => TemplatePart } } = {
  env: { pattern: /^[A-Za-z_][A-Za-z0-9_]*$/, part: (name) => ({ env: name }) },
  config: { pattern: configKeyPattern, part: (name) => ({ config: name }) },
};

/** In the design, for a later version. */
const laterNamespaces = ["git"];

export function parseTemplate(text: string): { template: Template; findings: Finding[] } {
  const template: Template = [];
  const findings: Finding[] = [];
  for (const piece of text.split(/(\$\{[^}]*\}?)/)) {
    if (piece === "") continue;
    const parsed = piece.startsWith("${") ? parseReference(piece) : parseLiteral(piece);
    if (typeof parsed === "object" && "code" in parsed) findings.push(parsed);
    else template.push(parsed);
  }
  if (text === "" || text !== text.trim()) findings.push(untrimmed(text));
  return { template, findings };
}

function parseLiteral(text: string): TemplatePart | Finding {
  if (!/[\x00-\x1f\x7f-\x9f]/.test(text)) return encodeUtf8(text);
  return {
    code: "bad-value",
    message: "the value has a control character in it",
    hint: "write it on one line, without tabs",
  };
}

function parseReference(text: string): TemplatePart | Finding {
  const bad = (message: string, hint: string): Finding => ({ code: "bad-reference", message, hint });
  if (!text.endsWith("}")) return bad(`the reference '${text}' has no end`, "close it with '}'");
  const inner = text.slice(2, -1);
  const dot = inner.indexOf(".");
  const namespace = dot < 0 ? inner : inner.slice(0, dot);
  if (laterNamespaces.includes(namespace)) {
    return {
      code: "not-in-this-version",
      message: `references such as '${text}' are not in this version`,
      hint: "use ${env.NAME} or ${config.key}",
    };
  }
  const known = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined;
  if (known === undefined) {
    const nearest = suggestName(namespace, Object.keys(namespaces));
    return bad(`unknown reference '${text}'`, `${nearest} (known: \${env.NAME}, \${config.key})`);
  }
  const name = inner.slice(dot + 1);
  if (dot >= 0 && known.pattern.test(name)) return known.part(name);
  return bad(
    `'${text}' does not name a value`,
    `write \${${namespace}.${namespace === "env" ? "NAME" : "key"}}`,
  );
}

/** git trims what it reads back, so such a trailer would be added again and again. */
function untrimmed(text: string): Finding {
  return {
    code: "bad-value",
    message: text === "" ? "the value is empty" : "the value begins or ends with a space",
    hint: text === "" ? "write what the trailer should say" : "remove the space",
  };
}
