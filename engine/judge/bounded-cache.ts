/**
 * A cache that forgets everything when it is full. The judge needs one to be fast on long histories, and its memory must grow
 * neither with the history nor with the messages. The script engine has no `Map`, so keys are
 * properties; forgetting all needs no order of use.
 */

/** Longer keys are not remembered: hardly two messages have the same. */
const longestKey = 2048;
const mostKeyBytes = 128 * 1024;

export interface Cache<T> {
  /** No prototype, so that a key such as `constructor` is just a key. */
  known: { [key: string]: T | undefined };
  size: number;
  /** The length of all keys. */
  bytes: number;
  readonly most: number;
}

export function createCache<T>(most: number): Cache<T> {
  return { known: Object.create(null), size: 0, bytes: 0, most };
}

/** Gives the value back. Forgets all others if they are too many. */
export function addTo<T>(cache: Cache<T>, key: string, value: T): T {
  if (key.length > longestKey) return value;
  if (cache.size >= cache.most || cache.bytes + key.length > mostKeyBytes) {
    cache.known = Object.create(null);
    cache.size = 0;
    cache.bytes = 0;
  }
  cache.size++;
  cache.bytes += key.length;
  cache.known[key] = value;
  return value;
}
