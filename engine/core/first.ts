/** The first entry that is wanted: the script engine has no `find`. */
export function first<T>(list: readonly T[], isWanted: (entry: T) => boolean): T | undefined {
  for (const entry of list) if (isWanted(entry)) return entry;
  return undefined;
}
