// Real tabs of one browser, with tokens that live for a few seconds: the long spans are in test/client, by a clock of
// their own.
import assert from 'node:assert/strict';
import { newLogin } from './support/person.mjs';
import { tellStories } from './support/story.mjs';

const TTL = 5;
const story = tellStories({ TOKEN_TTL: String(TTL) });
const plain = { path: '/pages/session.html' };
const PASSWORD = 'correct horse battery';

/** Opens more tabs beside the first one; each is a person at the same widget. */
async function openTabs({ person, open }, count) {
  const others = [];
  while (others.length < count - 1) others.push(new person.constructor(await open()));
  return [person, ...others];
}

const isRenewal = request => request.method() === 'PUT' && new URL(request.url()).pathname === '/v1/session';

/** The renewals that the pages of a browser ask for from now on: when, and of which token. */
function renewalsOf(context) {
  const renewals = [];
  context.on('request', request => {
    if (isRenewal(request)) renewals.push({ at: Date.now(), token: request.headers().authorization });
  });
  return renewals;
}

/** Notes each change of the widget's state in a tab, in `window.states`. */
const watchStates = ({ page }) =>
  page.evaluate(() => {
    window.states = [];
    document.querySelector('auth-widget').addEventListener('auth-change', ({ state }) => window.states.push(state));
  });

for (const count of [2, 5]) {
  story(`${count} tabs: exactly one renewal a period, and nobody is signed out`, plain, async scene => {
    const { person, context } = scene;
    const tabs = await openTabs(scene, count);
    const login = newLogin();
    await person.submitLogin(login, PASSWORD);
    for (const tab of tabs) await tab.seesSignedIn(login);
    for (const tab of tabs) await watchStates(tab);
    const renewals = renewalsOf(context);
    while (renewals.length < 3) await context.waitForEvent('request', isRenewal);
    // Every tab is due by now, and has looked at the storage again.
    for (const { widget } of tabs) await widget.evaluate(({ client }) => client.getToken());
    // No token was renewed twice, and none earlier than at 80 % of its life.
    const tokens = renewals.map(({ token }) => token);
    assert.deepEqual(tokens, [...new Set(tokens)]);
    renewals
      .slice(1)
      .forEach(({ at }, i) => assert.ok(at - renewals[i].at > TTL * 800 - 100, `${at - renewals[i].at} ms`));
    for (const tab of tabs) {
      await tab.seesSignedIn(login);
      assert.deepEqual(await tab.page.evaluate(() => window.states), [], 'no change of any state');
      const works = await tab.widget.evaluate(async ({ client }) => {
        const headers = { authorization: `Bearer ${await client.getToken()}` };
        return (await fetch('/v1/session', { headers })).status;
      });
      assert.equal(works, 200);
    }
  });
}

story('localStorage.clear() in one tab is a sign-out in all others', plain, async scene => {
  const { person } = scene;
  const tabs = await openTabs(scene, 3);
  const login = newLogin();
  await person.submitLogin(login, PASSWORD);
  for (const tab of tabs) await tab.seesSignedIn(login);
  await tabs[2].page.evaluate(() => localStorage.clear());
  await person.field('login').waitFor();
  await tabs[1].field('login').waitFor();
  assert.equal(await tabs[1].widget.evaluate(({ client }) => client.getToken()), null);
});

story('another user in one tab is the user in all others', plain, async scene => {
  const { person } = scene;
  const tabs = await openTabs(scene, 3);
  const [first, second] = [newLogin(), newLogin()];
  await person.submitLogin(first, PASSWORD);
  for (const tab of tabs) await tab.seesSignedIn(first);
  const user = (await person.state()).userId;
  await tabs[1].widget.evaluate(({ client }, args) => client.login(...args), [second, PASSWORD]);
  for (const tab of tabs) await tab.seesSignedIn(second);
  for (const tab of tabs) assert.notEqual((await tab.state()).userId, user);
});

story('a sign-out in one tab while another one renews: the answer brings nobody back', plain, async scene => {
  const { person, context } = scene;
  const tabs = await openTabs(scene, 2);
  let release;
  const held = new Promise(resolve => (release = resolve));
  const asked = new Promise(resolve => {
    void context.route('**/v1/session', async route => {
      const request = route.request();
      if (request.method() !== 'PUT') return route.continue();
      // The server has done its work; the answer is on its way.
      const response = await route.fetch();
      assert.equal(response.status(), 200);
      resolve(request.frame().page());
      await held;
      return route.fulfill({ response });
    });
  });
  const login = newLogin();
  await person.submitLogin(login, PASSWORD);
  for (const tab of tabs) await tab.seesSignedIn(login);
  const renewing = await asked;
  const other = tabs.find(({ page }) => page !== renewing);
  const one = tabs.find(({ page }) => page === renewing);
  await other.signOut();
  await one.field('login').waitFor();
  const answered = renewing.waitForResponse(response => isRenewal(response.request()));
  release();
  await answered;
  // Whatever that answer started has had its turn when the tab asks its client.
  for (const { widget } of tabs) assert.equal(await widget.evaluate(({ client }) => client.getToken()), null);
  assert.doesNotMatch(await person.stored(), /token/);
  await one.page.reload();
  await one.field('login').waitFor();
});

story('a storage that is blocked: signed in for as long as the page lives, and told so', plain, async ({ person }) => {
  const page = await person.page.context().newPage();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto(person.page.url());
  const blocked = new person.constructor(page);
  const login = newLogin();
  await blocked.submitLogin(login, PASSWORD);
  await blocked.seesSignedIn(login);
  assert.equal(await blocked.widget.evaluate(({ client }) => client.persistent), false);
  const renewed = page.waitForResponse(response => isRenewal(response.request()));
  assert.equal((await renewed).status(), 200);
  await blocked.seesSignedIn(login);
  await page.reload();
  await blocked.field('login').waitFor();
  assert.equal(await person.widget.evaluate(({ client }) => client.persistent), true);
});

story('a storage that is full: signed in all the same', plain, async ({ person, page }) => {
  await page.evaluate(() => {
    let size = 1_000_000;
    for (let n = 0; size >= 1; n++) {
      try {
        localStorage.setItem(`filler ${n}`, 'x'.repeat(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
  await page.reload();
  const login = newLogin();
  await person.submitLogin(login, PASSWORD);
  await person.seesSignedIn(login);
  assert.equal(await person.widget.evaluate(({ client }) => client.persistent), false);
  assert.match(await person.widget.evaluate(({ client }) => client.getToken()), /^\S{32,}$/);
});
