// Challenges in a browser. The reference server asks for a proof of work at every call: docs/client.md#challenges.
import assert from 'node:assert/strict';
import { createDeferred } from './support/deferred.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import { apiErrors, collectApiCalls, networkErrors } from './support/page-errors.mjs';
import { formatPhone, newLogin, newPhone, PASSWORD } from './support/test-data.mjs';
import { until } from './support/until.mjs';

// The least work. The server makes challenges harder if it gives one address many within a minute, as these tests cause.
const demoTest = setUpDemoTests({ CHALLENGE: 'always', CHALLENGE_WORK: '2' });
/** Tests against a server that asks for four times the usual work. */
const hardTest = setUpDemoTests({ CHALLENGE: 'always', CHALLENGE_WORK: '800' });
const refused = { expectedErrors: [apiErrors(403)] };

const SEND = 'POST /v1/creds/tel';
const LOGIN = 'POST /v1/session';

/**
 * Holds back the derived keys of a page, starting with its next navigation.
 * @param {import('playwright-core').Page} page
 */
async function holdKeys(page) {
  await page.addInitScript(() => {
    if (!isSecureContext) return; // about:blank
    const { deriveBits } = SubtleCrypto.prototype;
    const held = new Promise(resolve => {
      window.releaseKeys = () => {
        window.keysReleased = performance.now();
        const { port1, port2 } = new MessageChannel();
        let turns = 100_000;
        port1.onmessage = () => {
          turn++;
          if (turns--) port2.postMessage(0);
        };
        port2.postMessage(0);
        resolve(undefined);
      };
    });
    let turn = 0;
    window.keysBegun = 0;
    window.keyTurns = [];
    SubtleCrypto.prototype.deriveBits = async function (algorithm, key, length) {
      window.keysBegun++;
      await held;
      const bits = await deriveBits.call(this, algorithm, key, length);
      window.keyTurns.push(turn);
      return bits;
    };
  });
  await page.reload();
  return {
    begun: () => until('the first keys are begun', () => page.evaluate(() => window.keysBegun > 0)),
    release: () => page.evaluate(() => window.releaseKeys()),
  };
}

demoTest('a code: the client asks twice, and the person notices nothing', refused, async ({ authPage, page }) => {
  const calls = collectApiCalls(page);
  const phone = newPhone();
  await authPage.requestCode(phone);
  await authPage.enterCode(await authPage.readCode(phone));
  await authPage.submitName('Anna');
  await authPage.expectSignedIn('Anna');
  assert.deepEqual(
    calls.filter(call => call === SEND),
    [SEND, SEND],
  );
  assert.equal(await authPage.smsTo(phone).count(), 1);
});

demoTest(
  'a login: the client asks twice, and the person notices nothing',
  { ...refused, mode: 'login' },
  async ({ authPage, page }) => {
    const calls = collectApiCalls(page);
    const login = newLogin();
    await authPage.submitLogin(login, PASSWORD);
    await authPage.expectSignedIn(login);
    assert.deepEqual(
      calls.filter(call => call === LOGIN),
      [LOGIN, LOGIN],
    );
  },
);

hardTest(
  'at 4x slowdown: no task of the solver takes 50 ms of the main thread',
  refused,
  async ({ authPage, page, context }) => {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    /** Seconds of CPU time of the main thread. Unlike the length of a task, it doesn't grow on a busy machine. */
    const threadTime = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN;
    };
    const keys = await holdKeys(page);
    const solved = createDeferred();
    const answered = createDeferred();
    await page.route('**/v1/creds/tel', async route => {
      if (route.request().headers()['x-auth-challenge']) {
        solved.resolve();
        await answered.promise;
      }
      await route.continue();
    });
    await authPage.requestCode(newPhone());
    await keys.begun();
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const before = await threadTime();
    await keys.release();
    await solved.promise;
    const spent = (await threadTime()) - before;
    const { count, inOneTurn, time } = await page.evaluate(() => {
      const turns = window.keyTurns;
      const sameTurn = turns.map(turn => turns.filter(other => other === turn).length);
      return { count: turns.length, inOneTurn: Math.max(...sameTurn), time: performance.now() - window.keysReleased };
    });
    answered.resolve();
    await authPage.field('code').waitFor();
    console.log(`${count} keys in ${Math.round(time)} ms, ${Math.round(spent * 1000)} ms of the main thread`);
    // Another task of the page gets its turn after each key, or after the four keys that are derived together.
    assert.ok(inOneTurn <= 4, `${inOneTurn} keys without another task between them`);
    assert.ok((spent / count) * inOneTurn < 0.05, `${spent} s for ${count} keys`);
  },
);

