// A test number of the reference server can sign in again and again without waiting (docs/protocol.md#test-numbers), as
// people who try the demo do. Chromium.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';

const demoTest = setUpDemoTests();
const PHONE = '79990000001';
const CODE = '111111';

demoTest('a test number signs in three times in a row', async ({ authPage }) => {
  for (let n = 1; n <= 3; n++) {
    await authPage.requestCode(PHONE);
    await authPage.enterCode(CODE);
    if (n === 1) await authPage.submitName('Test');
    await authPage.expectSignedIn('Test');
    await authPage.signOut();
  }
});

demoTest('a test number gets its next code at once, without a countdown', async ({ authPage, page }) => {
  const nextAnswer = () => page.waitForResponse(response => response.request().method() === 'POST');
  await authPage.requestCode(PHONE);
  await authPage.field('code').waitFor();
  for (let n = 0; n < 2; n++) {
    const response = nextAnswer();
    await authPage.button('resendCode').click();
    assert.equal((await response).status(), 200);
  }
  await authPage.enterCode(CODE);
  await authPage.button('signOut').or(authPage.field('name')).waitFor();
});
