/**
 * Byte strings. Everything from outside (arguments, environment, files, messages) is a string whose
 * code units are 0 to 255, one per byte. Text of ours is turned into one before it leaves.
 */

/** UTF-8 encode: the byte string of a text. */
export function encodeUtf8(text: string): string {
  if (isAscii(text)) return text;
  // encodeURIComponent is the one UTF-8 encoder that every host has.
  return unescapePercent(encodeURIComponent(replaceLoneSurrogates(text)));
}

/** UTF-8 decode for display and JSON; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  return bytes.replace(utf8Run, decodeRun);
}

/** JSON that survives everything that takes text for UTF-8; its strings may be byte strings. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x00-\x7e]/g, escapeUnit);
}

function escapeUnit(unit: string): string {
  return "\\u" + ("000" + unit.charCodeAt(0).toString(16)).slice(-4);
}

function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text);
}

// One well-formed sequence (no overlong form, no surrogate, nothing above U+10FFFF), or one stray byte.
const utf8Run =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf][\x80-\xbf]|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf][\x80-\xbf]|[\xf1-\xf3][\x80-\xbf][\x80-\xbf][\x80-\xbf]|\xf4[\x80-\x8f][\x80-\xbf][\x80-\xbf]|[\x80-\xff]/g;

function decodeRun(run: string): string {
  if (run.length === 1) return "\ufffd";
  let percent = "";
  for (let i = 0; i < run.length; i++) percent += "%" + run.charCodeAt(i).toString(16);
  return decodeURIComponent(percent);
}

function unescapePercent(text: string): string {
  return text.replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function replaceLoneSurrogates(text: string): string {
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (unit) =>
    unit.length === 2 ? unit : "\ufffd",
  );
}