demoTest(
  'a reload while a challenge is solved: nothing more is sent, the number is kept, and the next attempt sends one SMS',
  refused,
  async ({ authPage, page }) => {
    const calls = collectApiCalls(page);
    const keys = await holdKeys(page);
    const phone = newPhone();
    await authPage.requestCode(phone);
    await keys.begun();
    await page.reload();
    await authPage.field('phone').waitFor();
    assert.equal(await authPage.field('phone').inputValue(), formatPhone(phone));
    const { isLoading, error } = await authPage.state();
    assert.deepEqual([isLoading, error, calls.filter(call => call === SEND).length], [false, null, 1]);
    await authPage.button('requestCode').click();
    await keys.begun();
    await keys.release();
    await authPage.enterCode(await authPage.readCode(phone));
    await authPage.field('name').waitFor();
    assert.deepEqual([calls.filter(call => call === SEND).length, await authPage.smsTo(phone).count()], [3, 1]);
  },
);

demoTest(
  'away and back in the middle: the same, and what was begun sends nothing later',
  refused,
  async ({ authPage, page }) => {
    const keys = await holdKeys(page);
    const phone = newPhone();
    await authPage.requestCode(phone);
    await keys.begun();
    const calls = collectApiCalls(page);
    await page.goto('about:blank');
    await page.goBack();
    await authPage.field('phone').waitFor();
    assert.equal(await authPage.field('phone').inputValue(), formatPhone(phone));
    await authPage.button('requestCode').click();
    await keys.begun();
    await keys.release();
    await authPage.enterCode(await authPage.readCode(phone));
    await authPage.field('name').waitFor();
    assert.equal(await authPage.smsTo(phone).count(), 1);
    assert.ok(calls.filter(call => call === SEND).length <= 2, calls.join());
  },
);

demoTest(
  'a sign-in in another tab while a challenge is solved: this tab is signed in too, and sends no SMS',
  { ...refused, mode: 'phone-login' },
  async ({ authPage, page, openTab }) => {
    const other = await openTab('/?lang=en&mode=login');
    const keys = await holdKeys(page);
    const calls = collectApiCalls(page);
    const [phone, login] = [newPhone(), newLogin()];
    await authPage.requestCode(phone);
    await keys.begun();
    await other.submitLogin(login, PASSWORD);
    await other.expectSignedIn(login);
    await authPage.expectSignedIn(login);
    await keys.release();
    assert.equal(await authPage.token(), await other.token());
    assert.deepEqual([calls.filter(call => call === SEND).length, await authPage.smsTo(phone).count()], [1, 0]);
  },
);

demoTest('a double click: one challenge is solved, and one SMS is sent', refused, async ({ authPage, page }) => {
  const calls = collectApiCalls(page);
  const keys = await holdKeys(page);
  const phone = newPhone();
  await authPage.type('phone', phone.slice(1));
  await authPage.button('requestCode').dblclick();
  await keys.begun();
  await authPage.button('requestCode').dblclick({ force: true });
  await keys.release();
  await authPage.readCode(phone);
  assert.deepEqual([calls.filter(call => call === SEND).length, await authPage.smsTo(phone).count()], [2, 1]);
});

