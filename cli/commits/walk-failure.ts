/** git's own words about a range that it cannot walk, or what is wrong with an object in it. */
export class WalkFailure extends Error {}
