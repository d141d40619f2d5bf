// phone-input and code-input in plain forms, on a page with no other script: what the form posts to the server.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ENGINES } from './support/engines.mjs';
import { startFormServer } from './support/form-server.mjs';

const PHONE = '79161234567';
const URLENCODED = 'application/x-www-form-urlencoded';
const button = '<button name="go" value="1">Send</button>';
const fields = `<phone-input name="phone" label="Phone" required></phone-input>
  <code-input name="code" label="Code" required></code-input>`;
const filled = `<phone-input name="phone" label="Phone" required value="8 916 123-45-67"></phone-input>
  <code-input name="code" label="Code" required value="123-456"></code-input>`;

/** The body of the only post. Fails where there are several, or where it has another content type. */
function onlyPost({ posts }, type = URLENCODED) {
  assert.equal(posts.length, 1, JSON.stringify(posts.map(String)));
  const [{ body }] = posts;
  assert.equal(posts[0].type.split(';')[0], type);
  return body.toString('utf8');
}

for (const [engine, start] of Object.entries(ENGINES)) {
  describe(`${engine}: a form with no other script`, { timeout: 120_000 }, () => {
    let server;
    let person;
    before(async () => {
      [server, person] = await Promise.all([startFormServer(), start()]);
    });
    after(() => Promise.all([person?.close(), server?.close()]));
    beforeEach(() => server.show(''));

    const show = async body => {
      server.show(body);
      await person.open(server.url);
    };
    const answered = () => person.until('the answer of the server is shown', () => document.title === 'Thanks');
    const focus = selector => person.run(selector => document.querySelector(selector).focus(), selector);
    const messageOf = selector =>
      person.run(selector => document.querySelector(selector).shadowRoot.querySelector('#error').innerText, selector);
    const showsMessage = selector =>
      person.until(
        `${selector} shows a message`,
        selector => document.querySelector(selector).shadowRoot.querySelector('#error').innerText !== '',
        selector,
      );

    test('what was typed is posted, urlencoded', async () => {
      await show(`<form method="post" action="/in?x=1">${fields}<input name="note" value="a b&c" />${button}</form>`);
      await focus('phone-input');
      await person.type('89161234567');
      await focus('code-input');
      await person.type('123456');
      await person.click('button');
      await answered();
      assert.equal(onlyPost(server), `phone=${PHONE}&code=123456&note=a+b%26c&go=1`);
      assert.equal(server.posts[0].path, '/in?x=1');
    });

    test('what was typed is posted, multipart: a text part for each field, and no file', async () => {
      await show(`<form method="post" enctype="multipart/form-data">${fields}${button}</form>`);
      await focus('phone-input');
      await person.type('9161234567');
      await focus('code-input');
      await person.type('654321');
      await person.click('button');
      await answered();
      const text = onlyPost(server, 'multipart/form-data');
      const [{ body, type }] = server.posts;
      const data = await new Response(body, { headers: { 'content-type': type } }).formData();
      assert.deepEqual(
        [...data],
        [
          ['phone', PHONE],
          ['code', '654321'],
          ['go', '1'],
        ],
      );
      assert.doesNotMatch(text, /filename/i);
    });

    test('values in the markup are posted in wire form', async () => {
      await show(`<form method="post">${filled}${button}</form>`);
      await person.click('button');
      await answered();
      assert.equal(onlyPost(server), `phone=${PHONE}&code=123456&go=1`);
    });

    for (const [tag, typed, body] of [
      ['phone-input', '9037654321', 'phone=79037654321&code=123456&go=1'],
      ['code-input', '12', `phone=${PHONE}&code=12&go=1`], // shorter than the field: Enter completes it
    ]) {
      test(`Enter in ${tag} posts the form, with its first button`, async () => {
        const form = filled.replace(new RegExp(`(<${tag}[^>]*?) value="[^"]*"`), '$1');
        await show(`<form method="post">${form}${button}<button name="go" value="2">Other</button></form>`);
        await focus(tag);
        await person.type(typed);
        await person.press('Enter');
        await answered();
        assert.equal(onlyPost(server), body);
      });
    }

    test('Enter uses formaction and formenctype of the button', async () => {
      const other = button.replace('<button', '<button formaction="/other" formenctype="multipart/form-data"');
      await show(`<form method="post" action="/in">${filled}${other}</form>`);
      await focus('phone-input');
      await person.press('Enter');
      await answered();
      onlyPost(server, 'multipart/form-data');
      assert.equal(server.posts[0].path, '/other');
    });

    test('Enter posts a form without a button', async () => {
      await show(`<form method="post">${filled}</form>`);
      await focus('code-input');
      await person.press('Enter');
      await answered();
      assert.equal(onlyPost(server), `phone=${PHONE}&code=123456`);
    });

    test('in a disabled fieldset they are not posted and not validated', async () => {
      await show(
        `<form method="post"><fieldset disabled>${fields}</fieldset>
          <fieldset disabled>${filled}</fieldset><input name="note" value="n" />${button}</form>`,
      );
      await person.click('button');
      await answered();
      assert.equal(onlyPost(server), 'note=n&go=1');
    });

    test('in the legend of a disabled fieldset they are posted', async () => {
      await show(`<form method="post"><fieldset disabled><legend>${filled}</legend></fieldset>${button}</form>`);
      await person.click('button');
      await answered();
      assert.equal(onlyPost(server), `phone=${PHONE}&code=123456&go=1`);
    });

    test('disabled ones are not posted; readonly ones are, and are not validated', async () => {
      const [phone, code] = [
        (name, rest) => `<phone-input name="${name}" ${rest}></phone-input>`,
        (name, rest) => `<code-input name="${name}" ${rest}></code-input>`,
      ];
      await show(
        `<form method="post">${phone('a', `disabled value="${PHONE}"`)}${code('b', 'disabled value="1"')}
          ${phone('c', `readonly value="${PHONE}"`)}${code('d', 'readonly value="1"')}
          ${phone('e', 'readonly required')}${code('f', 'readonly required')}${button}</form>`,
      );
      await person.click('button');
      await answered();
      assert.equal(onlyPost(server), `c=${PHONE}&d=1&e=&f=&go=1`);
    });

    test('without a name they are not posted; empty ones that are not required are posted empty', async () => {
      await show(
        `<form method="post"><phone-input value="${PHONE}"></phone-input><code-input value="1"></code-input>
          <phone-input name="phone"></phone-input><code-input name="code"></code-input>${button}</form>`,
      );
      await person.click('button');
      await answered();
      assert.equal(onlyPost(server), 'phone=&code=&go=1');
    });

    test('outside of the form they belong to it by the attribute form', async () => {
      await show(`<form method="post" id="f">${button}</form>${filled.replaceAll('name=', 'form="f" name=')}`);
      await person.click('button');
      await answered();
      assert.equal(new URLSearchParams(onlyPost(server)).get('phone'), PHONE);
      assert.equal(new URLSearchParams(onlyPost(server)).get('code'), '123456');
    });

    // Firefox can restore a value to another control of the page than the one that it was typed into.
    test('a reload restores neither the code, nor the value of another field into the code field', async () => {
      await show(`<form>${filled.replace(/(.*)\n(.*)/, '$2$1').replace(/ value="[^"]*"/g, '')}</form>`);
      await focus('phone-input');
      await person.type('9161234567');
      await focus('code-input');
      await person.type('123');
      await person.run(() => {
        window.isOldPage = true;
        setTimeout(() => location.reload());
      });
      await person.until(
        'the page is there again',
        () => !window.isOldPage && document.readyState === 'complete' && !!document.querySelector('code-input').labels,
      );
      await person.run(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
      assert.equal(await person.run(() => document.querySelector('code-input').value), '');
    });

    for (const [way, send] of [
      ['the button', () => person.click('button')],
      ['Enter', () => person.press('Enter')],
    ]) {
      test(`by ${way}, a missing or incomplete value is not posted, and a valid one is posted after it`, async () => {
        await show(`<form method="post">${fields}${button}</form>`);
        await focus('phone-input');
        await send();
        await showsMessage('phone-input');
        assert.equal(await messageOf('phone-input'), 'Enter your phone number');
        // The browser focuses the first invalid field.
        assert.equal(await person.run(() => document.activeElement.localName), 'phone-input');
        await person.type('916');
        await send();
        await person.until('the message has changed', () =>
          document.querySelector('phone-input').shadowRoot.querySelector('#error').innerText.includes('incomplete'),
        );
        await person.type('1234567');
        await send();
        await showsMessage('code-input');
        assert.equal(await messageOf('phone-input'), '');
        await person.until('the focus is in the code field', () => document.activeElement.localName === 'code-input');
        assert.deepEqual(server.posts, []);
        await person.type('123456');
        await send();
        await answered();
        // One post: none of the earlier attempts was sent.
        assert.equal(onlyPost(server), `phone=${PHONE}&code=123456&go=1`);
      });
    }

    test('a form with novalidate posts an incomplete number as an empty value', async () => {
      await show(`<form method="post" novalidate>${fields}${button}</form>`);
      await focus('phone-input');
      await person.type('916');
      await person.press('Enter');
      await answered();
      assert.equal(onlyPost(server), 'phone=&code=&go=1');
    });

    test('a reset restores the values of the markup, which are posted', async () => {
      await show(`<form method="post">${filled}${button}<button type="reset" id="reset">Reset</button></form>`);
      await focus('phone-input');
      await person.press('End');
      await person.press('Backspace');
      await focus('code-input');
      await person.type('9');
      await person.click('#reset');
      await person.click('button');
      await answered();
      assert.equal(onlyPost(server), `phone=${PHONE}&code=123456&go=1`);
    });
  });
}
