// Copies the scripts beside the pages, and writes the first screen as HTML. You can do the same by hand, with `npx auth-widget-html`.
import { renderFirstScreen } from 'auth-widget/html';
import { copyFile, writeFile } from 'node:fs/promises';

for (const [name, entry] of [
  ['auth-widget.min.js', 'auth-widget/auth-widget.min.js'],
  ['takeover.js', 'auth-widget/html/takeover.js'],
])
  await copyFile(new URL(import.meta.resolve(entry)), `public/${name}`);
await writeFile(
  'src/sign-in.html',
  renderFirstScreen({ lang: 'en', attributes: { 'base-url': '/', lang: 'en' } }).html,
);
