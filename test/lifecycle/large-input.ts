import { createProject } from "./project.ts";

/** How many bytes a program is given for a tool call whose command is that long. */
export function lengthSeen(length: number): number {
  const project = createProject({
    "repo/.interlock/hooks/x.yaml": `id: x\nevent_type: PreToolUse\nhandler: {kind: script, command: "wc -c >&2; exit 2"}\n`,
  });
  const input = JSON.stringify({ tool_name: "Bash", tool_input: { command: "x".repeat(length) } });
  const { stdout } = project.interlock(["dispatch", "PreToolUse", "--dialect", "claude"], input);
  return Number(/"permissionDecisionReason": "(\d+)"/.exec(stdout)?.[1]);
}
