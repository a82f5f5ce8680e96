/**
 * Byte strings. Everything from outside (arguments, environment, files, messages) is a string whose
 * code units are 0 to 255, one per byte. Our own text is encoded before it leaves the program.
 */

/** UTF-8 encode: the byte string of a text. A surrogate without its other half becomes U+FFFD. */
export function encodeUtf8(text: string): string {
  if (isAscii(text)) return text;
  const pieces: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    const next = isHighSurrogate(unit) ? text.charCodeAt(i + 1) : 0;
    const isPair = next >= 0xdc00 && next <= 0xdfff;
    pieces.push(text.slice(start, i), encodePoint(isPair ? pointOf(unit, next) : unit));
    if (isPair) i++;
    start = i + 1;
  }
  pieces.push(text.slice(start));
  return pieces.join("");
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function pointOf(high: number, low: number): number {
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/** Of a code point that is not ASCII. */
function encodePoint(point: number): string {
  const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), tail(0));
  if (point >= 0xd800 && point <= 0xdfff) return "\xef\xbf\xbd";
  if (point < 0x10000) return String.fromCharCode(0xe0 | (point >> 12), tail(6), tail(0));
  return String.fromCharCode(0xf0 | (point >> 18), tail(12), tail(6), tail(0));
}

/** UTF-8 decode for display and JSON; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  return bytes.replace(utf8Run, decodeRun);
}

/**
 * The same without loss, as Python's `os.fsdecode`: what is not UTF-8 becomes a lone surrogate for each byte, U+DC80 to U+DCFF.
 */
export function decodeExactly(bytes: string): string {
  if (isAscii(bytes)) return bytes;
  return bytes.replace(utf8Run, (run) => (run.length === 1 ? strayOf(run) : decodeRun(run)));
}

function strayOf(byte: string): string {
  return String.fromCharCode(0xdc00 + byte.charCodeAt(0));
}

/** JSON of text, as UTF-8. A lone surrogate is escaped, because UTF-8 has none. */
export function utf8Json(value: unknown): string {
  const text = JSON.stringify(value);
  if (isAscii(text)) return text;
  return encodeUtf8(
    text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (unit) =>
      unit.length === 2 ? unit : escapeUnit(unit),
    ),
  );
}

/** JSON in ASCII: its strings may be byte strings, which a program that assumes UTF-8 would damage. */
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
