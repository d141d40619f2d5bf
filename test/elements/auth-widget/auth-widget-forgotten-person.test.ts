// What the form forgets when the person signs out before a name is given, here or in another tab.
import { expect } from '@open-wc/testing';
import { inner, type } from '../../support/browser.js';
import { FakeStore, session } from '../../support/held-backend.js';
import {
  backend,
  find,
  mount,
  phoneField,
  query,
  requestCode,
  answerRequestCode,
  settled,
  widget,
} from '../../support/widget.js';

async function toName(store: FakeStore): Promise<void> {
  await mount({ store });
  await requestCode();
  await answerRequestCode();
  await type('111111');
  await backend.answer('verifyCode', session({ displayName: null }));
  await settled();
  find('#displayName').focus();
  await type('Anna');
}

describe('auth-widget: a person who signs out in the name step', () => {
  for (const where of ['by the page', 'in another tab'] as const)
    it(`is forgotten, ${where}: the next one finds neither the number nor the name`, async () => {
      const store = new FakeStore();
      await toName(store);
      if (where === 'by the page') {
        const left = widget.client.logout();
        await backend.answer('endSession');
        await left;
      } else store.change(null);
      await settled();
      expect(inner(phoneField()).value).to.equal('');
      await requestCode();
      await answerRequestCode();
      await type('222222');
      await backend.answer('verifyCode', session({ user: 'u2', displayName: null }));
      await settled();
      expect(find('#displayName').value).to.equal('');
    });

  it('on the code screen: the form has no number', async () => {
    await mount();
    await requestCode();
    await answerRequestCode();
    await widget.client.logout();
    await settled();
    expect([query('code-input'), inner(phoneField()).value]).to.deep.equal([null, '']);
  });
});
