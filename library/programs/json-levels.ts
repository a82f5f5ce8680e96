/** How many levels a JSON text has. `JSON.parse` reads any number of them, and nothing can write or walk them after that. */
export function levelsIn(text: string): number {
  let level = 0;
  let most = 0;
  let isInText = false;
  // Not by a regular expression: those give up at a text of some megabytes.
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isInText) {
      if (char === "\\") i++;
      else isInText = char !== '"';
    } else if (char === '"') isInText = true;
    else if (char === "[" || char === "{") most = Math.max(most, ++level);
    else if (char === "]" || char === "}") level--;
  }
  return most;
}
