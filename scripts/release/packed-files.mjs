// Makes the files that differ in the tarball from those in the repository: package.json, and the pages, whose links change.
import path from 'node:path';

/**
 * A page, and the package that it is in.
 * @typedef {object} Package
 * @property {string} file the page, as a path in the package
 * @property {readonly string[]} files the paths of all files of the package
 * @property {{ name: string, version: string }} manifest
 * @property {string | undefined} repository address of the repository
 */

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * package.json without the fields that only concern this repository, and with its address if that is known.
 * @param {Readonly<Record<string, unknown>>} manifest
 * @param {string | undefined} repository
 */
export function packManifest(manifest, repository) {
  const { devDependencies: _1, overrides: _2, scripts: _3, workspaces: _4, ...published } = manifest;
  if (!repository) return published;
  return {
    ...published,
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
  };
}

/**
 * Rewrites the relative links of a Markdown page, outside of code blocks:
 * - in README.md, a link to a file of the package leads to the repository at the tag of the version, or without an address of
 *   the repository, to the file on a CDN: npm shows README.md on its own page, where relative links don't work;
 * - in other pages, a link to a file of the package stays;
 * - a link to a file outside of the package leads to the repository at that tag. Without an address of the repository, only its text is
 *   kept, and an image is removed.
 * @param {string} page
 * @param {Package} contents
 */
export function packPage(page, { file, files, manifest, repository }) {
  const tag = `v${manifest.version}`;
  /** @type {(all: string, image: string, text: string, target: string) => string} */
  const rewrite = (all, image, text, target) => {
    if (/^([a-z]+:|#)/i.test(target)) return all;
    const [relative = '', anchor] = target.split('#');
    const found = path.posix.join(path.posix.dirname(file), relative).replace(/\/$/, '');
    const isPacked = files.includes(found);
    if (isPacked && file !== 'README.md') return all;
    const end = anchor ? `#${anchor}` : '';
    // GitHub redirects from /blob/ to /tree/ if the path is a folder.
    if (repository) return `${image}[${text}](${repository}/${image ? 'raw' : 'blob'}/${tag}/${found}${end})`;
    if (isPacked)
      return `${image}[${text}](https://cdn.jsdelivr.net/npm/${manifest.name}@${manifest.version}/${found}${end})`;
    return image ? '' : text;
  };
  return page
    .split(/^(```[^]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(LINK, rewrite)))
    .join('');
}
