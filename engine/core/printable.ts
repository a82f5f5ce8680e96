/**
 * Nothing from outside may steer a terminal: no control characters but tab and line end, and none
 * that turn the direction of a line around. `Host.write` has its own for byte strings.
 */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g, "?");
}
