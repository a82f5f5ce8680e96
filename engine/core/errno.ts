/** The usual reasons why a file cannot be read, in the words of the C library: people search for them. */
const meanings: { [errno: number]: string } = {
  2: "no such file or folder",
  5: "input or output error",
  9: "it is closed",
  13: "permission denied",
  20: "a part of its path is not a folder",
  21: "it is a folder",
  40: "too many links, one after the other",
};

export function describeErrno(errno: number): string {
  return meanings[errno] ?? "errno " + errno;
}
