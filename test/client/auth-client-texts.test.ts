// The option `texts` of a client: docs/languages.md.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { registerLanguage } from '../../src/locales/language-registry.js';
import { setTextsCheck } from '../../src/locales/merge-texts.js';
import type { Language, Texts } from '../../src/locales/text-keys.js';
import { PHONE, setUpClient } from '../support/client-setup.js';
import { recordCalls } from '../support/recorded-answers.js';

const REFUSED = new AuthError('too-many-requests', { retryAfter: 7200 });

/** Creates a client whose last call was refused, so that its state has an error message. */
async function fail(t: Parameters<typeof setUpClient>[0], options: object) {
  const { client, backend } = setUpClient(t, options);
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', REFUSED);
  await assert.rejects(done);
  return client;
}

test('some texts are replaced, the others are English', async t => {
  const client = await fail(t, { texts: { 'too-many-requests': 'Slow down.', timeout: 'Late.' } });
  assert.equal(client.state.error, 'Slow down.');
  assert.equal(
    (await fail(t, { texts: { timeout: 'Late.' } })).state.error,
    'Too many attempts. Try again in\u00A02\u00A0hours.',
  );
});

test('a check that is installed is called with the texts, and not if there are none', t => {
  const checked: Texts[] = [];
  setTextsCheck(texts => checked.push(texts));
  t.after(() => setTextsCheck(() => {}));
  const texts: Texts = { timeout: 'Late.' };
  const { client } = setUpClient(t, { texts });
  setUpClient(t);
  client.texts = null;
  assert.deepEqual(checked, [texts]);
});

test('a text can be a function of its values: the time as text and in seconds, null for a value that is not known', async t => {
  const seen: object[] = [];
  const texts: Texts = {
    'too-many-requests': values => {
      seen.push(values);
      return `${values.seconds} s`;
    },
  };
  assert.equal((await fail(t, { texts })).state.error, '7200 s');
  assert.deepEqual(seen[0], { n: null, seconds: 7200, time: '2\u00A0hours' });
});

test('new texts apply at once: to the error that is shown, in the notices and in `texts`', async t => {
  const client = await fail(t, {});
  const errors: (string | null)[] = [];
  client.subscribe(state => errors.push(state.error));
  const texts: Texts = { 'too-many-requests': 'Slow down.' };
  client.texts = texts;
  assert.equal(client.texts, texts);
  client.texts = null;
  assert.equal(client.texts, undefined);
  assert.deepEqual(errors, ['Slow down.', 'Too many attempts. Try again in\u00A02\u00A0hours.']);
});

test('texts that name a registered language take the missing ones from it', async t => {
  registerLanguage({ lang: 'qps', 'too-many-requests': '{time}', hours: '{n} x' } as Language);
  t.after(() =>
    (Reflect.get(globalThis, Symbol.for('auth-widget:languages')) as { languages: Map<string, 0> }).languages.clear(),
  );
  assert.equal((await fail(t, { texts: { lang: 'qps-XX' } })).state.error, '2\u00A0x');
});

test('the module of a language exports its texts for a client', async t => {
  const { texts } = await import('../../src/locales/kk.js');
  assert.equal((await fail(t, { texts })).state.error, 'Талпыныс тым көп. Қайталап көруге\u00A02\u00A0сағат қалды.');
});

test('a value that is not a text is ignored', t => {
  const { client } = setUpClient(t, { texts: { 'too-many-requests': 7, server: () => 'x' } as never });
  assert.ok(client instanceof AuthClient);
});

test("policy without a text: the message states the protocol's rule if the client calls the server itself", async t => {
  recordCalls(t, { status: 422, body: { code: 422, text: 'Unprocessable', params: { what: 'login' } } });
  const client = new AuthClient({ baseUrl: 'https://rules.test' });
  t.after(() => client.dispose());
  const message = 'Enter a username of 4 to 32 characters: a–z, 0–9, “_”, “.”, “-”.';
  await assert.rejects(client.login('a', 'correct horse'), { code: 'policy', field: 'login', message });
  assert.deepEqual([client.hasReferenceRules, setUpClient(t).client.hasReferenceRules], [true, false]);
});
