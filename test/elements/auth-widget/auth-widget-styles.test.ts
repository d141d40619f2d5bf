// auth-widget: its styles while busy, when signed in, and with styles that it inherits from the page.
import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { AuthError } from '../../../src/core/auth-error.js';
import { click, pointIn, until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session } from '../../support/held-backend.js';
import {
  backend,
  button,
  find,
  mount,
  settled,
  signIn,
  submitButton,
  toCode,
  toRejectedCode,
  widget,
} from '../../support/widget.js';

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

  it('a button is filled if it is the next step: not while a wait lasts, and not if it leads back', async () => {
    const look = async (name: string) => {
      await settled();
      const { backgroundColor } = getComputedStyle(button(name));
      return backgroundColor === 'rgb(36, 87, 230)' ? 'filled' : 'quiet';
    };
    await mount();
    expect(await look('Get a code')).to.equal('filled');
    await toRejectedCode(new AuthError('code-expired', { status: 410 }));
    expect(await look('Get a new code'), 'a wait lasts').to.equal('quiet');
    widget.client.back();
    await toCode({ resendIn: 0 });
    const expired = widget.client.loginWithSmsCode('111111').catch(() => {});
    await backend.answer('verifyCode', new AuthError('code-expired', { status: 410 }));
    await expired;
    expect(await look('Get a new code')).to.equal('filled');
    widget.client.back();
    const refused = widget.client.loginByPhone('9161234567').catch(() => {});
    await backend.answer('requestCode', new AuthError('too-many-requests', { retryAfter: 60 }));
    await refused;
    expect(await look('Get a code'), 'a wait lasts').to.equal('quiet');
    await mount('login');
    await signIn({ created: true });
    expect(await look('Keep the new account')).to.equal('filled');
    expect(await look('It was a typo: sign out')).to.equal('quiet');
    await click(button('Keep the new account'));
    expect(await look('Sign out')).to.equal('quiet');
  });

  it('under the mouse a field has a border in the colour of its text, and with an error one in the colour of errors', async () => {
    for (const [mode, host] of [
      ['login', () => widget],
      ['phone-login', () => find('phone-input')],
    ] as const) {
      await mount({ mode });
      const field = () => [...host().shadowRoot!.querySelectorAll('input')].at(-1)!;
      const hover = async () => {
        submitButton().focus();
        await sendMouse({ type: 'move', position: pointIn(field()) });
        await until(() => field().matches(':hover:not(:focus)'));
        return getComputedStyle(field()).borderTopColor;
      };
      expect(await hover(), mode).to.equal(getComputedStyle(field()).color);
      await click(submitButton());
      await until(() => field().ariaInvalid === 'true');
      const error = host().shadowRoot!.querySelector('#error, .error:not(:empty)')!;
      expect(await hover(), mode).to.equal(getComputedStyle(error).color);
    }
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
