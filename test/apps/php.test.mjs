// Skipped without PHP, which `npm test` names in its last lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOnPath } from '../../scripts/engines/find-engines.mjs';
import { testServedScreen } from './support/app-stories.mjs';
import { setUpApp } from './support/app-test.mjs';

if (findOnPath('php') === undefined) test('php', { skip: 'php is not on the PATH' });
else {
  const appTest = setUpApp('php', { command: ['start.mjs'] });

  testServedScreen(appTest);

  appTest('its API knows whose token a call has', async ({ openTab, url }) => {
    const { page, signIn } = await openTab('/account');
    await signIn();
    await page.getByText(/^The server knows you as [\w-]+\.$/).waitFor();
    for (const [authorization, status] of [
      ['', 401],
      ['Basic eDp5', 401],
      [`Bearer ${'x'.repeat(43)}`, 401],
    ]) {
      const response = await fetch(`${url}/api/account`, { headers: { authorization: `${authorization}` } });
      assert.equal(response.status, status);
      assert.deepEqual(await response.json(), { error: 'Sign in first.' });
    }
  });
}
