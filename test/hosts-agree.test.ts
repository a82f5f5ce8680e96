import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/paths.ts";
import { vectorsBinary } from "./support/native-vectors.ts";
import { Sandbox } from "./support/sandbox.ts";

test.each(["release", "sanitized"] as const)(
  "the native host (%s) and the Node host answer alike",
  (variant) => {
    const sandbox = new Sandbox();
    const folder = join(sandbox.folder, "probe");
    sandbox.write(join(folder, "file"), "text", 0o755);
    sandbox.write(join(folder, "sub", "x"), "");
    sandbox.write(join(folder, "all-bytes"), Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
    sandbox.shell(`printf x >"${folder}/$(printf 'n\\377\\303\\251me')"`);
    const env = { ...sandbox.environment(), PROBE_BYTES: "a\u00e9b", PROBE_EMPTY: "" };
    const options = {
      cwd: folder,
      env,
      input: Buffer.from([0x66, 0xff, 0x00, 0x0a]),
      encoding: "utf8" as const,
    };
    const native = spawnSync(vectorsBinary(variant), ["host", folder], options);
    const onNode = spawnSync(
      process.execPath,
      [join(root, "build", "test", "probe-node-host.cjs"), folder],
      options,
    );
    expect(native.stderr + onNode.stderr).toBe("");
    const answers = JSON.parse(native.stdout);
    expect(JSON.parse(onNode.stdout)).toEqual(answers);
    expect(answers).toMatchObject({
      env: "a\xc3\xa9b",
      envMissing: true,
      envNames: ["PROBE_BYTES", "PROBE_EMPTY"],
      cwd: folder,
      statFile: { kind: "file", executable: true },
      statFolder: { kind: "directory" },
      statMissing: null,
      statNulInPath: null,
      statOddName: { kind: "file", executable: false },
      realPath: join(folder, "file"),
      realPathMissing: null,
      readMissing: 2,
      readFolder: 21,
      readStdin: "f\xff\0\n",
      stdinIsTerminal: false,
    });
    expect(answers.readAllBytes).toBe(String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)));
  },
);
