/** FNV-1a, 32 bits: a short name for a set of paths. Not for anything that must not collide. */
export function fnv1a(bytes: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes.charCodeAt(i), 0x01000193);
  return ("0000000" + (hash >>> 0).toString(16)).slice(-8);
}
