// Makes docs/demo.webp, the screenshot of the demo page in the README: node scripts/generate/screenshot.mjs
// The package contains it, so it is WebP: 61 kB, where PNG took 128 kB.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AuthPage } from '../../test/e2e/support/auth-page.mjs';
import { launch } from '../../test/e2e/support/browser.mjs';
import { startDemoServer } from '../../test/e2e/support/demo-server.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const FILE = 'docs/demo.webp';
const QUALITY = 90;
const MAX_BYTES = 80_000;
const PHONE = '79161234567';

let screenshot;
const demo = await startDemoServer();
const browser = await launch();
try {
  const page = await browser.newPage({
    baseURL: demo.url,
    viewport: { width: 1200, height: 770 },
    deviceScaleFactor: 1, // the README shows these 1,200 pixels about 830 wide, which keeps text sharp on most dense screens
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto('/?lang=en');
  const authPage = new AuthPage(page);
  await authPage.requestCode(PHONE);
  const code = await authPage.readCode(PHONE);
  await authPage.enterCode(code.slice(0, 3));
  await page.evaluate(() => document.fonts.ready);
  // Playwright takes screenshots only as PNG or JPEG, so the DevTools protocol takes this one.
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  screenshot = Buffer.from(data, 'base64');
} finally {
  await browser.close();
  await demo.close();
}
await mkdir('docs', { recursive: true });
await writeFile(FILE, screenshot);
console.log(`${FILE}: ${screenshot.length.toLocaleString('en')} bytes`);
if (screenshot.length > MAX_BYTES) {
  console.error(`More than ${MAX_BYTES.toLocaleString('en')} bytes: too heavy for a README.`);
  process.exitCode = 1;
}
