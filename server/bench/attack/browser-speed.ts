import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { findEngine } from '../../../scripts/engines/find-engines.mjs';

/**
 * The page evaluates this text. It derives keys one after the other. The widget derives four at a time, which takes less time a key
 * (src/client/calls/proof-of-work.ts).
 */
const script = `(async () => {
  const password = new Uint8Array(20); // a nonce of 16 bytes and a counter of 4
  const salt = new Uint8Array(16);
  const cost = 5000;
  const derive = async () => {
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: cost }, key, 256);
  };
  const times = [];
  for (let round = 0; round < 6; round++) {
    const began = performance.now();
    for (let i = 0; i < 100; i++) await derive();
    times.push((performance.now() - began) / 1000 / 100 / cost);
  }
  return Math.min(...times);
})()`;

/**
 * Measures how long one iteration of PBKDF2 takes in Chromium on this machine, in seconds by the clock: the best of six rounds,
 * including its share of the cost of calling `crypto.subtle`. Resolves to undefined if Chromium is missing.
 */
export async function measureBrowserIteration(): Promise<number | undefined> {
  const executablePath = findEngine('chromium');
  if (executablePath === undefined) return undefined;
  // crypto.subtle exists only in secure contexts, such as pages of 127.0.0.1.
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<title></title>'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      return await page.evaluate<number>(script);
    } finally {
      await browser.close();
    }
  } finally {
    server.close();
  }
}
