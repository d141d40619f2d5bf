import assert from 'node:assert/strict';
import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('import-map', { files: 'public', expectedErrors: [/integrity/] });

appTest('a module whose bytes have changed is not run', async ({ openTab }) => {
  const { page } = await openTab();
  await page.route('**/auth-widget/client/index.js', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n` });
  });
  await Promise.all([page.waitForEvent('console', message => /integrity/.test(message.text())), page.reload()]);
  assert.equal(await page.locator('#status').innerText(), '');
});
