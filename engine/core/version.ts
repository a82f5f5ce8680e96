/** Written by each build, from package.json. */
export const version = "0.1.0";
