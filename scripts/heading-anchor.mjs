/**
 * The anchor that GitHub gives to a heading, without the number that makes it unique in its page. The documentation site has
 * the same anchors.
 * @param {string} heading in Markdown
 */
export const headingAnchor = heading =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
