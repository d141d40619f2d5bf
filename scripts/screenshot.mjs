// Takes docs/demo.png, the picture of the demo page in the README: node scripts/screenshot.mjs
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from '../test/e2e/support/browser.mjs';
import { Person } from '../test/e2e/support/person.mjs';
import { startDemo } from '../test/e2e/support/server.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const file = 'docs/demo.png';
const MAX_BYTES = 200_000;
const PHONE = '79161234567';

let picture;
const demo = await startDemo();
const browser = await launch();
try {
  const page = await browser.newPage({
    baseURL: demo.url,
    viewport: { width: 1200, height: 884 },
    deviceScaleFactor: 1.25, // 1500 pixels: the README shows them at about 830, sharp on dense screens too
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto('/?lang=en');
  const person = new Person(page);
  await person.askForCode(PHONE);
  const code = await person.readCode(PHONE);
  await person.enterCode(code.slice(0, 3));
  await page.evaluate(() => document.fonts.ready);
  picture = await page.screenshot({ caret: 'hide' });
} finally {
  await browser.close();
  await demo.close();
}
await mkdir('docs', { recursive: true });
await writeFile(file, picture);
console.log(`${file}: ${picture.length.toLocaleString('en')} bytes`);
if (picture.length > MAX_BYTES) {
  console.error(`More than ${MAX_BYTES.toLocaleString('en')} bytes: too heavy for a README.`);
  process.exitCode = 1;
}
