// auth-widget: its styles while busy, when signed in, and with styles that it inherits from the page.
import { expect } from '@open-wc/testing';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session } from '../../support/held-backend.js';
import { find, mount, signIn, widget } from '../../support/widget.js';

describe('auth-widget: styles', () => {
  it('busy: the cells of the code are dashed; the form and the card stay as they are', async () => {
    const backend = new HeldBackend();
    const widget = document.createElement('auth-widget');
    Object.assign(widget, { backend, store: new FakeStore(), lang: 'en', mode: 'phone-login' });
    document.body.append(widget);
    const find = (selector: string) => widget.shadowRoot!.querySelector<HTMLElement>(selector)!;
    await until(() => find('phone-input'));
    const height = find('form').offsetHeight;
    const requested = widget.client.loginByPhone('79161234567');
    await until(() => find('form[aria-busy=true] .spinner'));
    const { borderStyle, animationName } = getComputedStyle(find('form'));
    expect([borderStyle, animationName]).to.deep.equal(['none', 'none']);
    expect(find('form').offsetHeight, 'nothing moves').to.equal(height);
    await backend.answer('requestCode', {});
    await requested;
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

  it('signed in: the avatar is above the name', async () => {
    const backend = new HeldBackend();
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

  it('signed in: the gap between name and button is that of a form', async () => {
    await mount({ mode: 'login' });
    const gap = (selector: string) => getComputedStyle(find<HTMLElement>(selector)).rowGap;
    const between = gap('form');
    await signIn();
    expect(gap('slot[name=signed-in]')).to.equal(between);
  });

  for (const whiteSpace of ['pre-wrap', 'pre', 'nowrap']) {
    it(`white-space: ${whiteSpace} around it changes nothing`, async () => {
      for (const mode of ['register', 'phone-login']) {
        await mount({ mode });
        const size = () => [widget.offsetWidth, widget.offsetHeight, find<HTMLElement>('[part=card]').scrollWidth];
        const before = size();
        widget.parentElement!.style.whiteSpace = whiteSpace;
        expect(size()).to.deep.equal(before);
      }
    });
  }
});
