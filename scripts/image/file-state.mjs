/**
 * Every file of a root filesystem with its kind, mode, owner, link and content, to be compared with a later state.
 * Left out: what a package manager writes for itself, and what is the agent's own.
 */
const leftOut = ["/proc", "/sys", "/dev", "/tmp", "/var", "/home", "/mnt", "/root"];

const script = `cd / && find . -xdev \\( ${leftOut.map((path) => `-path .${path}`).join(" -o ")} \\) -prune \
  -o -printf '%p %y %m %U:%G %l\\n' -type f -exec sha256sum {} + | sort`;

export function readFileState(image) {
  return image.run(script).output.split("\n");
}

export function compareFileStates(before, after) {
  const [old, now] = [new Set(before), new Set(after)];
  const lines = [
    ...before.filter((line) => !now.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
  return lines.slice(0, 20).join("\n");
}
