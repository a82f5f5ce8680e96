/**
 * What Duktape 2.7 has beyond the type-checker's ES5 library. `test/structure/hot-path-library.test.ts` asks the
 * real engine for each of them; nothing else of ES2015 and later may be used on the hot path.
 */
interface String {
  startsWith(search: string, position?: number): boolean;
  endsWith(search: string, endPosition?: number): boolean;
  includes(search: string, position?: number): boolean;
  repeat(count: number): string;
}
interface Math {
  imul(a: number, b: number): number;
}
