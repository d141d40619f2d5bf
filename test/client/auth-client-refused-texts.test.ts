// Texts of a page that can't be used: tags that `Intl` refuses, and functions that throw. Every promise settles all the same.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { errors as errorsEn } from '../../src/locales/en.js';
import { errors as errorsRu } from '../../src/locales/ru.js';
import { registerLanguage } from '../../src/locales/language-registry.js';
import type { Language } from '../../src/locales/text-keys.js';
import { settle } from '../support/clock.js';
import { setUpClient } from '../support/client-setup.js';

/** Records what is reported to the page. */
function recordReports(t: TestContext): string[] {
  const reports: string[] = [];
  const native = globalThis.setTimeout;
  globalThis.setTimeout = ((run: () => void, wait?: number) =>
    wait === undefined
      ? queueMicrotask(() => assert.throws(run, error => reports.push(String(error)) > 0))
      : native(run, wait)) as never;
  t.after(() => (globalThis.setTimeout = native));
  return reports;
}

/** Enters a wrong code with two attempts left, and returns the message of the error. */
async function enterWrongCode({ client, backend, awaitCode }: ReturnType<typeof setUpClient>): Promise<string | null> {
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
  await assert.rejects(done, { code: 'wrong-code' });
  assert.equal(client.state.isLoading, false);
  return client.state.error;
}

for (const lang of ['ru_RU', 'en_US', 'x', '', 'C', 5, null])
  test(`texts in the language ${JSON.stringify(lang)}: a wrong code rejects, and its text is shown`, async t => {
    const texts = { ...(lang === 'ru_RU' ? errorsRu : errorsEn), lang } as never;
    const setup = setUpClient(t, { texts });
    assert.match((await enterWrongCode(setup)) ?? '', /2/);
    // The setter writes the text that is shown again.
    setup.client.texts = { lang } as never;
    assert.ok(setup.client.state.error);
  });

test('a text function that throws: our text is shown, and the page hears of the error', async t => {
  const reports = recordReports(t);
  const fail = () => {
    throw new Error('of the page');
  };
  const setup = setUpClient(t, { texts: { 'wrong-code': fail } });
  assert.match((await enterWrongCode(setup)) ?? '', /isn’t right/);
  assert.ok(reports.includes('Error: of the page'));
});

test('a function of a registered language that throws: the English text is shown, and the page hears of the error', async t => {
  const reports = recordReports(t);
  const fail = () => {
    throw new Error('of the language');
  };
  registerLanguage({ ...errorsEn, 'wrong-code': fail, hours: fail, lang: 'xx' } as unknown as Language);
  const setup = setUpClient(t, { texts: { lang: 'xx' } });
  assert.match((await enterWrongCode(setup)) ?? '', /isn’t right/);
  const { client, backend } = setup;
  const again = client.loginWithSmsCode('654321');
  await backend.answer('verifyCode', new AuthError('blocked', { retryAfter: 7200 }));
  await assert.rejects(again);
  await settle();
  assert.match(client.state.error ?? '', /2h/);
  assert.ok(reports.includes('Error: of the language'));
});

for (const text of [undefined, null, 5])
  test(`a text of a registered language that is ${text}: a wrong code rejects, and the English text is shown`, async t => {
    registerLanguage({ ...errorsEn, 'wrong-code': text, lang: 'xx' } as unknown as Language);
    assert.match((await enterWrongCode(setUpClient(t, { texts: { lang: 'xx' } }))) ?? '', /isn’t right/);
  });
