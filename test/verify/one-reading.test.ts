/** A commit whose message git's readers see otherwise than its bytes say is not accepted on the strength of the bytes. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitObjects } from "../fix/repository.ts";
import { addProgram, sh } from "../programs/with-program.ts";
import { forBinaryAndColdSide } from "../support/binary-and-cold-side.ts";
import { Sandbox, type Run } from "../support/sandbox.ts";

interface Odd {
  author?: string;
  headers?: string;
  message: string;
}

function withRule(...effects: string[]): Sandbox {
  const sandbox = new Sandbox("version: 1\nplugins:\n  dirs: [own]\n");
  const lines = effects.map((effect) => `        - ${effect}\n`).join("");
  sandbox.write(
    join(sandbox.folder, "interlock", "own", "plugin.yaml"),
    `name: own
extensions:
  hookApiVersion: 1
  hooks:
    - id: own.rule
      hook: commit.message.finalize
      effects:
${lines}`,
  );
  return sandbox;
}

/** Byte strings. */
function verify(sandbox: Sandbox, { author = "A <a@x.org>", headers = "", message }: Odd): Run {
  const [id = ""] = commitObjects(sandbox, [{ author: `${author} 1 +0000`, headers, message }]);
  return sandbox.interlock(["verify", id]);
}

const unread = (reason: string) => ({ status: 2, stdout: expect.stringContaining(reason) });
const encoded = (encoding: string) =>
  unread(`its encoding '${encoding}' is not one that rules can be read in`);

forBinaryAndColdSide(() => {
  test("half of a character is no `@` that a glob may keep a trailer by", () => {
    const sandbox = withRule(
      '{ type: text.removeTrailer, key: Co-authored-by, keep: ["*@corp.example>"], required: true }',
    );
    for (const encoding of ["GBK", "Big5", "Shift_JIS", "CP949", "GB18030"]) {
      const headers = `encoding ${encoding}\n`;
      const message = "x\n\nCo-authored-by: Evil <evil@evil.org\xb0@corp.example>\n";
      expect(verify(sandbox, { headers, message })).toMatchObject(encoded(encoding));
      const plain = "x\n\nCo-authored-by: Good <good@corp.example>\n";
      expect(verify(sandbox, { headers, message: plain })).toMatchObject({ status: 0 });
    }
    const headers = "encoding KOI8-R\n";
    const kept = "x\n\nCo-authored-by: \xf0 <good@corp.example>\n";
    expect(verify(sandbox, { headers, message: kept })).toMatchObject({ status: 0 });
  });

  test("two people are not the same because halves of their characters differ only in case", () => {
    const value = "value: '${git.author}', dedupe: true, required: true";
    const sandbox = withRule(`{ type: text.ensureTrailer, key: Signed-off-by, ${value} }`);
    const author = "A <\xb0A@x.org>";
    const message = "x\n\nSigned-off-by: A <\xb0a@x.org>\n";
    expect(verify(sandbox, { author, headers: "encoding GBK\n", message })).toMatchObject(encoded("GBK"));
    const plain = "x\n\nSigned-off-by: \xb0\xa1 <a@x.org>\n";
    expect(
      verify(sandbox, { author: "\xb0\xa1 <a@x.org>", headers: "encoding EUC-KR\n", message: plain }).status,
    ).toBe(0);
  });

  test("patterns do not take a yen sign for a backslash", () => {
    const sandbox = withRule(
      '{ type: text.requireMatch, pattern: "^~ok", message: must begin so }',
      '{ type: text.forbidMatch, pattern: "¥", message: no yen }',
    );
    const headers = "encoding Shift_JIS\n";
    expect(verify(sandbox, { headers, message: "~ok pay \\5000\n" })).toMatchObject(encoded("Shift_JIS"));
    const other = withRule('{ type: text.forbidMatch, pattern: "^WIP", message: not finished }');
    expect(verify(other, { headers, message: "ok\n" })).toMatchObject({ status: 0 });
  });

  test("a program reads what people read", () => {
    const sandbox = new Sandbox("version: 1\n");
    addProgram(sandbox, sh('if grep -q "секрет"; then echo "forbidden word" >&2; exit 2; fi; exit 0'), {
      handler: "command: [./check], timeoutMs: 5000, deterministic: true",
    });
    const refused = { status: 1, stdout: expect.stringContaining("acme.check: refuses: forbidden word") };
    const word = Buffer.from("секрет").toString("latin1");
    expect(verify(sandbox, { message: `${word}\n` })).toMatchObject(refused);
    // Node can decode it.
    const run = verify(sandbox, { headers: "encoding KOI8-R\n", message: "\xd3\xc5\xcb\xd2\xc5\xd4\n" });
    expect([run.status, run.stdout]).toEqual([1, expect.stringContaining("refuses: forbidden word")]);
    expect(verify(sandbox, { headers: "encoding GBK\n", message: "\xd3\xc5\n" })).toMatchObject(
      encoded("GBK"),
    );
    // Readers that do not decode it see the word.
    expect(verify(sandbox, { headers: "encoding ISO-8859-1\n", message: `${word}\n` })).toMatchObject(
      refused,
    );
    expect(verify(sandbox, { headers: "encoding ISO-8859-1\n", message: "caf\xe9\n" })).toMatchObject({
      status: 0,
    });
  });

  test("a line of blanks is a title to some of git's commands, and to others nothing", () => {
    const sandbox = withRule("{ type: text.removeTrailer, key: Generated-by, required: true }");
    for (const blank of [" \n", "\n \n", "\t\n\n"])
      expect(verify(sandbox, { message: `${blank}Generated-by: x\n` })).toMatchObject(
        unread("it begins with a line of blanks"),
      );
    for (const message of [
      " \nTitle\n",
      " \nTitle\n\nReviewed-by: B <b@x.org>\n",
      "\nGenerated-by: x\n",
      " \n",
    ])
      expect(verify(sandbox, { message })).toMatchObject({ status: 0 });
  });
});
