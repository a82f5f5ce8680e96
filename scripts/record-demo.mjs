// `npm run record`: writes docs/demo.svg, the recording in the README. test/docs/recording.test.ts compares it.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { recordDemo } from "./demo/record.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
writeFileSync(join(root, "docs", "demo.svg"), await recordDemo(join(root, "dist")));
process.stdout.write("wrote docs/demo.svg\n");
process.exit(0);
