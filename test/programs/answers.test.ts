/** What programs print, however strange, is understood alike in a commit and by `interlock dispatch`. */
import { describe, expect, test } from "vitest";
import { python, ways, withProgram } from "./both-hosts.ts";
import { sh } from "./with-program.ts";

const prints = (json: string): string => sh(`cat <<'END'\n${json}\nEND`);

/** JSON with a context, so long in all. */
const ofLength = (length: number): string =>
  python(`import sys
start, end = '{"context": "', '"}'
sys.stdout.write(start + "y" * (${length} - len(start) - len(end)) + end)`);

const refused = 1;
/** By way: git gives its own status where a hook fails. */
const failed = "failed";

const answers: { [title: string]: [script: string, status: number | typeof failed, said: RegExp | null] } = {
  "a decision in capitals": [prints('{"decision": "BLOCK"}'), refused, /an invalid decision/],
  "a decision that is misspelled": [prints('{"decision": "blok"}'), refused, /an invalid decision/],
  "a decision that is no word": [prints('{"decision": true}'), refused, /an invalid decision/],
  "a flag that is a word": [prints('{"block": "true"}'), refused, /an invalid decision/],
  "a decision that is null": [prints('{"decision": null}'), 0, null],
  "a decision that says yes": [prints('{"decision": "approve"}'), 0, null],
  "a gate's outcome, where there is no gate": [prints('{"outcome": "done"}'), 0, null],
  "a question without a reason": [
    prints('{"decision": "ask"}'),
    refused,
    /it asks, and nobody is there to answer(?!:)/,
  ],
  "a reason that is no text": [
    prints('{"decision": "block", "reason": {"a": 1}}'),
    refused,
    /no reason given/,
  ],
  "a reason that steers a terminal": [
    prints(String.raw`{"decision": "block", "reason": "a\u001b[31m\nb\u202ec"}`),
    refused,
    /a \[31m b c\b/,
  ],
  "a refusal, and a text that is none": [
    prints('{"decision": "block", "reason": "no", "text": 5}'),
    refused,
    /: no\b/,
  ],
  "a field that the payload does not have": [
    prints('{"payload": {"txt": "x"}}'),
    failed,
    /the payload has no field 'txt'/,
  ],
  "a payload that is a text": [prints('{"payload": "x"}'), failed, /its 'payload' is not an object/],
  "a payload that is a list": [prints('{"payload": ["x"]}'), failed, /its 'payload' is not an object/],
  "a payload whose prototype has the text": [
    prints('{"payload": {"__proto__": {"text": "x"}}}'),
    failed,
    /the payload has no field '__proto__'/,
  ],
  "a prototype that refuses": [
    prints(
      '{"__proto__": {"decision": "block"}, "hookSpecificOutput": {"__proto__": {"decision": "block"}}}',
    ),
    0,
    null,
  ],
  "names that every object has": [prints('{"constructor": 1, "toString": 2, "valueOf": null}'), 0, null],
  "a key twice: the last counts": [
    prints('{"decision": "allow", "decision": "block", "reason": "twice"}'),
    refused,
    /: twice/,
  ],
  "numbers that are too large": [prints('{"a": 1e999, "b": -1e400}'), 0, null],
  "100,000 levels of lists": [
    python(`print('{"a":' + '[' * 100000 + ']' * 100000 + '}')`),
    failed,
    /printed JSON with more than 1000 levels/,
  ],
  "100,000 levels of objects": [
    python(`print('{"a":' * 100000 + '1' + '}' * 100000)`),
    failed,
    /printed JSON with more than 1000 levels/,
  ],
  "brackets in a text are no levels": [python(`print('{"context": "' + '[' * 5000 + '"}')`), 0, null],
  "nor are brackets in plain text": [python(`print('x' + '[' * 5000)`), 0, null],
  "a NUL between the words": [sh(`printf '{"text": "a\\0b"}'`), failed, /printed invalid JSON/],
  "a text with a NUL": [prints(String.raw`{"text": "a\u0000b"}`), failed, /a NUL cannot be in a text/],
  "a reason with NUL and lines, by exit status": [
    sh(`printf 'no\\0way\\nmore' >&2; exit 2`),
    refused,
    /: no way more/,
  ],
  "a reason that is not UTF-8": [sh(`printf 'caf\\351' >&2; exit 2`), refused, /: caf/],
  "plain text that is not UTF-8": [sh(`printf '\\377\\376'`), 0, null],
  "a byte order mark before the JSON": [
    sh(`printf '\\357\\273\\277{"decision": "block", "reason": "marked"}'`),
    refused,
    /: marked/,
  ],
  "two objects": [prints('{"context": "a"}\n{"decision": "block"}'), failed, /printed invalid JSON/],
  "as much as may be": [ofLength(1024 * 1024), 0, null],
  "one byte more": [ofLength(1024 * 1024 + 1), failed, /wrote more than 1048576 bytes to standard output/],
  "a refusal behind what is read": [
    python(`print('{"decision": "allow"' + ' ' * 1048556 + '}, {"decision": "block"}')`),
    failed,
    /wrote more than 1048576 bytes to standard output/,
  ],
  "a script that sh cannot read": [
    sh("if then"),
    refused,
    /Syntax error.*if that is an error of .* itself, fix it/s,
  ],
  "a script that is not there": [
    "#!/usr/bin/env -S python3 /nowhere/check.py\n",
    refused,
    /can't open file.*itself, fix it/s,
  ],
  "a command line that it does not understand": [
    python("import argparse\nargparse.ArgumentParser().parse_args(['--strict'])"),
    refused,
    /usage.*unrecognized arguments: --strict.*itself, fix it/s,
  ],
};

describe.each(ways)("in %s", (way, runIn, statusIfFailed) => {
  test.each(Object.entries(answers))("%s", (_, [script, status, said]) => {
    const run = runIn(withProgram(script));
    const text = run.stdout + run.stderr;
    expect([run.status, said === null ? text.match(/problem.*acme\.check/) : null]).toEqual([
      status === failed ? statusIfFailed : status,
      null,
    ]);
    if (said !== null) expect(text.replace(/x{9,}/g, "x")).toMatch(said);
    if (way === "interlock dispatch") expect(JSON.parse(run.stdout)).toMatchObject({ ok: status === 0 });
  });
});
