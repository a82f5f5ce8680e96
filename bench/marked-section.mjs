// Parts of a document that are written by a program, between `<!-- name -->` and `<!-- /name -->`.

const around = (name) => new RegExp(`(<!-- ${name} -->\n)([^]*?)(\n<!-- /${name} -->)`);

export function readMarked(text, name) {
  const found = text.match(around(name));
  if (found === null) throw new Error(`there is no part '${name}'`);
  return found[2];
}

export function replaceMarked(text, name, content) {
  readMarked(text, name);
  return text.replace(around(name), (_, open, old, close) => open + content + close);
}

export function mark(name, content) {
  return `<!-- ${name} -->\n${content}\n<!-- /${name} -->`;
}
