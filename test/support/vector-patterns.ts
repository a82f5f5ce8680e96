/** The patterns that the vectors match with. */
export const vectorPatterns: readonly string[] = [
  "^(feat|fix|docs)(\\([\\w./-]+\\))?!?: .+",
  "(?m)^b$",
  "^b$",
  "(?i)\\bwip\\b",
  "^.$",
  "(?i)[\xe4-\xf6]",
  "^(a+)+$",
  "(?:)",
  "abc^",
];
