/**
 * Reads and parses one YAML file.
 */
import type { ConfigFiles, ConfigFileStat } from "./config-files.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt, unreadable } from "./problem-at.ts";
import { parseYaml, type YamlSource } from "./yaml-source.ts";

const largestFile = 1024 * 1024;

export interface ReadYaml {
  source: YamlSource | null;
  text: string;
  diagnostics: Problem[];
}

export function readYaml(files: ConfigFiles, file: string, stat: ConfigFileStat): ReadYaml {
  const refuse = (diagnostic: Problem): ReadYaml => ({
    source: null,
    text: "",
    diagnostics: [diagnostic],
  });
  if (stat.kind !== "file") {
    return refuse(
      errorAt(file, null, {
        code: "file-unreadable",
        message: "it is not a regular file",
        hint: "put a YAML file in its place",
      }),
    );
  }
  if (stat.size > largestFile) return refuse(tooBig(file));
  const bytes = files.readFile(file);
  if (typeof bytes === "number") return refuse(unreadable(file, bytes));
  // Files in /proc report no size.
  if (bytes.length > largestFile) return refuse(tooBig(file));
  return { text: bytes, ...parseYaml(file, bytes) };
}

function tooBig(file: string): Problem {
  return errorAt(file, null, {
    code: "file-too-big",
    message: "the file is larger than 1 MB",
    hint: "make it smaller; nothing of this size is written by hand",
  });
}
