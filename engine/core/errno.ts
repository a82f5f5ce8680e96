/** Why a file or socket cannot be used. What people search for is in the words of the C library. */
const meanings: { [errno: number]: string } = {
  2: "no such file or folder",
  5: "input or output error",
  6: "nobody reads from it",
  9: "it is closed",
  11: "its reader does not keep up",
  13: "permission denied",
  20: "a part of its path is not a folder",
  21: "it is a folder",
  28: "no space left on the disk",
  30: "the file system is read-only",
  40: "too many links, one after the other",
  111: "nobody listens on it",
};

export function describeErrno(errno: number): string {
  return meanings[errno] ?? "errno " + errno;
}
