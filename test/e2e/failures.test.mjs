import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { displayForm, newLogin, newPhone } from './support/person.mjs';
import { answered, noAnswer, tellStories } from './support/story.mjs';

// On a disk, so that what the server knows outlives it.
const dataDir = await mkdtemp(path.join(tmpdir(), 'auth-widget-e2e-'));
const story = tellStories({ DATA_DIR: dataDir });
after(() => rm(dataDir, { recursive: true, force: true }));

const PASSWORD = 'correct horse battery';
const HTML = { status: 502, contentType: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' };

/** Holds the calls of the widget back, as a slow server would, until they are let go. */
async function slowDown(page, pattern) {
  let release;
  const released = new Promise(resolve => (release = resolve));
  const held = [];
  await page.route(pattern, async route => {
    held.push(route.request().method());
    await released;
    await route.continue();
  });
  return { held, release };
}

/** Answers the calls of the widget with the HTML of a proxy, until it is told to stop. */
async function answerWithHtml(page, pattern, answer = HTML) {
  await page.route(pattern, route => route.fulfill(answer));
  return () => page.unroute(pattern);
}

story(
  'the server is down at the first step: said so, the number stays, the same button works later',
  { expected: [noAnswer] },
  async ({ person, demo }) => {
    const phone = newPhone();
    await demo.stop();
    await person.askForCode(phone);
    await person.sees('The server cannot be reached. Please try again.');
    const { isLoading, verificationStep } = await person.state();
    assert.deepEqual({ isLoading, verificationStep }, { isLoading: false, verificationStep: 'none' });
    assert.equal(await person.field('phone').inputValue(), displayForm(phone));
    await demo.startAgain();
    await person.button('getCode').click();
    await person.enterCode(await person.readCode(phone));
    await person.field('name').waitFor();
  },
);

story(
  'the server is down when the code is submitted: the code still works when it is back',
  { expected: [noAnswer] },
  async ({ person, demo }) => {
    const phone = newPhone();
    await person.askForCode(phone);
    const code = await person.readCode(phone);
    await demo.stop();
    await person.enterCode(code);
    await person.sees('The server cannot be reached. Please try again.');
    assert.equal((await person.state()).verificationStep, 'sms-sent');
    await demo.startAgain();
    await person.enterCode(code);
    await person.field('name').waitFor();
  },
);

story(
  'the server is down when the name is saved: the name stays, and is saved later',
  { expected: [noAnswer] },
  async ({ person, page, demo }) => {
    const phone = newPhone();
    await person.askForCode(phone);
    await person.enterCode(await person.readCode(phone));
    await person.field('name').waitFor();
    await demo.stop();
    await person.type('name', 'Irina');
    await person.button('save').click();
    await person.sees('The server cannot be reached. Please try again.');
    assert.equal(await person.field('name').inputValue(), 'Irina');
    await demo.startAgain();
    await page.reload();
    await person.type('name', 'Irina');
    await person.button('save').click();
    await person.seesSignedIn('Irina');
  },
);

story(
  'the server is down at a sign-out: signed out all the same',
  { mode: 'login', expected: [noAnswer] },
  async ({ person, demo }) => {
    await person.submitLogin(newLogin(), PASSWORD);
    await person.button('signOut').waitFor();
    await demo.stop();
    await person.signOut();
    assert.doesNotMatch(await person.stored(), /token/);
    await demo.startAgain();
    await person.field('login').waitFor();
  },
);

story(
  'the server is down at a reload of somebody signed in: still signed in',
  { mode: 'login', expected: [noAnswer] },
  async ({ person, page }) => {
    const login = newLogin();
    await person.submitLogin(login, PASSWORD);
    await person.seesSignedIn(login);
    // The page itself comes from the same server: only its API is out of reach.
    await page.route('**/v1/**', route => route.abort('connectionrefused'));
    await page.reload();
    await person.seesSignedIn(login);
  },
);

story(
  'the device is offline: said so, and the way forward works',
  { expected: [noAnswer] },
  async ({ person, context }) => {
    const phone = newPhone();
    await context.setOffline(true);
    await person.askForCode(phone);
    await person.sees('You are offline. Check the connection and try again.');
    await context.setOffline(false);
    await person.button('getCode').click();
    await person.enterCode(await person.readCode(phone));
    await person.field('name').waitFor();
  },
);

story('a slow server: busy, a double click sends once, nothing is lost', async ({ person, page }) => {
  const phone = newPhone();
  const { held, release } = await slowDown(page, '**/v1/creds/tel');
  await person.type('phone', phone.slice(1));
  const button = person.button('getCode');
  await button.dblclick();
  await person.widget.locator('[aria-busy="true"]').first().waitFor();
  assert.equal((await person.state()).isLoading, true);
  await page.keyboard.press('Enter');
  assert.deepEqual(held, ['POST']);
  release();
  const code = await person.readCode(phone);
  await person.enterCode(code);
  await person.field('name').waitFor();
  assert.equal((await person.state()).isLoading, false);
  assert.deepEqual(held, ['POST', 'PUT']);
  assert.equal(await person.messages(phone).count(), 1);
});

story(
  'a slow server at the password: a double click makes one account',
  { mode: 'login' },
  async ({ person, page }) => {
    const login = newLogin();
    const { held, release } = await slowDown(page, '**/v1/session');
    await person.type('login', login);
    await person.type('password', PASSWORD);
    await person.button('signIn').dblclick();
    await person.widget.locator('[aria-busy="true"]').first().waitFor();
    assert.deepEqual(held, ['POST']);
    release();
    await person.seesSignedIn(login);
  },
);

for (const [what, status] of [
  ['an error', 502],
  ['success', 200],
]) {
  const expected = [answered(502)];
  const message = status === 200 ? 'The server’s answer could not be read' : 'The server has a problem';
  story(
    `HTML as ${what} at every step: a clear error, nothing lost, the way forward works`,
    { expected },
    async ({ person, page }) => {
      const phone = newPhone();
      const answer = { ...HTML, status };
      let stop = await answerWithHtml(page, '**/v1/**', answer);
      await person.askForCode(phone);
      await person.sees(message);
      assert.equal(await person.field('phone').inputValue(), displayForm(phone));
      await stop();
      await person.button('getCode').click();
      const code = await person.readCode(phone);

      stop = await answerWithHtml(page, '**/v1/**', answer);
      await person.enterCode(code);
      await person.sees(message);
      assert.equal((await person.state()).verificationStep, 'sms-sent');
      await stop();
      await person.enterCode(code);
      await person.field('name').waitFor();

      stop = await answerWithHtml(page, '**/v1/**', answer);
      await person.type('name', 'Lev');
      await person.button('save').click();
      await person.sees(message);
      assert.equal(await person.field('name').inputValue(), 'Lev');
      await stop();
      await person.button('save').click();
      await person.seesSignedIn('Lev');
    },
  );

  story(
    `HTML as ${what} at the password: a clear error, the login stays`,
    { mode: 'login', expected },
    async ({ person, page }) => {
      const login = newLogin();
      const stop = await answerWithHtml(page, '**/v1/**', { ...HTML, status });
      await person.submitLogin(login, PASSWORD);
      await person.sees(message);
      assert.equal(await person.field('login').inputValue(), login);
      await stop();
      await person.type('password', PASSWORD);
      await person.button('signIn').click();
      await person.seesSignedIn(login);
    },
  );
}
