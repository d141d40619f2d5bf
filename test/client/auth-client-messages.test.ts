// The error message in the state: docs/behaviour/flow.md#errors-and-texts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

test('a retryAfter with a fraction is shown in whole seconds, rounded up', async t => {
  for (const [retryAfter, time] of [
    [59.4, '1\u00A0minute'],
    [0.2, '1\u00A0second'],
    [3599.01, '1\u00A0hour'],
    [12, '12\u00A0seconds'],
  ] as const) {
    const { client, backend } = setUpClient(t);
    const done = client.loginByPhone(PHONE);
    await backend.answer('requestCode', new AuthError('too-many-requests', { retryAfter }));
    await assert.rejects(done, { message: `Too many attempts. Try again in\u00A0${time}.` });
    assert.equal(client.state.error, `Too many attempts. Try again in\u00A0${time}.`);
  }
});

test('a code is requested in the language of the widget, or else in that of the texts', async t => {
  for (const [lang, textsLang, requested] of [
    [undefined, undefined, undefined],
    [undefined, 'ru_RU', 'ru-RU'],
    ['kk', 'ru', 'kk'],
    ['no tag', undefined, undefined],
  ] as const) {
    const { client, backend } = setUpClient(t, { texts: textsLang && { lang: textsLang } });
    client.lang = lang;
    const done = client.loginByPhone(PHONE);
    await backend.answer('requestCode');
    await done;
    assert.equal((backend.calls[0]!.options as { lang?: string }).lang, requested);
  }
});
