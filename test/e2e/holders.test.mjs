// Who asked for a code (docs/protocol.md#who-asked-for-a-code) and devices that are known, against the reference server:
// what the widget sends, and what the server makes of it. Chromium. The page is behind a proxy that the server trusts, so
// that its address can change.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors } from './support/page-errors.mjs';
import { newPhone, wrongCode } from './support/test-data.mjs';

const demoTest = setUpDemoTests({ TRUSTED_PROXIES: '127.0.0.1' });
const TEST_NUMBER = { phone: '79990000001', code: '111111' };

const moveTo = (page, address) => page.setExtraHTTPHeaders({ 'X-Forwarded-For': address });

/** Collects the calls about codes from now on: their method and the two headers. */
function collectCodeCalls(context) {
  const calls = [];
  context.on('request', request => {
    if (new URL(request.url()).pathname !== '/v1/creds/tel') return;
    const { 'x-auth-state': state, 'x-auth-device': device } = request.headers();
    calls.push({ method: request.method(), state, device });
  });
  return calls;
}

const refused = { expectedErrors: [apiErrors(401, 410, 429)] };

demoTest(
  'an owner whose address changes in mid-flow still has three tries',
  refused,
  async ({ authPage, page, context }) => {
    const phone = newPhone();
    await moveTo(page, '10.1.0.1');
    const calls = collectCodeCalls(context);
    await authPage.requestCode(phone);
    const first = wrongCode(await authPage.readCode(phone));
    await moveTo(page, '10.2.0.1');
    await authPage.enterCode(first);
    await authPage.waitForText('2\u00A0tries left.');
    await moveTo(page, '10.3.0.1');
    await authPage.enterCode(wrongCode(first));
    await authPage.waitForText('1\u00A0try left.');
    await page.reload();
    await authPage.enterCode(await authPage.readCode(phone));
    await authPage.field('name').waitFor();
    const [post, ...puts] = calls;
    assert.equal(post.state, undefined);
    assert.equal(new Set(puts.map(({ state }) => state)).size, 1);
    assert.match(puts[0].state, /^[!-~]{1,200}$/);
    assert.equal(puts.length, 3);
  },
);

demoTest(
  'a second tab has the tries of the first, from another address',
  refused,
  async ({ authPage, openTab, page }) => {
    const phone = newPhone();
    await moveTo(page, '10.1.0.2');
    await authPage.requestCode(phone);
    const first = wrongCode(await authPage.readCode(phone));
    const second = await openTab();
    await moveTo(second.page, '10.2.0.2');
    await second.requestCode(phone);
    await second.field('code').waitFor();
    await second.enterCode(first);
    await second.waitForText('2\u00A0tries left.');
    await second.enterCode(wrongCode(first));
    await second.waitForText('1\u00A0try left.');
    assert.doesNotMatch(await second.localStorageText(), new RegExp(phone.slice(1)));
  },
);

demoTest(
  'the device memory of a sign-in is sent with the calls of the next ones',
  async ({ authPage, context, demo }) => {
    const calls = collectCodeCalls(context);
    const signInAgain = async () => {
      await authPage.requestCode(TEST_NUMBER.phone);
      await authPage.enterCode(TEST_NUMBER.code);
    };
    await signInAgain();
    await authPage.submitName('Anna');
    await authPage.expectSignedIn('Anna');
    assert.deepEqual(
      calls.splice(0).map(({ device }) => device),
      [undefined, undefined],
    );
    await authPage.signOut();
    const kept = await authPage.localStorageText();
    // The sign-in renews the memory, until a time in seconds.
    await demo.advanceClock(5);
    await signInAgain();
    await authPage.expectSignedIn('Anna');
    const [post, put] = calls.splice(0);
    assert.match(post.device, /^[!-~]{1,200}$/);
    assert.equal(put.device, post.device);
    assert.ok(kept.includes(post.device));
    await authPage.signOut();
    await signInAgain();
    await authPage.expectSignedIn('Anna');
    assert.notEqual(calls[0].device, post.device);
    await authPage.signOut();
    await authPage.evaluate(({ client }) => client.forgetDevice());
    calls.length = 0;
    await signInAgain();
    await authPage.expectSignedIn('Anna');
    assert.deepEqual(
      calls.map(({ device }) => device),
      [undefined, undefined],
    );
  },
);