demoTest(
  'a page over plain HTTP, which is not a secure context: the error says what to do, and nothing is repeated',
  { expectedErrors: [apiErrors(403), networkErrors], origins: ['http://auth.test'] },
  async ({ authPage, page, demo }) => {
    await page.route('http://auth.test/dev/**', route => route.abort());
    await page.route(/^http:\/\/auth\.test\/(?!dev\/)/, async route => {
      const request = route.request();
      const url = request.url().replace('http://auth.test', demo.url);
      const headers = await request.allHeaders();
      if (headers.origin) headers.origin = demo.url;
      await route.fulfill({
        response: await route.fetch({ url, headers: { ...headers, host: new URL(demo.url).host } }),
      });
    });
    await page.goto('http://auth.test/?lang=en');
    assert.deepEqual(await page.evaluate(() => [isSecureContext, typeof crypto.subtle]), [false, 'undefined']);
    const calls = collectApiCalls(page);
    await authPage.requestCode(newPhone());
    await authPage.waitForText('This page isn’t secure. Open it at its https:// address and try again.');
    const { isLoading } = await authPage.state();
    assert.deepEqual([isLoading, calls.filter(call => call === SEND).length], [false, 1]);
  },
);

/** A double of https://challenges.cloudflare.com/turnstile/v0/api.js: a frame in a closed shadow root, as Turnstile draws it. */
const TURNSTILE = `
  window.turnstile = {
    render(place, options) {
      const box = document.createElement('div');
      const root = box.attachShadow({ mode: 'closed' });
      const button = document.createElement('button');
      button.textContent = 'I am human';
      button.onclick = () => options.callback('token.of.' + options.sitekey);
      root.append(button);
      place.append(box);
      window.captcha = { box, button };
    },
    remove: place => place.replaceChildren(),
  };
`;

const TURNSTILE_PAGE = `<!doctype html><html lang="en"><title>Turnstile</title><link rel="icon" href="/favicon.svg" />
  <script src="https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit" defer></script>
  <script src="/auth-widget.min.js" type="module"></script>
  <script src="/pages/turnstile.js" type="module"></script>
  <auth-widget no-auto-login><div slot="challenge"></div></auth-widget>`;

const TURNSTILE_CSP = `default-src 'none'; connect-src 'self'; img-src 'self'; style-src 'self';
  script-src 'self' https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com;
  require-trusted-types-for 'script'; trusted-types lit-html`.replace(/\s+/g, ' ');

demoTest(
  'the example with Turnstile under a strict CSP with Trusted Types: the keyboard moves from the button and back',
  { ...refused, origins: ['https://challenges.cloudflare.com'] },
  async ({ authPage, page }) => {
    const solutions = [];
    await page.route('https://challenges.cloudflare.com/**', route =>
      route.fulfill({ contentType: 'text/javascript', body: TURNSTILE }),
    );
    await page.route('**/with-turnstile', route =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': TURNSTILE_CSP },
        body: TURNSTILE_PAGE,
      }),
    );
    await page.route('**/v1/creds/tel', route => {
      const solution = route.request().headers()['x-auth-challenge'];
      solutions.push(solution);
      const answer = solution
        ? { code: 200, text: 'OK', params: { cred: 'tel', resendIn: 60 } }
        : { code: 403, text: 'Forbidden', params: { what: 'challenge', type: 'turnstile', siteKey: 'key-1' } };
      return route.fulfill({ status: answer.code, json: answer });
    });
    await page.goto('/with-turnstile');
    await authPage.type('phone', newPhone().slice(1));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await authPage.waitForText('Confirm below that you’re not a robot.');
    await until('the captcha is drawn', () => page.evaluate(() => !!window.captcha?.box.getClientRects().length));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await authPage.field('code').waitFor();
    assert.deepEqual(solutions, [undefined, 'token.of.key-1']);
    await until('the focus is on the code', () =>
      page.evaluate(() => document.querySelector('auth-widget')?.shadowRoot?.activeElement?.localName === 'code-input'),
    );
    assert.equal(await page.locator('[slot=challenge]').innerHTML(), '');
  },
);
