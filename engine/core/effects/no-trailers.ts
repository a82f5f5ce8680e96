/** For effects on trailers, where the text of a hook point has none. */
export const noTrailers = {
  why: (point: string): string => "works on trailers, and the text of '" + point + "' has none",
  hint: "use 'text.ensureSuffix', or move it to a commit message or to a pull request's description",
};
