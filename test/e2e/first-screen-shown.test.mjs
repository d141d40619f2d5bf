// When the first screen as HTML is shown, hidden and replaced. Reference server, Chromium.
import assert from 'node:assert/strict';
import { createDeferred } from './support/deferred.mjs';
import { setUpDemoTests } from './support/demo-test.mjs';
import {
  field,
  lookAt,
  open,
  renderFirstScreen,
  servedScript,
  styles,
  styleSheets,
  takenOver,
} from './support/first-screen.mjs';
import { newLogin, newPhone, PASSWORD } from './support/test-data.mjs';

const demoTest = setUpDemoTests();

demoTest('a stored session: the form is never shown', { mode: 'login' }, async ({ page, authPage }) => {
  const login = newLogin();
  await authPage.submitLogin(login, PASSWORD);
  await authPage.expectSignedIn(login);
  await page.addInitScript(() => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(window, { seen });
    const look = () => {
      const form = document.querySelector('auth-widget')?.shadowRoot?.querySelector('form');
      if (form) seen.push(getComputedStyle(form).visibility);
      requestAnimationFrame(look);
    };
    look();
  });
  const release = await open(page, { mode: 'login' });
  await page.waitForFunction(() => Reflect.get(window, 'seen').length > 3);
  release();
  await authPage.expectSignedIn(login);
  assert.deepEqual([...new Set(await page.evaluate(() => Reflect.get(window, 'seen')))], ['hidden']);
});

// A browser may paint between the tag and the script after it, which is held here.
demoTest('until the script after the tag has run, the form is hidden', async ({ page }) => {
  const script = createDeferred();
  await page.route('**/served.js', async route => {
    await script.promise;
    await route.fulfill({ contentType: 'text/javascript', body: servedScript });
  });
  const body = renderFirstScreen({ styleSheets, scriptSrc: '/served.js' }).html;
  await page.route('**/page.html', route => route.fulfill({ contentType: 'text/html', body }));
  for (const name of /** @type {const} */ (['widget', 'phoneInput']))
    await page.route(`**${styleSheets[name]}`, route => route.fulfill({ contentType: 'text/css', body: styles[name] }));
  await page.goto('/page.html', { waitUntil: 'commit' });
  await field(page, 'phone').waitFor({ state: 'attached' });
  assert.equal(await field(page, 'phone').isVisible(), false);
  script.resolve();
  await field(page, 'phone').waitFor();
});

demoTest('without the script after the tag, the elements show the form', async ({ page, authPage }) => {
  const release = await open(page, {}, html => html.replace(/<script.*<\/script>/s, '<script></script>'));
  assert.equal(await field(page, 'phone').isVisible(), false);
  release();
  // The elements take it over and show it.
  await authPage.field('phone').waitFor();
});

/** Gives the widget a backend that is asked who is signed in. @returns a function that answers it */
async function holdSession(/** @type {import('playwright-core').Page} */ page) {
  await page.evaluate(() => {
    const findSession = () => new Promise(resolve => Object.assign(window, { answer: resolve }));
    const backend = { findSession, requestCode: () => Promise.resolve({}) };
    Object.assign(document.querySelector('auth-widget') ?? {}, { backend });
  });
  return async (/** @type {object | null} */ session) => {
    await page.waitForFunction(() => Reflect.has(window, 'answer'));
    await page.evaluate(session => Reflect.get(window, 'answer')(session), session);
  };
}

demoTest('while a server is asked who is signed in, the served form can be filled in', async ({ page }) => {
  const release = await open(page, { mode: 'login', hasReferenceRules: false });
  const answer = await holdSession(page);
  await field(page, 'login').click();
  await page.keyboard.type('an');
  release();
  await page.waitForFunction(() => Reflect.has(window, 'answer'));
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
  await page.keyboard.type('na');
  await answer(null);
  await takenOver(page);
  const { text, areSame, isFocusKept, shifts } = await lookAt(page);
  assert.deepEqual(
    { text, areSame, isFocusKept, shifts },
    { text: 'anna', areSame: true, isFocusKept: true, shifts: [] },
  );
});

demoTest('a session that is found replaces the served form', async ({ page, authPage }) => {
  const release = await open(page, { mode: 'login' });
  const answer = await holdSession(page);
  await field(page, 'login').fill('anna');
  release();
  await answer({ user: 'u1', displayName: 'Anna', expiresIn: 1000 });
  await authPage.expectSignedIn('Anna');
});

demoTest('a session or a flow of another address or mode hides no form', async ({ page }) => {
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem(`auth-widget:session:${location.origin}/api`, '{}');
    sessionStorage.setItem(`auth-widget:flow:${location.origin}/api:phone-login`, '{}');
    sessionStorage.setItem(`auth-widget:flow:${location.origin}:phone-register`, '{}');
  });
  await open(page);
  assert.ok(await field(page, 'phone').isVisible());
});

demoTest('a stored flow: the form is not shown, and the flow goes on', async ({ page, authPage }) => {
  const release = await open(page);
  await field(page, 'phone').click();
  await page.keyboard.type(newPhone().slice(1));
  release();
  await takenOver(page);
  await page.keyboard.press('Enter');
  await authPage.field('code').waitFor();
  await page.unrouteAll();
  const releaseAgain = await open(page);
  assert.ok(!(await field(page, 'phone').isVisible()));
  releaseAgain();
  await authPage.field('code').waitFor();
});

demoTest(
  'without declarative shadow DOM, the widget renders when the script has arrived',
  async ({ page, authPage }) => {
    // The template then stays an element of the tag.
    const release = await open(page, {}, html => html.replaceAll('shadowrootmode', 'data-unknown'));
    assert.equal(await page.evaluate(() => document.querySelector('auth-widget')?.shadowRoot), null);
    release();
    await authPage.field('phone').fill(newPhone());
    await page.keyboard.press('Enter');
    await authPage.field('code').waitFor();
  },
);

demoTest('with linked style sheets: the policy needs no hash for them, and nothing moves', async ({ page }) => {
  const release = await open(page, { styleSheets });
  assert.equal(await field(page, 'phone').evaluate(input => getComputedStyle(input).minHeight), '52px');
  release();
  await takenOver(page);
  const { cards, areSame, shifts } = await lookAt(page);
  assert.deepEqual({ cards, areSame, shifts }, { cards: 1, areSame: true, shifts: [] });
});
