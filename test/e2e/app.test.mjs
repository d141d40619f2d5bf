import assert from 'node:assert/strict';
import { after } from 'node:test';
import { newPhone } from './support/person.mjs';
import { startElsewhere } from './support/server.mjs';
import { tellStories } from './support/story.mjs';

const elsewhere = await startElsewhere();
after(() => elsewhere.close());
const story = tellStories();
const app = { path: '/pages/app.html', clock: true };

/** Reads the code off the stream of SMS: this page draws no phone. */
const codeFor = (page, phone) =>
  page.evaluate(
    to =>
      new Promise((resolve, reject) => {
        const server = new URLSearchParams(location.search).get('server') ?? '';
        const source = new EventSource(`${server}/dev/sms`);
        // A stream that is refused, and not one that is opened again, is the end.
        source.addEventListener('error', () => {
          if (source.readyState === EventSource.CLOSED) reject(new Error('no stream of SMS'));
        });
        source.addEventListener('message', ({ data }) => {
          const sms = JSON.parse(data);
          if (sms.to !== to) return;
          source.close();
          resolve(/#(\d{6})$/.exec(sms.text)[1]);
        });
      }),
    phone,
  );

/** Holds each call of the widget back until the app has taken the widget out of the document. */
async function holdUntilReplaced(page, spinnerSeen) {
  await page.route('**/v1/creds/tel', async route => {
    await page.getByText('Loading…').waitFor();
    assert.equal(await page.locator('auth-widget').count(), 0);
    spinnerSeen.push(route.request().method());
    await route.continue();
  });
}

story(
  'an app that replaces the widget by a spinner while loading and by itself at sign-in',
  app,
  async ({ person, page }) => {
    const phone = newPhone();
    const spinnerSeen = [];
    await holdUntilReplaced(page, spinnerSeen);
    await person.askForCode(phone);
    await person.enterCode(await codeFor(page, phone));
    await person.type('name', 'Zoya');
    await person.button('save').click();
    await page.getByRole('heading', { name: 'Welcome, Zoya' }).waitFor();
    assert.deepEqual(spinnerSeen, ['POST', 'PUT']);
    assert.equal(await page.locator('auth-widget').count(), 0);

    // The token is live.
    await page.getByRole('button', { name: 'Call the server' }).click();
    await page.getByText('The server answered 200').waitFor();

    // Renewal goes on without the widget: at 80 % of the 14 days a new token takes the old one's place.
    const before = await page.evaluate(() => Object.values(localStorage).find(value => value.includes('token')));
    const renewed = page.waitForResponse(
      response => response.request().method() === 'PUT' && response.url().endsWith('/v1/session'),
    );
    await page.clock.fastForward(12 * 24 * 3600 * 1000);
    assert.equal((await renewed).status(), 200);
    await page.waitForFunction(
      old => Object.values(localStorage).some(value => value.includes('token') && value !== old),
      before,
    );
    await page.getByRole('button', { name: 'Call the server' }).click();
    await page.getByText('The server answered 200').waitFor();
    await page.getByRole('heading', { name: 'Welcome, Zoya' }).waitFor();

    // And back: at a sign-out the app shows the widget again, which goes on.
    await page.getByRole('button', { name: 'Leave' }).click();
    await person.field('phone').waitFor();
    assert.doesNotMatch(await person.stored(), /token/);
  },
);

story('the same app after a reload: itself, from the stored session', { path: app.path }, async ({ person, page }) => {
  const phone = newPhone();
  await person.askForCode(phone);
  await person.enterCode(await codeFor(page, phone));
  await person.type('name', 'Klim');
  await person.button('save').click();
  await page.getByRole('heading', { name: 'Welcome, Klim' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome, Klim' }).waitFor();
  await page.getByRole('button', { name: 'Call the server' }).click();
  await page.getByText('The server answered 200').waitFor();
});

story('the one-file build registers the three tags', { path: app.path }, async ({ page }) => {
  await page.waitForFunction(() =>
    ['auth-widget', 'phone-input', 'code-input'].every(tag => customElements.get(tag) !== undefined),
  );
});

const embedded = { path: '/pages/app.html', origins: [elsewhere.url] };
story('a page of another origin: the whole way in and out', embedded, async ({ person, page, demo }) => {
  await page.goto(`${elsewhere.url}/pages/app.html?server=${encodeURIComponent(demo.url)}`);
  const phone = newPhone();
  await person.askForCode(phone);
  await person.enterCode(await codeFor(page, phone));
  await person.type('name', 'Inga');
  await person.button('save').click();
  await page.getByRole('heading', { name: 'Welcome, Inga' }).waitFor();
  await page.getByRole('button', { name: 'Call the server' }).click();
  await page.getByText('The server answered 200').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Welcome, Inga' }).waitFor();
  await page.getByRole('button', { name: 'Leave' }).click();
  await person.field('phone').waitFor();
  assert.doesNotMatch(await person.stored(), /token/);
});
