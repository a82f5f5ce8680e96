/**
 * A copy all the way down, so that nobody can change what somebody else has. Functions and instances of classes are passed
 * on as they are: a copy of one would not work. Without recursion, because depth is the caller's.
 */
export function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const copies = new Map<object, object>();
  const open: object[] = [];
  const copy = (each: unknown): unknown => {
    if (typeof each !== "object" || each === null) return each;
    const known = copies.get(each);
    if (known !== undefined) return known;
    const made = emptyLike(each);
    if (made === null) return each;
    copies.set(each, made);
    open.push(each);
    return made;
  };
  const whole = copy(value);
  for (let source = open.pop(); source !== undefined; source = open.pop())
    fill(copies.get(source) as object, source, copy);
  return whole as T;
}

/** Null: it is of a kind that is not copied. */
function emptyLike(value: object): object | null {
  if (Array.isArray(value)) return [];
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind === null) return Object.create(null) as object;
  // Objects of another realm have another `Object.prototype`.
  if (kind === Object.prototype || Object.getPrototypeOf(kind) === null) return {};
  if (value instanceof Map) return new Map();
  if (value instanceof Set) return new Set();
  return value instanceof Date ? new Date(value) : null;
}

function fill(target: object, source: object, copy: (value: unknown) => unknown): void {
  if (Array.isArray(target)) for (const each of source as unknown[]) target.push(copy(each));
  else if (target instanceof Map)
    for (const [key, each] of source as Map<unknown, unknown>) target.set(copy(key), copy(each));
  else if (target instanceof Set) for (const each of source as Set<unknown>) target.add(copy(each));
  else if (!(target instanceof Date)) fillFields(target as Fields, source as Fields, copy);
}

interface Fields {
  [field: string]: unknown;
}

function fillFields(target: Fields, source: Fields, copy: (value: unknown) => unknown): void {
  for (const field of Object.keys(source)) {
    const value = copy(source[field]);
    // Assigned, `__proto__` would be what the copy inherits from.
    if (field === "__proto__")
      Object.defineProperty(target, field, { value, enumerable: true, configurable: true, writable: true });
    else target[field] = value;
  }
}
