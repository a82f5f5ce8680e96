/** Finds the refs that a name may stand for. */
import type { Host } from "../host.ts";

/** Where git looks for a name (ref_rev_parse_rules in refs.c), in its order. */
function placesOf(name: string): string[] {
  return [name, "refs/" + name, "refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name].concat(
    "refs/remotes/" + name + "/HEAD",
  );
}

/** Those that exist, in the order in which git prefers them. */
export function refsOfName(host: Host, name: string): string[] {
  const places = placesOf(name).filter((place) => place.startsWith("refs/"));
  const found = host.runGit(["for-each-ref", "--format=%(refname)"].concat(places)).stdout.split("\n");
  return places.filter((place) => found.indexOf(place) >= 0);
}

/** Is there a ref of exactly this full name? */
export function hasRef(host: Host, ref: string): boolean {
  return host.runGit(["for-each-ref", "--format=%(refname)", ref]).stdout.split("\n").indexOf(ref) >= 0;
}
