// What people see and do in the widget, where a review once found it wanting.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import type { CodeInput } from '../../src/elements/code-input.js';
import { CodeCompleteEvent } from '../../src/elements/code-input.events.js';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { cdp, click, inner, isChromium, press, type, until } from '../support/browser.js';
import { FakeBackend, FakeStore, session } from '../support/fake-backend.js';
import {
  backend,
  button,
  fill,
  find,
  focused,
  maybe,
  mount,
  settled,
  signIn,
  submitButton,
  toCode,
  widget,
} from '../support/widget.js';

const wrongCode = () => new AuthError('wrong-code', { status: 401, attemptsLeft: 2 });
const codes = () => backend.calls.filter(({ method }) => method === 'verifyCode').map(({ args }) => args[1]);

afterEach(() => widget.client.dispose());

describe('auth-widget, people: the code', () => {
  /** The code that was typed, with real keys, was wrong. */
  async function failOnce(code: string): Promise<CodeInput> {
    await mount();
    const input = await toCode();
    input.focus();
    await type(code);
    await backend.answer('verifyCode', wrongCode());
    await until(() => widget.state.error);
    await settled();
    expect(codes()).to.deep.equal([code]);
    return input;
  }

  it('after a wrong code another one that no key has typed is submitted by a click on Confirm, once', async () => {
    const input = await failOnce('111111');
    input.value = '222222';
    await click(submitButton());
    await settled();
    expect(codes()).to.deep.equal(['111111', '222222']);
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
  });

  it('after a wrong code another one that comes complete, as from an SMS, is submitted at once', async () => {
    const input = await failOnce('111111');
    input.value = '222222';
    input.dispatchEvent(new CodeCompleteEvent('222222'));
    await settled();
    expect(codes()).to.deep.equal(['111111', '222222']);
  });

  it('the same wrong code is not submitted again: it would cost a try', async () => {
    const input = await failOnce('111111');
    await click(submitButton());
    await settled();
    input.value = '111111';
    input.dispatchEvent(new CodeCompleteEvent('111111'));
    await click(submitButton());
    await settled();
    expect(codes()).to.deep.equal(['111111']);
    expect(widget.state.error).to.equal('Wrong code. Tries left: 2.');
  });

  it('nor after a key that the field refuses, whose message stays', async () => {
    await failOnce('111111');
    await type('a');
    await press('Enter');
    await type(' ');
    await press('Enter');
    await settled();
    expect(codes()).to.deep.equal(['111111']);
    expect(widget.state.error).to.equal('Wrong code. Tries left: 2.');
    await type('2');
    await settled();
    expect(widget.state.error).to.equal(null);
  });

  it('a wrong code is focused and selected after a click on Confirm: typing replaces it', async () => {
    await mount();
    const input = await toCode({ resendIn: 60, codeLength: 6 });
    input.value = '111111';
    await click(submitButton());
    await backend.answer('verifyCode', wrongCode());
    await until(() => widget.state.error);
    await until(() => focused() === input);
    await settled();
    const { selectionStart, selectionEnd } = inner(input);
    expect([selectionStart, selectionEnd]).to.deep.equal([0, 6]);
    await type('2');
    expect(input.value).to.equal('2');
  });

  it('a server that refuses the code at once: the message stays until the next key', async () => {
    await mount();
    const input = await toCode();
    backend.verifyCode = () => Promise.reject(wrongCode());
    input.focus();
    await type('111111');
    await settled();
    expect(widget.state.error).to.equal('Wrong code. Tries left: 2.');
    expect(input.error).to.equal('Wrong code. Tries left: 2.');
    await type('2');
    await settled();
    expect(widget.state.error).to.equal(null);
  });

  it('a click that asks for a new code puts the focus where it goes', async () => {
    await mount();
    const input = await toCode({ resendIn: 0 });
    await click(button('Send a new code'));
    expect(backend.count('requestCode')).to.equal(2);
    expect(focused()).to.equal(input);
    await backend.answer('requestCode', { resendIn: 60 });
    await until(() => !widget.state.isLoading);
    await settled();
    expect(focused()).to.equal(input);
  });
});

describe('auth-widget, people: the number and the name', () => {
  it('Back shows the number that was asked for last, not one that was typed before it', async () => {
    await mount();
    find<PhoneInput>('phone-input').focus();
    await type('9161234567');
    await click(button('Password'));
    await settled();
    await click(button('Phone'));
    await settled();
    const phone = find<PhoneInput>('phone-input');
    expect(phone.value).to.equal('79161234567', 'it is not lost either');
    phone.focus();
    await press('Control+a');
    await type('9037654321');
    expect(phone.value).to.equal('79037654321');
    await press('Enter');
    await backend.answer('requestCode', { resendIn: 60 });
    await until(() => maybe('code-input'));
    await settled();
    expect(backend.last('requestCode')).to.deep.equal(['79037654321']);
    await click(find<CodeInput>('code-input').shadowRoot!.querySelector<HTMLElement>('[part=back]')!);
    await until(() => maybe('phone-input'));
    await settled();
    expect(find<PhoneInput>('phone-input').value).to.equal('79037654321');
  });

  for (const [typed, text] of [
    ['91612', '+7 (916) 12'],
    ['8', '+7 (8'],
    ['', ''],
  ] as const) {
    it(`«${text}» is there again after a look at the other method`, async () => {
      await mount();
      find<PhoneInput>('phone-input').value = '9037654321';
      find<PhoneInput>('phone-input').focus();
      await press('Control+a');
      await press('Backspace');
      if (typed) await type(typed);
      await click(button('Password'));
      await settled();
      await click(button('Phone'));
      await settled();
      const phone = find<PhoneInput>('phone-input');
      expect(inner(phone).value).to.equal(text);
      phone.focus();
      await press('End');
      await type('9031234567'.slice(typed.length));
      expect(phone.value.length).to.equal(11);
    });
  }

  it('a click on «Get a code» with a number that is none focuses the number', async () => {
    await mount();
    const phone = find<PhoneInput>('phone-input');
    phone.value = '916';
    await click(submitButton());
    await settled();
    expect(widget.state.error).to.equal('Enter a Russian number: +7 and ten digits.');
    expect(focused()).to.equal(phone);
    expect(backend.calls).to.deep.equal([]);
  });

  it('the name of a registration that failed, followed by one without a name: the field never says «undefined»', async () => {
    await mount('phone-register');
    const seen = new Set<string>();
    const look = async () => {
      await settled();
      seen.add(find('#displayName').value);
    };
    await look();
    const named = widget.client.registerByPhone('9161234567', 'Anna').catch(() => {});
    await look();
    await backend.answer('requestCode', new AuthError('server'));
    await named;
    await look();
    expect(find('#displayName').value).to.equal('Anna');
    const unnamed = widget.client.sendRegistrationSms('9161234567').catch(() => {});
    await look();
    await backend.answer('requestCode', new AuthError('server'));
    await unnamed;
    await look();
    expect([...seen]).to.deep.equal(['', 'Anna']);
  });
});

