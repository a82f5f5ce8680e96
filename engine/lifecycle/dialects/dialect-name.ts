/** The names of the dialects, which programs that use the library see. */
export type DialectName = "claude" | "codex" | "gemini" | "cursor" | "docker-agent" | "kodelet";
