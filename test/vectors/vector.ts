/** One input and what must come out, for a function of the hot path. Plain data: it runs on both hosts. */
export interface Vector {
  title: string;
  input: readonly unknown[];
  output: unknown;
}
