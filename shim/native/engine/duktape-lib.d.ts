/**
 * What Duktape 2.7 has beyond the type-checker's ES5 library. The hot path may use nothing else of ES2015 and
 * later. `test/structure/hot-path-library.test.ts` checks each of them on the real engine.
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
