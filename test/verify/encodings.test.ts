/** What interlock takes for granted about encodings, asked of git and of its iconv. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { sureDecoder } from "../../cli/shared/node-decoders.ts";
import { isAsciiBased } from "../../shim/git/commit-object.ts";
import { commitObjects } from "../fix/repository.ts";
import { Sandbox } from "../support/sandbox.ts";

const iconv = (encoding: string, input: Buffer, ...options: string[]): Buffer =>
  spawnSync("iconv", [...options, "-f", encoding, "-t", "UTF-8"], { input }).stdout;
/** Those that iconv can read an `x` in. A shell starts it: for Node a process is several times as dear. */
const known = (encodings: readonly string[]): string[] => {
  const script = 'for name; do test "$(printf x | iconv -f "$name" -t UTF-8)" != x || echo "$name"; done';
  const { stdout } = spawnSync("sh", ["-c", script, "sh", ...encodings], { encoding: "utf8" });
  return stdout.split("\n").slice(0, -1);
};

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const names = known([
  ...range(1, 16).flatMap((n) => [`ISO-8859-${n}`, `8859_${n}`, `iso8859-${n}`]),
  ...range(1, 10).map((n) => `latin${n}`),
  ...range(0, 9).flatMap((n) => [`windows-125${n}`, `cp125${n}`]),
  ..."cp437 cp850 cp852 cp858 cp866 cp874 cp932 cp936 cp949 cp950 KOI8-R KOI8-T KOI8-U KOI8-RU EUC-CN EUC-JP EUC-KR EUC-TW GBK GB2312 GB18030 Big5 Big5-HKSCS SJIS SHIFT_JIS shift-jis TIS-620 US-ASCII".split(
    " ",
  ),
]);

describe("encodings in which the bytes of ASCII are enough", () => {
  test("git shows a message of ASCII in each of them as it is stored, to its last letter", () => {
    const sandbox = new Sandbox();
    const asciis = names.filter(isAsciiBased);
    expect(asciis.length).toBeGreaterThan(40);
    const messages = ["agent", "BOT", "x}", "0", "a\u007f"].map(
      (end) => `Title\n\nA text: <of> "ASCII" [it's] {#1} @2 3% & 4*5=20?!\n\nGenerated-by: ${end}`,
    );
    const all = asciis.flatMap((encoding) => messages.map((message) => ({ encoding, message })));
    const ids = commitObjects(
      sandbox,
      all.map(({ encoding, message }) => ({ headers: `encoding ${encoding}\n`, message })),
    );
    const words = ["log", "--no-walk=unsorted", "--stdin", "--format=%H%n%B%x02", "--encoding=UTF-8"];
    const { stdout } = sandbox.git(words, { input: ids.map((id) => `${id}\n`).join("") });
    const shown = stdout.split("\x02").map((text) => text.trim());
    expect(shown).toHaveLength(all.length + 1);
    const differing = all.filter(({ message }, i) => shown[i] !== `${ids[i]}\n${message}`);
    expect(differing).toEqual([]);
  });

  test("windows-1258 is none of them: iconv keeps a letter back for an accent, and git drops it", () => {
    expect(["windows-1258", "cp1258"].filter(isAsciiBased)).toEqual([]);
  });
});

describe("encodings that Node decodes for 'interlock verify'", () => {
  const decoded = names.filter((name) => sureDecoder(name) !== null && !/ascii/i.test(name));

  test.each(decoded)("%s is decoded as iconv decodes it, or what it makes of it is garbled", (encoding) => {
    const decode = sureDecoder(encoding) as (bytes: string) => string;
    const bytes = range(0x80, 0xff);
    // Of a byte that it does not know, `-c` leaves an empty line.
    const theirs = iconv(encoding, Buffer.from(bytes.flatMap((byte) => [byte, 0x0a])), "-c").toString(
      "latin1",
    );
    const differing = bytes.filter((byte, i) => {
      const ours = decode(String.fromCharCode(byte));
      const isGarbled =
        ours === "\xef\xbf\xbd" || (/125\d$/.test(encoding) && /^\xc2[\x80-\x9f]$/.test(ours));
      return !isGarbled && ours !== theirs.split("\n")[i];
    });
    expect(differing).toEqual([]);
  });

  test.each([
    "gb2312",
    "GBK",
    "Big5",
    "EUC-KR",
    "Shift_JIS",
    "iso-8859-9",
    "iso-8859-11",
    "windows-1253",
    "windows-1258",
  ])("%s is not decoded: TextDecoder has another table", (encoding) =>
    expect(sureDecoder(encoding)).toBeNull(),
  );
});
