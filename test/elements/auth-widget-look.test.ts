// What a person sees of the widget while it is busy and once they are signed in.
import { expect } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import { until } from '../support/browser.js';
import { FakeBackend, FakeStore, session } from '../support/fake-backend.js';

it('busy: the code says so, and neither the form nor the card is drawn otherwise', async () => {
  const backend = new FakeBackend();
  const widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store: new FakeStore(), lang: 'en', mode: 'phone-login' });
  document.body.append(widget);
  const find = (selector: string) => widget.shadowRoot!.querySelector<HTMLElement>(selector)!;
  await until(() => find('phone-input'));
  const height = find('form').offsetHeight;
  const asked = widget.client.loginByPhone('79161234567');
  await until(() => find('form[aria-busy=true] .spinner'));
  const { borderStyle, animationName } = getComputedStyle(find('form'));
  expect([borderStyle, animationName]).to.deep.equal(['none', 'none']);
  expect(find('form').offsetHeight, 'nothing moves').to.equal(height);
  await backend.answer('requestCode', {});
  await asked;
  await until(() => find('code-input'));
  const confirmed = widget.client.loginWithSmsCode('123456');
  const cell = () => find('code-input').shadowRoot!.querySelector('[part=cell]')!;
  await until(() => getComputedStyle(cell()).borderStyle === 'dashed');
  expect(getComputedStyle(find('form')).borderStyle).to.equal('none');
  await backend.answer('verifyCode', session());
  await confirmed;
  widget.client.dispose();
  widget.remove();
});

it('signed in: the picture stands above the name', async () => {
  const backend = new FakeBackend();
  const widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store: new FakeStore(), lang: 'en', mode: 'login' });
  document.body.append(widget);
  const find = (selector: string) => widget.shadowRoot!.querySelector<HTMLElement>(selector)!;
  await until(() => find('input[name=login]'));
  const done = widget.client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  await until(() => find('.avatar'));
  const bottom = find('.avatar').getBoundingClientRect().bottom;
  expect(bottom).to.be.at.most(find('[part=title]').getBoundingClientRect().top);
  widget.client.dispose();
  widget.remove();
});
