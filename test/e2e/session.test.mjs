import assert from 'node:assert/strict';
import { newLogin, newPhone, wrongCode } from './support/person.mjs';
import { answered, tellStories } from './support/story.mjs';

const story = tellStories();
const PASSWORD = 'correct horse battery';

story(
  'a reload in mid-verification: the number, the tries and the countdown are still there',
  { expected: [answered(401)] },
  async scene => {
    const { person, page } = scene;
    const phone = newPhone();
    await person.askForCode(phone);
    const code = await person.readCode(phone);
    await person.enterCode(wrongCode(code));
    await person.sees('Tries left: 2.');
    await page.reload();
    await person.field('code').waitFor();
    await person.sees(/New code in (?:1:00|0:[0-5]\d)/);
    assert.equal((await person.state()).phoneForVerification, phone);
    assert.equal(await page.evaluate(secret => JSON.stringify({ ...sessionStorage }).includes(secret), code), false);
    await person.enterCode(code);
    await person.type('name', 'Vera');
    await person.button('save').click();
    await person.seesSignedIn('Vera');
  },
);

story(
  'a reload in a registration keeps the name that was typed',
  { mode: 'phone-register' },
  async ({ person, page }) => {
    const phone = newPhone();
    await person.type('phone', phone.slice(1));
    await person.type('name', 'Nina');
    await person.button('getCode').click();
    const code = await person.readCode(phone);
    await page.reload();
    await person.enterCode(code);
    await person.seesSignedIn('Nina');
  },
);

story('a reload when signed in: signed in, and neither the form nor a flash of it', async ({ person, page }) => {
  const phone = newPhone();
  await person.askForCode(phone);
  await person.enterCode(await person.readCode(phone));
  await person.type('name', 'Yuri');
  await person.button('save').click();
  await person.seesSignedIn('Yuri');

  // Every change of the widget's content is looked at, from the moment it has any.
  await page.addInitScript(() => {
    window.formWasSeen = false;
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      const shadow = attach.call(this, init);
      if (this.localName === 'auth-widget') {
        const look = () => (window.formWasSeen ||= shadow.querySelector('input, phone-input') !== null);
        new MutationObserver(look).observe(shadow, { childList: true, subtree: true });
      }
      return shadow;
    };
  });
  await page.reload();
  await person.seesSignedIn('Yuri');
  assert.equal(await page.evaluate(() => window.formWasSeen), false);

  // The same eyes see the form where there is one.
  await person.signOut();
  await page.reload();
  await person.field('phone').waitFor();
  assert.equal(await page.evaluate(() => window.formWasSeen), true);
});

story(
  'logout: signed out, `localStorage` holds no token, and the server knows it no more',
  { mode: 'login' },
  async ({ person, page }) => {
    const login = newLogin();
    await person.submitLogin(login, PASSWORD);
    await person.seesSignedIn(login);
    const token = await person.widget.evaluate(({ client }) => client.getToken());
    assert.match(token, /^\S{32,}$/);
    assert.ok((await person.stored()).includes(token));

    const told = page.waitForResponse(response => response.request().method() === 'DELETE');
    await person.signOut();
    assert.equal((await told).status(), 200);
    assert.equal((await person.stored()).includes(token), false);
    assert.doesNotMatch(await person.stored(), /token/);
    assert.equal(await person.widget.evaluate(({ client }) => client.getToken()), null);
    const answer = await page.request.get('/v1/session', { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status(), 401);
    await page.reload();
    await person.field('login').waitFor();
    assert.equal((await person.state()).isAuthenticated, false);
  },
);

story('two tabs: a sign-in and a sign-out in one appear in the other', { mode: 'login' }, async ({ person, open }) => {
  const login = newLogin();
  const other = await open();
  const Person = person.constructor;
  const inOther = new Person(other);
  await person.page.bringToFront();
  await person.submitLogin(login, PASSWORD);
  await person.seesSignedIn(login);
  await inOther.seesSignedIn(login);
  await inOther.signOut();
  await person.field('login').waitFor();
  assert.doesNotMatch(await person.stored(), /token/);
});
