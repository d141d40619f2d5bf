// auth-widget: where the focus goes after an action: docs/behaviour/flow.md#focus. The controller alone:
// focus-controller.test.ts.
import { expect, fixture, html } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import type { PhoneInput } from '../../../src/elements/phone-input/phone-input.js';
import { click, press, type, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import {
  answerRequestCode,
  backend,
  button,
  codeField,
  fill,
  find,
  focused,
  focusedAt,
  mount,
  requestCode,
  settled,
  signIn,
  submitButton,
  toCode,
  typePhone,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

describe('auth-widget: the focus follows a step', () => {
  it('the widget takes no focus when it appears; a code that the user requests leads to the field of the code', async () => {
    await mount();
    expect(document.activeElement).to.equal(document.body);
    await requestCode();
    await answerRequestCode();
    expect(focusedAt()).to.equal('code');
  });

  it('a widget that is moved while the server is asked still leads to the field of the code', async () => {
    await mount();
    await requestCode();
    document.body.append(widget);
    await answerRequestCode();
    expect(focusedAt()).to.equal('code');
    widget.remove();
  });

  it('a sign-out leads to the form, once it is over', async () => {
    await mount('login');
    await signIn();
    button('Sign out').focus();
    await press('Enter');
    await until(() => widget.state.isLoading);
    await backend.answer('endSession');
    await until(() => !widget.state.isLoading);
    await settled();
    expect(focusedAt()).to.equal('login');
  });

  it('a name that the server rejects after it has accepted the code leads to the name', async () => {
    await mount('phone-register');
    const requested = widget.client.registerByPhone('9161234567', 'Anna');
    await backend.answer('requestCode', {});
    await requested;
    await settled();
    codeField().focus();
    await type('123456');
    await backend.answer('verifyCode', session({ displayName: null }));
    await settled();
    expect(widget.state.isLoading).to.equal(true);
    await backend.answer('setDisplayName', new AuthError('network'));
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('displayName');
  });

  it('a sign-in leads to the card if the page has slotted in its own view', async () => {
    await mount();
    widget.innerHTML = '<div slot="signed-in"><h2>Hi</h2></div>';
    (await toCode()).focus();
    await type('123456');
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    await settled();
    expect(focused()?.getAttribute('part')).to.equal('card');
  });

  describe('with the focus on an ancestor of the widget, where Safari puts it after a click on a button', () => {
    async function mountIn(mode: 'phone-login' | 'login'): Promise<void> {
      const main = await mount(mode, inside => html`<main tabindex="-1"><div>${inside}</div></main>`);
      main.addEventListener('mousedown', event => {
        if (!(event.composedPath()[0] as Element).closest('button')) return;
        event.preventDefault();
        main.focus();
      });
    }

    it('it goes to the next screen', async () => {
      await mountIn('phone-login');
      await typePhone();
      await click(submitButton());
      await settled();
      expect(focusedAt()).to.equal(undefined);
      await answerRequestCode();
      expect(focusedAt()).to.equal('code');
    });

    it('it goes to the rejected field', async () => {
      await mountIn('login');
      await fill('anna', 'battery staple');
      await click(submitButton());
      await settled();
      expect(focusedAt()).to.equal(undefined);
      await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
      await settled();
      expect(focusedAt()).to.equal('password');
    });
  });

  it('a sign-in in a widget that was moved to another document leads to the heading', async () => {
    await mount('login');
    const frame = await fixture<HTMLIFrameElement>(
      html`<iframe title="another" style="position: fixed; inset: 0; width: 100%; height: 100%; border: 0"></iframe>`,
    );
    frame.contentDocument!.body.append(widget);
    await settled();
    await click(find('#login')); // WebKitGTK may still send keys to the page around the frame after focus()
    await fill('anna', 'correct horse');
    await press('Enter');
    await backend.answer('login', session());
    await until(() => widget.state.isAuthenticated);
    await settled();
    expect(focusedAt()).to.equal('h2');
  });
});

describe('auth-widget: the focus stays where the user has put it', () => {
  it('a link of the page that is slotted into the widget', async () => {
    await mount();
    widget.innerHTML = '<a slot="footer" href="#terms">Terms</a>';
    const link = widget.querySelector('a')!;
    await requestCode();
    link.focus();
    await answerRequestCode();
    expect(document.activeElement === link).to.equal(true);
  });

  it('a field next to the widget, in the same shadow root', async () => {
    await mount();
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const field = document.createElement('input');
    host.attachShadow({ mode: 'open' }).append(field, widget);
    await settled();
    await requestCode();
    field.focus();
    await answerRequestCode();
    expect(host.shadowRoot!.activeElement === field).to.equal(true);
  });

  it('a field in the shadow root around the one that the widget is in', async () => {
    await mount();
    const outer = await fixture<HTMLElement>(html`<div></div>`);
    const field = document.createElement('input');
    const inner = document.createElement('div');
    outer.attachShadow({ mode: 'open' }).append(field, inner);
    inner.attachShadow({ mode: 'open' }).append(widget);
    await settled();
    await requestCode();
    field.focus();
    await answerRequestCode();
    expect(outer.shadowRoot!.activeElement === field).to.equal(true);
  });
});

describe('auth-widget: the focus goes to what was rejected', () => {
  it('a number that is not complete is focused', async () => {
    await mount();
    const phone = find<PhoneInput>('phone-input');
    phone.value = '916';
    await click(submitButton());
    await settled();
    expect(widget.state.error).to.equal('The number is incomplete. Enter all ten digits after +7.');
    expect(focused() === phone).to.equal(true);
    expect(backend.calls).to.deep.equal([]);
  });

  it('a wrong password is focused and selected', async () => {
    await mount('login');
    await fill('anna', 'wrong horse');
    await click(submitButton());
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await until(() => widget.state.error);
    await until(() => focused() === find('#password'));
    await settled();
    const { selectionStart, selectionEnd } = find('#password');
    expect([selectionStart, selectionEnd]).to.deep.equal([0, 'wrong horse'.length]);
  });

  it('a wrong code that the button has sent is focused and selected', async () => {
    await mount();
    const code = await toCode();
    code.focus();
    await type('000000');
    await backend.answer('verifyCode', new AuthError('network'));
    await settled();
    await click(submitButton());
    await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
    await until(() => widget.state.error);
    await until(() => focused() === find('code-input'));
    await settled();
    const { selectionStart, selectionEnd } = find('code-input').shadowRoot!.querySelector('input')!;
    expect([selectionStart, selectionEnd]).to.deep.equal([0, 6]);
  });
});
