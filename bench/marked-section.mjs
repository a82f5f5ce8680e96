// Parts of a document that are written by a program, between `<!-- name -->` and `<!-- /name -->`.

export function replaceMarked(text, name, content) {
  const around = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  if (!around.test(text)) throw new Error(`there is no part '${name}'`);
  return text.replace(around, (_, open, close) => open + content + close);
}
