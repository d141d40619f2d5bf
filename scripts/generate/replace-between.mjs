/**
 * Replaces everything between `<!-- name -->` and `<!-- /name -->` in a text.
 * @param {string} text
 * @param {string} name
 * @param {string} content
 * @throws if the text lacks one of the two markers, or the second is not after the first
 */
export function replaceBetween(text, name, content) {
  const section = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`);
  if (!section.test(text)) throw new Error(`no text between <!-- ${name} --> and <!-- /${name} -->`);
  return text.replace(section, (_, start, end) => `${start}\n\n${content}\n\n${end}`);
}
