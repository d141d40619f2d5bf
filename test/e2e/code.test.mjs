// The confirmation code: wrong, blocked, expired and repeated codes. Reference server, Chromium.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors, collectApiCalls } from './support/page-errors.mjs';
import { newPhone, wrongCode } from './support/test-data.mjs';

const demoTest = setUpDemoTests();
const refused = { expectedErrors: [apiErrors(401, 429)] };

/** Moves the clocks of the page and of the server forward. */
async function passTime({ page, demo }, seconds) {
  await demo.advanceClock(seconds);
  await page.clock.fastForward(seconds * 1000);
}

async function waitForBlock(authPage, time) {
  await authPage.waitForText('Too many wrong codes.');
  await authPage.waitForText(time);
}

demoTest(
  'after one wrong code the widget shows two tries left, and the right code works',
  refused,
  async ({ authPage }) => {
    const phone = newPhone();
    await authPage.requestCode(phone);
    const code = await authPage.readCode(phone);
    await authPage.enterCode(wrongCode(code));
    await authPage.waitForText('That code isn’t right. Check the text message. 2\u00A0tries left.');
    await authPage.enterCode(code);
    await authPage.field('name').waitFor();
    assert.equal((await authPage.state()).error, null);
  },
);

const blocked = { ...refused, fakeClock: true };
demoTest(
  'three wrong codes block the number for 15 minutes, also after a reload and for a new code',
  blocked,
  async testContext => {
    const { authPage, page } = testContext;
    const phone = newPhone();
    await authPage.requestCode(phone);
    // A different code each time, because the client doesn't submit a rejected code again.
    const first = wrongCode(await authPage.readCode(phone));
    await authPage.enterCode(first);
    await authPage.waitForText('2\u00A0tries left.');
    const second = wrongCode(first);
    await authPage.enterCode(second);
    await authPage.waitForText('1\u00A0try left.');
    await authPage.enterCode(wrongCode(second));
    await waitForBlock(authPage, /Try again in\s15\sminutes\./);

    await passTime(testContext, 5 * 60);
    await authPage.waitForText(/Try again in\s10\sminutes\./);
    await page.reload();
    await waitForBlock(authPage, /Try again in\s10\sminutes\./);

    // The number is still in the field, but no code can be requested for it.
    assert.equal(await authPage.button('requestCode').getAttribute('aria-disabled'), 'true');
    await authPage.field('phone').press('Enter');
    await waitForBlock(authPage, /Try again in\s10\sminutes\./);

    await passTime(testContext, 10 * 60 + 1);
    await authPage.requestCode(phone);
    await authPage.enterCode(await authPage.readCode(phone, 2));
    await authPage.field('name').waitFor();
  },
);

const expired = { expectedErrors: [apiErrors(410)], fakeClock: true };
demoTest('an expired code is refused with a message, and a new one works', expired, async testContext => {
  const { authPage } = testContext;
  const phone = newPhone();
  await authPage.requestCode(phone);
  const code = await authPage.readCode(phone);
  await passTime(testContext, 5 * 60 + 1);
  await authPage.enterCode(code);
  await authPage.waitForText('This code is no longer valid. Get a new one.');
  await authPage.button('resendCode').click();
  await authPage.enterCode(await authPage.readCode(phone, 2));
  await authPage.field('name').waitFor();
});

demoTest('a second SMS can be sent after a countdown of one minute', { fakeClock: true }, async testContext => {
  const { authPage } = testContext;
  const phone = newPhone();
  await authPage.requestCode(phone);
  const first = await authPage.readCode(phone);
  await authPage.waitForText(/New code in\s(?:1:00|0:5\d)/);
  await passTime(testContext, 30);
  await authPage.waitForText(/New code in\s0:(?:30|2\d)/);
  assert.equal(await authPage.button('resendCode').count(), 0);
  await passTime(testContext, 31);
  await authPage.button('resendCode').click();
  const second = await authPage.readCode(phone, 2);
  await authPage.waitForText(/New code in\s(?:1:00|0:5\d)/);
  assert.notEqual(second, first);
  await authPage.enterCode(second);
  await authPage.field('name').waitFor();
});

const tooSoon = { expectedErrors: [apiErrors(429)] };
demoTest(
  'back to the phone number and forward again within a minute: no second SMS, the first code works',
  tooSoon,
  async ({ authPage }) => {
    const phone = newPhone();
    await authPage.requestCode(phone);
    const code = await authPage.readCode(phone);
    await authPage.button('back').click();
    await authPage.field('phone').waitFor();
    assert.equal((await authPage.state()).verificationStep, 'none');
    assert.match(await authPage.field('phone').inputValue(), /\(916\) 555/);
    await authPage.button('requestCode').click();
    await authPage.field('code').waitFor();
    assert.equal((await authPage.state()).error, null);
    await authPage.waitForText(/New code in\s0:[0-5]\d/);
    assert.equal(await authPage.smsTo(phone).count(), 1);
    await authPage.enterCode(code);
    await authPage.field('name').waitFor();
  },
);

demoTest('an incomplete phone number is marked invalid, and no call is made', async ({ authPage, page }) => {
  const calls = collectApiCalls(page);
  await authPage.requestCode('791655');
  await authPage.field('phone').and(page.locator('[aria-invalid="true"]')).waitFor();
  assert.deepEqual(calls, []);
});
