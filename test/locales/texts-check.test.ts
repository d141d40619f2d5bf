// The export condition `development`: a warning for unknown keys of `texts`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import { AuthClient } from '../../src/client/auth-client.js';
import '../../src/development/check.js';
import { LanguageController } from '../../src/elements/language-controller.js';
import type { PhoneInputTexts, Texts } from '../../src/locales/text-keys.js';
import { phoneInputTexts } from '../../src/locales/en-and-ru.js';
import { HeldBackend, FakeStore } from '../support/held-backend.js';

const host = {
  hasAttribute: () => false,
  getAttribute: () => null,
  addController: () => {},
} as unknown as Element & ReactiveControllerHost;

const useInElement = (texts: Texts) =>
  new LanguageController<PhoneInputTexts>(host, [phoneInputTexts], () => [texts]).current;

test('an unknown key is named, once for each object', t => {
  const { mock } = t.mock.method(console, 'warn', () => {});
  const texts = { signIntitle: 'Welcome', signInTitle: 'Welcome', phnoe: 'Mobile' } as Texts;
  useInElement(texts);
  useInElement(texts);
  const client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore(), texts });
  client.dispose();
  assert.equal(mock.callCount(), 1);
  assert.match(String(mock.calls[0]!.arguments[0]), /signIntitle, phnoe\. docs\/languages\.md/);
});

test('the keys of any element are known everywhere', t => {
  const { mock } = t.mock.method(console, 'warn', () => {});
  useInElement({ lang: 'en', hours: '{n} h', signInTitle: 'a', codeMissing: 'b', blocked: 'c', phone: 'd' });
  assert.equal(mock.callCount(), 0);
});
