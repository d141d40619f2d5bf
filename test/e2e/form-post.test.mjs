// What plain forms with phone-input and code-input post to the server. The page has no other script.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { isFull } from '../support/full.mjs';
import { ENGINES } from './support/engines.mjs';
import { startFormServer } from './support/form-server.mjs';

/** @typedef {import('./support/inputs-page.mjs').InputTag} InputTag */

const PHONE = '79161234567';
const URLENCODED = 'application/x-www-form-urlencoded';
const button = '<button name="go" value="1">Send</button>';
const fields = `<phone-input name="phone" label="Phone" required></phone-input>
  <code-input name="code" label="Code" required></code-input>`;
const filled = `<phone-input name="phone" label="Phone" required value="8 916 123-45-67"></phone-input>
  <code-input name="code" label="Code" required value="123-456"></code-input>`;

/**
 * The only post. Fails if there are several, or if its content type is another one.
 * @param {import('./support/form-server.mjs').FormServer} server
 */
function onlyPost({ posts }, type = URLENCODED) {
  const [post] = posts;
  assert.ok(post, 'the form was posted');
  assert.equal(posts.length, 1, posts.map(({ path, body }) => `${path} ${body.toString()}`).join('\n'));
  assert.equal(post.type.split(';')[0], type);
  return post;
}

/**
 * The body of the only post, which is URL-encoded.
 * @param {import('./support/form-server.mjs').FormServer} server
 */
const onlyBody = server => onlyPost(server).body.toString();

