/**
 * An attempt to get a commit without the trailer to a remote, as an agent's shell would make it.
 */
export interface Attempt {
  title: string;
  /** For sh, after the functions of `testbed.ts`: `$REMOTE`, `bad`, `forge`, `push` and the like. */
  script: string;
  outcome: "made compliant" | "stopped" | "out of reach";
  /** What makes or stops it; of what is out of reach, the way that cannot be closed here. */
  by: Layer;
  /** What the remote is reached by; http alone unless it is said. */
  over?: Transports;
  /** What is forged is the object itself: whoever looks at it on the server must not be taken in either. */
  isInObject?: true;
}

export type Transport = "http" | "git" | "path";
export type Transports = readonly [Transport, ...Transport[]];

/** Of an attempt: what it is up against. The sentence is for docs/security.md. */
export const layers = {
  rules: "the rules, at commit",
  gate: "the gate, at push",
  seal: "the seal: root owns what decides",
  refusal: "a refusal: interlock runs nothing that it cannot judge",
  trust: "trust: rules of a clone do nothing by themselves",
  names: "names: rules read only the sealed values that the install lists for them",
  "real binary": "the real git, called or copied",
  namespaces: "a user namespace",
  transport: "a transport of one's own",
};
export type Layer = keyof typeof layers;

/**
 * A `git daemon` of the agent's own for the repositories in `$OUT`, on `$port`; goes on when it serves this one. The port is
 * below those that the kernel gives to others.
 */
export function daemon(repository: string, options = ""): string {
  return `port=$((10000 + $$ % 20000)); git daemon --listen=127.0.0.1 --port=$port --export-all ${options} --base-path=$OUT --reuseaddr --pid-file=$OUT/pid >/dev/null 2>&1 &
    for i in $(seq 100); do ! git ls-remote git://127.0.0.1:$port/${repository} >/dev/null 2>&1 || break; sleep 0.05; done`;
}

export function madeCompliant(by: Layer, attempts: { [title: string]: string }): Attempt[] {
  return Object.entries(attempts).map(([title, script]) => ({
    title,
    script,
    outcome: "made compliant",
    by,
  }));
}

export function stopped(by: Layer, attempts: { [title: string]: string }): Attempt[] {
  return Object.entries(attempts).map(([title, script]) => ({ title, script, outcome: "stopped", by }));
}

export function outOfReach(by: Layer, attempts: { [title: string]: string }): Attempt[] {
  return Object.entries(attempts).map(([title, script]) => ({ title, script, outcome: "out of reach", by }));
}
