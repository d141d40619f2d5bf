// The demo page itself: what a developer sees of the widget.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { displayForm, newLogin, newPhone } from './support/person.mjs';
import { answered, tellStories } from './support/story.mjs';

const story = tellStories();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page, in the widget's shadow roots too. */
async function axeFindings(page) {
  // What is still on its way in has not its own colours yet.
  await page.evaluate(() => {
    const isEnding = ({ effect }) => effect.getComputedTiming().iterations === 1;
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(isEnding)
        .map(({ finished }) => finished),
    );
  });
  await page.evaluate(axe); // not by a script element: the page has a strict CSP
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

const overflow = page =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
];

story('the page is served with the strict CSP, with nothing inline', async ({ page }) => {
  const answer = await page.request.get('/');
  const directives = answer.headers()['content-security-policy'].split('; ');
  for (const directive of CSP) assert.ok(directives.includes(directive), directive);
  assert.doesNotMatch(await answer.text(), /\sstyle=|\son\w+=|<style|<script(?![^>]*\ssrc=)/);
});

story('the watch sees what the other tests must not cause', async ({ page, takeProblems }) => {
  const reported = page.waitForEvent('console', message => message.text().includes('style-src'));
  await page.evaluate(() => {
    document.body.setAttribute('style', 'color: red');
    setTimeout(() => {
      document.body.innerHTML = '<p>';
    });
  });
  await reported;
  await page.waitForFunction(() => window.violations === 2);
  const problems = takeProblems();
  assert.ok(problems.some(problem => problem.startsWith('CSP: style-src')));
  assert.ok(problems.some(problem => problem.startsWith('CSP: require-trusted-types-for')));
  assert.ok(problems.some(problem => problem.startsWith('console:')));
  assert.ok(problems.some(problem => problem.startsWith('uncaught: TypeError')));
});

story('events and state as they happen; a code is never shown', async ({ person, page }) => {
  const phone = newPhone();
  const field = name => page.locator(`[data-field="${name}"]`);
  const events = page.getByRole('group', { name: 'Events' }).getByRole('listitem');
  await field('verificationStep').filter({ hasText: '"none"' }).waitFor();
  await person.askForCode(phone);
  const code = await person.readCode(phone);
  await field('verificationStep').filter({ hasText: '"sms-sent"' }).waitFor();
  assert.equal(await field('phoneForVerification').innerText(), `"${phone}"`);
  await events.filter({ hasText: 'auth-code-sent' }).filter({ hasText: phone }).waitFor();
  await person.enterCode(code);
  await events.filter({ hasText: 'code-complete' }).filter({ hasText: '••••••' }).waitFor();
  await person.type('name', 'Olga');
  await person.button('save').click();
  await person.seesSignedIn('Olga');
  await events.filter({ hasText: 'auth-signed-in' }).filter({ hasText: 'Olga' }).waitFor();
  assert.equal(await field('isAuthenticated').innerText(), 'true');
  assert.equal(await field('displayName').innerText(), '"Olga"');
  const token = await person.widget.evaluate(({ client }) => client.getToken());
  const shown = await page.getByRole('main').innerText();
  assert.ok(!shown.includes(token));
  assert.ok(!(await page.getByRole('group', { name: 'Events' }).innerText()).includes(code));
  await person.signOut();
  await events.filter({ hasText: 'auth-signed-out' }).filter({ hasText: 'logout' }).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Every event of the widget appears here.').waitFor();
  assert.equal(await events.count(), 0);
});

story('the phone: empty at first, then the SMS with its code to copy', async ({ person, page }) => {
  const phone = newPhone();
  await person.askForCode(phone);
  const code = await person.readCode(phone);
  await page.getByText('In service').waitFor();
  const message = person.messages(phone).first();
  assert.match(await message.innerText(), new RegExp(`#${code}`));
  assert.ok((await message.innerText()).includes(displayForm(phone)));
  await message.getByRole('button', { name: `Copy ${code}` }).click();
  await message.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  await person.field('code').click();
  await page.keyboard.press('ControlOrMeta+v');
  await person.field('name').waitFor();
});

