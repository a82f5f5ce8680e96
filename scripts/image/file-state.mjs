/**
 * Every file of a root filesystem with its kind, mode, owner, link and content, to compare with a later state. Omits
 * the package manager's own files and those of the agent.
 */
const leftOut = ["/proc", "/sys", "/dev", "/tmp", "/var", "/home", "/mnt", "/root"];

const list = `cd / && find . -xdev \\( ${leftOut.map((path) => `-path .${path}`).join(" -o ")} \\) -prune \
  -o -printf '%p %y %m %U:%G %l\\n'`;

export function readFileState(image) {
  return image.run(`${list} -type f -exec sha256sum {} + | sort`).output.split("\n");
}

/** Much faster: compares sizes instead of contents. */
export function readFileList(image) {
  return image.run(`${list} -type f -printf '%p %s\\n' | sort`).output.split("\n");
}

export function compareFileStates(before, after) {
  const [old, now] = [new Set(before), new Set(after)];
  const lines = [
    ...before.filter((line) => !now.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
  return lines.slice(0, 20).join("\n");
}
