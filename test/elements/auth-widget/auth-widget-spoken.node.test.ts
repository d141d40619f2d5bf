// What a virtual screen reader says while a person registers, signs in and signs out. The scripts are in
// test/spoken/; `npm run spoken` updates them. Read what has changed before you commit it.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import test, { mock } from 'node:test';
import * as en from '../../../src/locales/en.js';
import * as ru from '../../../src/locales/ru.js';
import { findButton, findField, findText, plainUser } from '../../../src/testing/dom.js';
import { MemoryBackend, MemoryStore, type BackendCall } from '../../../src/testing/index.js';
import { SpokenScript } from '../../support/spoken.js';
import { installDom } from '../../support/test-dom.js';

const INTRODUCTION = `# What is spoken while a person registers, signs in and signs out

Written by test/elements/auth-widget/auth-widget-spoken.node.test.ts; renewed by \`npm run spoken\`. A line with > is what the person does.
The lines below it are what a virtual screen reader says: "assertive" and "polite" are live regions, the others are what
gets the focus or is read. The words for roles and states (button, invalid) are those of the reader.
`;

const NEW_PHONE = '916 123-45-67';
const KNOWN_PHONE = '916 765-43-21';
const NAMELESS_PHONE = '916 111-22-33';
const NAMES = { en: 'Anna', ru: 'Анна' };

const close = installDom('jsdom');
await import('../../../src/define/auth-widget.js');
test.after(close);

for (const [lang, locale] of [
  ['en', en],
  ['ru', ru],
] as const) {
  test(`what is spoken, ${lang}`, async t => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.UTC(2026, 0, 15, 12) });
    const words = { ...locale.widgetTexts, ...locale.phoneInputTexts, ...locale.codeInputTexts };
    const name = NAMES[lang];
    const backend = new MemoryBackend();
    backend.addAccount({ phone: KNOWN_PHONE, displayName: name });
    backend.addAccount({ login: 'anna', password: 'correct horse', displayName: name });
    const widget = document.createElement('auth-widget');
    Object.assign(widget, { lang, backend, store: new MemoryStore() });
    document.body.append(widget);
    await findField(widget, words.phone);
    const script = await SpokenScript.start(widget);
    t.after(async () => {
      await script.stop();
      widget.client.dispose();
      widget.remove();
      mock.timers.reset();
    });

    const press = (button: string) =>
      script.does(`presses “${button}”`, async () => plainUser.click(await findButton(widget, button)));
    const type = (field: string, text: string) =>
      script.does(`types ${text} into “${field}”`, async () => plainUser.type(await findField(widget, field), text));
    /** Answers the call that `act` makes, a moment later. */
    async function answered(call: BackendCall, act: () => Promise<void>): Promise<void> {
      const stalled = backend.stallNext(call);
      await act();
      await stalled.started;
      await script.does('the server answers', () => stalled.release());
    }
    const waits = (seconds: number, step = 1) =>
      script.does(`${seconds} seconds pass`, async () => {
        for (let passed = 0; passed < seconds; passed += step) {
          mock.timers.tick(step * 1000);
          await widget.updateComplete;
        }
      });
    const enterCode = (code: string) => answered('verifyCode', () => replace(words.code, code));
    /** Types over what is in a field, because a code that was rejected is selected. */
    async function replace(field: string, text: string): Promise<void> {
      const input = await findField(widget, field);
      if (input.value) {
        input.value = '';
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }
      await type(field, text);
    }
    const read = (what: string) => script.readsAll(what);
    const signedIn = words.signedInAs.toString().replace('{name}', name);
    async function signOut(): Promise<void> {
      await findText(widget, signedIn);
      await answered('endSession', () => press(words.signOut));
    }

    script.section('Registration by phone');
    await read('the form');
    await press(words.createAccount);
    await read('the form');
    await press(words.requestCode);
    await type(words.phone, NEW_PHONE);
    await type(words.displayName, name);
    await answered('requestCode', () => press(words.requestCode));
    await read('the form for the code');
    await enterCode(backend.codeFor(NEW_PHONE));
    await read('who is signed in');
    await signOut();

    script.section('Sign-in by phone, a wrong code, a new code');
    await read('the form');
    await type(words.phone, KNOWN_PHONE);
    await answered('requestCode', () => press(words.requestCode));
    await enterCode('000000');
    await read('the form with the wrong code');
    await waits(60);
    await answered('requestCode', () => press(words.resend));
    await enterCode(backend.codeFor(KNOWN_PHONE));
    await signOut();

    script.section('A block');
    await waits(60);
    await type(words.phone, KNOWN_PHONE);
    await answered('requestCode', () => press(words.requestCode));
    for (const code of ['000000', '000001', '000002']) await enterCode(code);
    await read('the form of the blocked number');
    await waits(20);
    await waits(880, 40);
    await read('the form after the block');

    script.section('Sign-in by password');
    await press(words.passwordMethod);
    await read('the form');
    await type(words.login, 'anna');
    await type(words.password, 'wrong horse');
    await press(words.showPassword);
    await press(words.showPassword);
    await answered('login', () => press(words.signIn));
    await replace(words.password, 'correct horse');
    await answered('login', () => press(words.signIn));
    await read('who is signed in');
    await signOut();

    script.section('A number without a name');
    await press(words.phoneMethod);
    await type(words.phone, NAMELESS_PHONE);
    await answered('requestCode', () => press(words.requestCode));
    await enterCode(backend.codeFor(NAMELESS_PHONE));
    await read('the form for the name');
    await press(words.saveName);
    await type(words.displayName, name);
    await answered('setDisplayName', () => press(words.saveName));
    await signOut();

    script.section('An account by accident');
    await press(words.passwordMethod);
    await type(words.login, 'annna');
    await type(words.password, 'correct horse');
    await answered('login', () => press(words.signIn));
    await read('who is signed in');
    await findText(widget, words.signedInAs.toString().replace('{name}', 'annna'));
    await answered('endSession', () => press(words.undoAccount));

    script.section('A captcha');
    const captcha = Object.assign(document.createElement('button'), { slot: 'challenge', textContent: 'Captcha' });
    widget.append(captcha);
    let solve!: (token: string) => void;
    widget.challenge = () => new Promise(resolve => (solve = resolve));
    backend.failNext('requestCode', {
      code: 'challenge',
      challenge: { type: 'turnstile', siteKey: 'key' },
    });
    await press(words.phoneMethod);
    await type(words.phone, KNOWN_PHONE);
    await press(words.requestCode);
    await read('the form with the captcha');
    await answered('requestCode', () => script.does('solves the captcha', () => solve('token')));
    captcha.remove();

    script.section('An expired code');
    backend.failNext('verifyCode', 'code-expired');
    await type(words.code, '000000');
    await read('the form with the expired code');

    script.section('Offline');
    await press(words.back);
    backend.isOffline = true;
    await press(words.requestCode);
    await read('the form without a network');

    const actual = `${INTRODUCTION}\n${script.text}`;
    const file = new URL(`../../spoken/${lang}.txt`, import.meta.url);
    if (process.env.SPOKEN === 'renew') {
      mkdirSync(new URL('..', file), { recursive: true });
      writeFileSync(file, actual);
    }
    assert.equal(actual, readFileSync(file, 'utf8'), 'where that is meant: npm run spoken');
  });
}
