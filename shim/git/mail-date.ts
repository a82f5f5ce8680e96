/** The date of a mail, which git am hands on in words. */

const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/** As git and most mail programs write it: `Thu, 5 Mar 2026 07:08:09 +0200`. git's parser takes much else. */
const usualForm =
  /^(?:[A-Z][a-z]{2}, )?([12]?\d|3[01]) ([A-Z][a-z]{2}) (19[789]\d|20\d\d) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d) ([+-])(0\d|1[0-4])([0-5]\d)$/;

/** `seconds zone`, as in a commit. Null if only git can tell. */
export function parseMailDate(text: string): string | null {
  const parts = usualForm.exec(text);
  if (parts === null) return null;
  const number = (part: number): number => Number(parts[part]);
  const month = months.indexOf(parts[2] as string) / 3;
  const year = number(3) - 1970;
  const before = daysBefore[month];
  // In its zone, a date so early may lie before 1970. git writes -0000 as +0000, and takes -0001, as a number, for no zone at all.
  if (before === undefined || number(1) === 0 || year < 1 || /-000[01]$/.test(text)) return null;
  // As tm_to_time_t in git's date.c, which counts on from the end of a month that is too short.
  const isCommon = month < 2 || (year + 2) % 4 !== 0;
  const days = year * 365 + Math.floor((year + 1) / 4) + before + number(1) - (isCommon ? 1 : 0);
  const local = days * 86400 + number(4) * 3600 + number(5) * 60 + number(6);
  const offset = number(8) * 3600 + number(9) * 60;
  return (parts[7] === "+" ? local - offset : local + offset) + " " + text.slice(-5);
}
