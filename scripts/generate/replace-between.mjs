/**
 * Replaces everything between `<!-- name -->` and `<!-- /name -->` in a text.
 * @param {string} text
 * @param {string} name
 * @param {string} content
 */
export const replaceBetween = (text, name, content) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`),
    (_, start, end) => `${start}\n\n${content}\n\n${end}`,
  );