describe('auth-widget, people: login and password', () => {
  it('a wrong password focuses the password, selected', async () => {
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

  it('a password that was shown is hidden when the form is sent, and stays so', async () => {
    await mount('login');
    await fill('anna', 'wrong horse');
    await click(find('.eye'));
    await settled();
    expect(find('#password').type).to.equal('text');
    await click(submitButton());
    await settled();
    expect(find('#password').type).to.equal('password');
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await until(() => widget.state.error);
    await settled();
    expect(find('#password').type).to.equal('password');
    expect(find('.eye').getAttribute('aria-pressed')).to.equal('false');
  });

  it('what somebody typed who signed in is not there for the one whose client comes next', async () => {
    await mount('login');
    await fill('anna', 'correct horse');
    await press('Enter');
    await backend.answer('login', session());
    await until(() => widget.state.isAuthenticated);
    const former = widget.client;
    widget.client = new AuthClient({ backend: new FakeBackend(), store: new FakeStore(), mode: 'login' });
    former.dispose();
    await until(() => maybe('#login'));
    expect(find('#login').value).to.equal('');
  });

  it('whoever comes after a sign-out types a password that is not shown', async () => {
    await mount('login');
    await click(find('.eye'));
    await settled();
    expect(find('#password').type).to.equal('text');
    // Not by this form: by the app, or in another tab.
    await signIn();
    await click(button('Sign out'));
    await backend.answer('endSession');
    await until(() => maybe('#password'));
    await settled();
    expect(find('#password').type).to.equal('password');
  });

  for (const [mode, messages] of [
    [
      'register',
      {
        en: 'This login is taken, and the password does not match.',
        ru: 'Этот логин занят, и пароль не подходит.',
      },
    ],
    ['login', { en: 'Login and password do not match.', ru: 'Логин и пароль не подходят.' }],
  ] as const) {
    it(`a password that does not match, in ${mode}: what it says in both languages`, async () => {
      await mount(mode);
      const told: string[] = [];
      widget.addEventListener('auth-error', ({ message }) => told.push(message));
      await fill('anna', 'wrong horse', mode === 'register' ? 'wrong horse' : undefined);
      await press('Enter');
      await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
      await until(() => widget.state.error);
      for (const lang of ['en', 'ru'] as const) {
        widget.lang = lang;
        await settled();
        expect(find('#password-error').textContent).to.equal(messages[lang]);
        expect(widget.state.error).to.equal(messages[lang]);
      }
      expect(told).to.deep.equal([messages.en]);
    });
  }

  for (const mode of ['login', 'register'] as const) {
    it(`an account that was made in ${mode}: a notice where it may be a typing mistake`, async () => {
      await mount(mode);
      await signIn({ created: true });
      const notice = find('#notice').textContent;
      if (mode === 'login') expect(notice).to.contain('A new account was created: Anna.');
      else expect(notice).to.equal('');
    });
  }
});

describe('auth-widget, people: what is read aloud', () => {
  if (isChromium) {
    it('the notice of a made account describes the heading that has the focus', async () => {
      await mount('login');
      await fill('anna', 'correct horse');
      await press('Enter');
      await backend.answer('login', session({ created: true }));
      await until(() => focused()?.localName === 'h2');
      interface Node {
        readonly role: { readonly value: string };
        readonly name?: { readonly value: string };
        readonly description?: { readonly value: string };
      }
      const { nodes } = await cdp<{ nodes: Node[] }>('Accessibility.getFullAXTree');
      const heading = nodes.find(({ role, name }) => role.value === 'heading' && name?.value === 'Signed in as Anna');
      expect(heading?.description?.value).to.match(/^A new account was created: Anna\./);
    });
  }

  it('that it takes a moment is said in a place that was there before', async () => {
    await mount();
    const status = find<HTMLElement>('form [role=status]');
    expect(status.textContent.trim()).to.equal('');
    const asked = widget.client.loginByPhone('9161234567').catch(() => {});
    await settled();
    expect(find('form [role=status]')).to.equal(status);
    expect(status.textContent.trim()).to.equal('One moment…');
    await backend.answer('requestCode', new AuthError('server'));
    await asked;
    await settled();
    expect(find('form [role=status]')).to.equal(status);
    expect(status.textContent.trim()).to.equal('');
  });
});
