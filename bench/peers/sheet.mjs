// npm run contact-sheet -- peers: pictures of the first screen of the widget and of each sign-in form that the bench can show, light
// and dark, on one page: out/contact-sheet/peers.html. It needs `npm run build`, and installs the peers when it is first run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../scripts/engines/chromium-flags.mjs';
import { requireEngine } from '../../scripts/engines/find-engines.mjs';
import { buildPage, install, versionOf } from './build.mjs';
import { CONTESTANTS } from './contestants.mjs';
import { openPage } from './open-page.mjs';
import { serve } from './server.mjs';

const out = 'out/contact-sheet';
mkdirSync(out, { recursive: true });
install();
const pages = []; // the peers that are widgets, and ours
for (const contestant of CONTESTANTS.filter(({ id, kind }) => kind === 'widget' || id === 'one-file'))
  pages.push(await buildPage(contestant));
const server = await serve(pages);
const browser = await chromium.launch({
  executablePath: requireEngine('chromium'),
  args: [...CHROMIUM_FLAGS, ...server.flags],
});
const figures = [];
try {
  for (const page of pages) {
    const { id, name, packageName } = page;
    const title = packageName ? `${name} ${versionOf(id, packageName)}` : name;
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const opened = await openPage(browser, server.origin, page);
      await opened.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const shown = await opened.go();
      await opened.rest();
      // The pages of the bench have no background of their own. This rule gives them that of the browser for the scheme.
      await opened.page.addStyleTag({ content: ':root { color-scheme: light dark }' });
      await opened.page.screenshot({
        path: `${out}/peer-${id}-${colorScheme}.png`,
        clip: { x: 0, y: 0, width: 412, height: 640 },
      });
      await opened.close();
      const text = `${title.replaceAll('`', '')}, ${colorScheme}${shown ? '' : ': no field was shown'}`;
      figures.push(
        `<figure><figcaption>${text.replaceAll('<', '&lt;')}</figcaption><img src="peer-${id}-${colorScheme}.png" alt=""></figure>`,
      );
      console.log(text);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
writeFileSync(
  `${out}/peers.html`,
  `<!doctype html><meta charset="utf-8"><title>Sign-in forms side by side</title>
<style>body { display: grid; grid-template-columns: repeat(auto-fill, 412px); gap: 16px; font: 14px system-ui, sans-serif } figure { margin: 0 }</style>
${figures.join('\n')}\n`,
);
console.log(`${out}/peers.html has ${figures.length} pictures.`);
