/**
 * What git tells a pre-push hook: a line for each ref that is about to change (githooks(5)).
 */
export interface Update {
  /** The local ref as git names it. */
  name: string;
  /** The object that would leave. */
  id: string;
  /** Where to. */
  remoteRef: string;
  /** What the remote has there; empty if nothing. */
  remoteId: string;
}

/** Without deletions: nothing leaves with them. */
export function parseUpdates(input: string): Update[] {
  const updates: Update[] = [];
  for (const line of input.split("\n")) {
    const match = /^(.*) ([0-9a-f]{40,64}) (\S+) ([0-9a-f]{40,64})$/.exec(line);
    if (!match) continue;
    const [, name, id, remoteRef, remoteId] = match as unknown as [string, string, string, string, string];
    if (!isNull(id)) updates.push({ name, id, remoteRef, remoteId: isNull(remoteId) ? "" : remoteId });
  }
  return updates;
}

/** git writes the messages of notes itself. */
export function isForNotes({ remoteRef }: Update): boolean {
  return remoteRef.startsWith("refs/notes/");
}

function isNull(id: string): boolean {
  return /^0+$/.test(id);
}
