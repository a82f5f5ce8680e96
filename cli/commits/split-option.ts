/** `--name=value` in two; a word that is no such thing as it is. */
export function splitOption(arg: string): [string, string | undefined] {
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return equals < 0 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)];
}