story(
  'the controls: language, theme and starting mode, in the tag to paste and after a reload',
  async ({ page, person, demo }) => {
    const tag = page.locator('#tag');
    assert.ok((await tag.innerText()).includes(`<auth-widget base-url="${demo.url}" lang="en"></auth-widget>`));
    await page.getByRole('radio', { name: 'Русский' }).check();
    await page.getByRole('heading', { name: 'Вход по телефону одним тегом' }).waitFor();
    await page.locator('auth-widget').getByRole('button', { name: 'Получить код' }).waitFor();
    await page.getByRole('radio', { name: 'Тёмное' }).check();
    await page.getByRole('radio', { name: 'По паролю' }).check();
    await page.locator('auth-widget').getByRole('textbox', { name: 'Логин', exact: true }).waitFor();
    const expected = `<auth-widget base-url="${demo.url}" lang="ru" theme="dark" mode="login"></auth-widget>`;
    assert.ok((await tag.innerText()).includes(expected));
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.reload();
    await person.widget.getByRole('textbox', { name: 'Логин', exact: true }).waitFor();
    assert.equal(await background(), dark);
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ru');
    await page.locator('#copy-tag').click();
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(expected));
  },
);

story('a change of language in mid-verification changes the words and nothing else', async ({ person, page }) => {
  const phone = newPhone();
  await person.askForCode(phone);
  const code = await person.readCode(phone);
  await page.getByRole('radio', { name: 'Русский' }).check();
  const russian = new person.constructor(page, 'ru');
  await russian.enterCode(code);
  await russian.field('name').waitFor();
});

for (const [lang, colorScheme, width] of [
  ['en', 'light', 1280],
  ['ru', 'dark', 1280],
  ['ru', 'light', 360],
  ['en', 'dark', 360],
]) {
  const context = { colorScheme, viewport: { width, height: 800 } };
  story(`axe finds nothing: ${lang}, ${colorScheme}, ${width} px`, { lang, context }, async ({ person, page }) => {
    await person.field('phone').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const phone = newPhone();
    await person.askForCode(phone);
    await person.field('code').waitFor();
    await person.readCode(phone);
    assert.deepEqual(await axeFindings(page), []);
    assert.ok((await overflow(page)) <= 0);
  });
}

const wrong = { lang: 'ru', mode: 'login', expected: [answered(401)] };
story(
  'axe finds nothing on the other screens: name, signed in, an error, registration',
  wrong,
  async ({ person, page, demo }) => {
    const login = newLogin();
    await person.submitLogin(login, 'correct horse battery');
    await person.button('signOut').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await person.signOut();
    await person.submitLogin(login, 'not the password');
    await person.sees('Логин и пароль не подходят.');
    assert.deepEqual(await axeFindings(page), []);
    for (const mode of ['register', 'phone-register']) {
      await page.goto(`${demo.url}/?lang=ru&mode=${mode}`);
      await person.widget.getByRole('button').first().waitFor();
      assert.deepEqual(await axeFindings(page), []);
    }
    await page.goto(`${demo.url}/?lang=ru&mode=phone-login`);
    await person.askForCode('79990000002');
    await person.enterCode('222222');
    await person.field('name').waitFor();
    assert.deepEqual(await axeFindings(page), []);
  },
);

for (const mode of ['phone-login', 'phone-register', 'login', 'register']) {
  const context = { viewport: { width: 320, height: 640 } };
  story(`320 px wide, nothing is cut off: ${mode}`, { lang: 'ru', mode, context }, async ({ person, page }) => {
    await person.widget.getByRole('button').first().waitFor();
    assert.ok((await overflow(page)) <= 0);
  });
}

const narrow = { context: { viewport: { width: 360, height: 640 } } };
story(
  'narrow: an SMS slides in when the phone is out of sight, with the code to copy',
  narrow,
  async ({ person, page }) => {
    const phone = newPhone();
    await person.askForCode(phone);
    const notice = page.getByRole('complementary');
    await notice.waitFor();
    const code = await person.readCode(phone);
    await notice.getByRole('button', { name: `Copy ${code}` }).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'hidden' });
    await person.enterCode(code);
    await person.field('name').waitFor();
  },
);

story('with reduced motion nothing moves', { context: { reducedMotion: 'reduce' } }, async ({ person, page }) => {
  const phone = newPhone();
  await person.askForCode(phone);
  await person.readCode(phone);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});
