/** Code points of byte strings. */

/** How many there are. A byte that is not UTF-8 counts as what it looks like: one that continues a character is none. */
export function countCodePoints(bytes: string): number {
  // Most texts are ASCII, and the script engine is fast at this.
  if (!/[\x80-\xff]/.test(bytes)) return bytes.length;
  return bytes.replace(/[\x80-\xbf]+/g, "").length;
}

/** What is not UTF-8 is left out. */
export function codePointsOf(text: string): number[] {
  const points: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const next = unit >= 0xd800 && unit <= 0xdbff ? text.charCodeAt(i + 1) : 0;
    const isPair = next >= 0xdc00 && next <= 0xdfff;
    points.push(isPair ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : unit);
    if (isPair) i++;
  }
  return points;
}
