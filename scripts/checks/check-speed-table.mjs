// Fails if the figures in README.md are not those of docs/speed.md, which `npm run bench peers` writes to both.
import { readFileSync } from 'node:fs';

/** @param {string} name */
const figuresOf = name =>
  /<!-- speed -->([^]*?)<!-- \/speed -->/.exec(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))?.[1];

const [readme, page] = ['README.md', 'docs/speed.md'].map(figuresOf);
if (!page?.includes('|') || readme !== page) {
  console.error('The figures in README.md are not those of docs/speed.md: run `npm run bench peers`.');
  process.exitCode = 1;
}