// Starting Firefox and driving it through these tests takes 20 s of processor time, and Chromium 9 s.
for (const [engine, start] of Object.entries(ENGINES).filter(([name]) => isFull || name === 'Chromium')) {
  describe(`${engine}: phone-input and code-input in a plain form`, { timeout: 120_000 }, () => {
    /** @type {import('./support/form-server.mjs').FormServer} */
    let server;
    /** @type {import('./support/engines.mjs').EnginePage} */
    let page;
    before(async () => {
      [server, page] = await Promise.all([startFormServer(), start()]);
    });
    after(() => Promise.all([page.close(), server.close()]));
    beforeEach(() => server.show(''));

    const show = async (/** @type {string} */ body) => {
      server.show(body);
      await page.open(server.url);
    };
    const waitForAnswer = () => page.until('the answer of the server is shown', () => document.title === 'Thanks');
    const focus = (/** @type {InputTag} */ tag) =>
      page.run((/** @type {InputTag} */ tag) => document.querySelector(tag)?.focus(), tag);
    /** Runs in the page: the text of an element's message, '' if it shows none. */
    const readMessage = (/** @type {InputTag} */ tag) => {
      const message = document.querySelector(tag)?.shadowRoot?.querySelector('#error');
      return message instanceof HTMLElement ? message.innerText : undefined;
    };
    const messageOf = (/** @type {InputTag} */ tag) => page.run(readMessage, tag);
    const waitForMessage = (/** @type {InputTag} */ tag) => page.until(`${tag} shows a message`, readMessage, tag);

    test('the typed values are posted, URL-encoded', async () => {
      await show(`<form method="post" action="/in?x=1">${fields}<input name="note" value="a b&c" />${button}</form>`);
      await focus('phone-input');
      await page.type('89161234567');
      await focus('code-input');
      await page.type('123456');
      await page.click('button');
      await waitForAnswer();
      assert.equal(onlyBody(server), `phone=${PHONE}&code=123456&note=a+b%26c&go=1`);
      assert.equal(onlyPost(server).path, '/in?x=1');
    });

    test('the typed values are posted as multipart: each field is a text part, none is a file', async () => {
      await show(`<form method="post" enctype="multipart/form-data">${fields}${button}</form>`);
      await focus('phone-input');
      await page.type('9161234567');
      await focus('code-input');
      await page.type('654321');
      await page.click('button');
      await waitForAnswer();
      const { body, type } = onlyPost(server, 'multipart/form-data');
      const data = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      assert.deepEqual(
        [...data],
        [
          ['phone', PHONE],
          ['code', '654321'],
          ['go', '1'],
        ],
      );
      assert.doesNotMatch(body.toString(), /filename/i);
    });

    test('values in the markup are posted in wire form', async () => {
      await show(`<form method="post">${filled}${button}</form>`);
      await page.click('button');
      await waitForAnswer();
      assert.equal(onlyBody(server), `phone=${PHONE}&code=123456&go=1`);
    });

    for (const [tag, typed, body] of /** @type {[InputTag, string, string][]} */ ([
      ['phone-input', '9037654321', 'phone=79037654321&code=123456&go=1'],
      ['code-input', '12', `phone=${PHONE}&code=12&go=1`], // shorter than the field: Enter completes it
    ])) {
      test(`Enter in ${tag} posts the form, with its first button`, async () => {
        const form = filled.replace(new RegExp(`(<${tag}[^>]*?) value="[^"]*"`), '$1');
        await show(`<form method="post">${form}${button}<button name="go" value="2">Other</button></form>`);
        await focus(tag);
        await page.type(typed);
        await page.press('Enter');
        await waitForAnswer();
        assert.equal(onlyBody(server), body);
      });
    }

    test('Enter uses formaction and formenctype of the button', async () => {
      const other = button.replace('<button', '<button formaction="/other" formenctype="multipart/form-data"');
      await show(`<form method="post" action="/in">${filled}${other}</form>`);
      await focus('phone-input');
      await page.press('Enter');
      await waitForAnswer();
      assert.equal(onlyPost(server, 'multipart/form-data').path, '/other');
    });

    test('Enter posts a form without a button', async () => {
      await show(`<form method="post">${filled}</form>`);
      await focus('code-input');
      await page.press('Enter');
      await waitForAnswer();
      assert.equal(onlyBody(server), `phone=${PHONE}&code=123456`);
    });

    test('fields in a disabled fieldset are not posted and not validated', async () => {
      await show(
        `<form method="post"><fieldset disabled>${fields}</fieldset>
          <fieldset disabled>${filled}</fieldset><input name="note" value="n" />${button}</form>`,
      );
      await page.click('button');
      await waitForAnswer();
      assert.equal(onlyBody(server), 'note=n&go=1');
    });

    test('fields in the legend of a disabled fieldset are posted', async () => {
      await show(`<form method="post"><fieldset disabled><legend>${filled}</legend></fieldset>${button}</form>`);
      await page.click('button');
      await waitForAnswer();
      assert.equal(onlyBody(server), `phone=${PHONE}&code=123456&go=1`);
    });

    test('disabled fields are not posted; readonly fields are, and are not validated', async () => {
      /** @type {(name: string, attributes: string) => string} */
      const phone = (name, attributes) => `<phone-input name="${name}" ${attributes}></phone-input>`;
      /** @type {(name: string, attributes: string) => string} */
      const code = (name, attributes) => `<code-input name="${name}" ${attributes}></code-input>`;
      await show(
        `<form method="post">${phone('a', `disabled value="${PHONE}"`)}${code('b', 'disabled value="1"')}
          ${phone('c', `readonly value="${PHONE}"`)}${code('d', 'readonly value="1"')}
          ${phone('e', 'readonly required')}${code('f', 'readonly required')}${button}</form>`,
      );
      await page.click('button');
      await waitForAnswer();
      assert.equal(onlyBody(server), `c=${PHONE}&d=1&e=&f=&go=1`);
    });

    test('fields without a name are not posted; empty fields that are not required are posted empty', async () => {
      await show(
        `<form method="post"><phone-input value="${PHONE}"></phone-input><code-input value="1"></code-input>
          <phone-input name="phone"></phone-input><code-input name="code"></code-input>${button}</form>`,
      );
      await page.click('button');
      await waitForAnswer();
      assert.equal(onlyBody(server), 'phone=&code=&go=1');
    });

    test('fields outside the form are posted with it if their form attribute names it', async () => {
      await show(`<form method="post" id="f">${button}</form>${filled.replaceAll('name=', 'form="f" name=')}`);
      await page.click('button');
      await waitForAnswer();
      assert.equal(new URLSearchParams(onlyBody(server)).get('phone'), PHONE);
      assert.equal(new URLSearchParams(onlyBody(server)).get('code'), '123456');
    });

    // Firefox can restore a value into a control other than the one it was typed into.
    test('a reload restores neither the code, nor the value of another field into the code field', async () => {
      await show(`<form>${filled.replace(/(.*)\n(.*)/, '$2$1').replace(/ value="[^"]*"/g, '')}</form>`);
      await focus('phone-input');
      await page.type('9161234567');
      await focus('code-input');
      await page.type('123');
      await page.run(() => {
        window.isOldPage = true;
        setTimeout(() => location.reload());
      });
      await page.until(
        'the page has been loaded again',
        () => !window.isOldPage && document.readyState === 'complete' && !!document.querySelector('code-input')?.labels,
      );
      await page.run(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
      assert.equal(await page.run(() => document.querySelector('code-input')?.value), '');
    });

    for (const { way, send } of [
      { way: 'the button', send: () => page.click('button') },
      { way: 'Enter', send: () => page.press('Enter') },
    ]) {
      test(`${way} does not post a missing or incomplete value, and posts a valid one after it`, async () => {
        await show(`<form method="post">${fields}${button}</form>`);
        await focus('phone-input');
        await send();
        await waitForMessage('phone-input');
        assert.equal(await messageOf('phone-input'), 'Enter your phone number.');
        // The browser focuses the first invalid field.
        assert.equal(await page.run(() => document.activeElement?.localName), 'phone-input');
        await page.type('916');
        await send();
        await page.until('the message has changed', () =>
          document
            .querySelector('phone-input')
            ?.shadowRoot?.querySelector('#error')
            ?.textContent.includes('incomplete'),
        );
        await page.type('1234567');
        await send();
        await waitForMessage('code-input');
        assert.equal(await messageOf('phone-input'), '');
        await page.until('the focus is in the code field', () => document.activeElement?.localName === 'code-input');
        assert.deepEqual(server.posts, []);
        await page.type('123456');
        await send();
        await waitForAnswer();
        // One post: none of the earlier attempts was sent.
        assert.equal(onlyBody(server), `phone=${PHONE}&code=123456&go=1`);
      });
    }

    test('a form with novalidate posts an incomplete phone number as an empty value', async () => {
      await show(`<form method="post" novalidate>${fields}${button}</form>`);
      await focus('phone-input');
      await page.type('916');
      await page.press('Enter');
      await waitForAnswer();
      assert.equal(onlyBody(server), 'phone=&code=&go=1');
    });

    test('a reset restores the values of the markup, which are posted', async () => {
      await show(`<form method="post">${filled}${button}<button type="reset" id="reset">Reset</button></form>`);
      await focus('phone-input');
      await page.press('End');
      await page.press('Backspace');
      await focus('code-input');
      await page.type('9');
      await page.click('#reset');
      await page.click('button');
      await waitForAnswer();
      assert.equal(onlyBody(server), `phone=${PHONE}&code=123456&go=1`);
    });
  });
}
