// The helpers of auth-widget/testing/playwright without a browser. test/e2e/testing-playwright.test.mjs runs them in one.
import assert from 'node:assert/strict';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';
import { signIn } from '../../src/testing/playwright.js';

/** Runs the script of `signIn` on a page at this address. Returns the keys under which it has stored a session. */
async function keysOf(href: string, baseUrl?: string): Promise<string[]> {
  let script = '';
  const page = { addInitScript: (text: string) => Promise.resolve((script = text)) };
  await signIn(page, new MemoryBackend(), {}, ...(baseUrl === undefined ? [] : [baseUrl]));
  const keys: string[] = [];
  const { origin, protocol } = new URL(href);
  const window = {};
  Object.assign(window, { top: window });
  runInNewContext(script, {
    ...{ URL, window, location: { href, origin, protocol } },
    sessionStorage: { getItem: () => null, setItem() {} },
    localStorage: { setItem: (key: string) => keys.push(key) },
  });
  return keys;
}

test('signIn stores the session where the client looks for it: a relative `base-url` belongs to the address of the page', async () => {
  const href = 'https://chat.example/app/?next=/#top';
  for (const [baseUrl, expected] of [
    [undefined, 'https://chat.example'],
    ['/', 'https://chat.example'],
    ['api', 'https://chat.example/app/api'],
    ['api/', 'https://chat.example/app/api'],
    ['/api', 'https://chat.example/api'],
    ['https://id.example/v2/?a=b', 'https://id.example/v2'],
  ] as const) {
    const [key, ...others] = await keysOf(href, baseUrl);
    assert.deepEqual([key?.replace(/^.*?(?=https:)/, ''), others], [expected, []], baseUrl);
  }
});
