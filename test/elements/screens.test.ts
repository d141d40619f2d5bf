import { ContextConsumer } from '@lit/context';
import { expect, fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthState } from '../../src/core/auth-state.js';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget.js';
import { authContext } from '../../src/elements/auth-context.js';
import { press, type } from '../support/browser.js';
import { FakeBackend, FakeStore, session, stored } from '../support/fake-backend.js';

const PHONE = '9161234567';

interface Stage {
  readonly widget: AuthWidget;
  readonly backend: FakeBackend;
  readonly store: FakeStore;
  readonly root: ShadowRoot;
  /** The element in the widget's root that `selector` finds. */
  find<E extends Element = HTMLInputElement>(selector: string): E;
  settled(): Promise<void>;
}

async function stage(attributes: Record<string, string> = {}, keep?: FakeStore): Promise<Stage> {
  sessionStorage.clear();
  const backend = new FakeBackend();
  const store = keep ?? new FakeStore();
  const widget = await fixture<AuthWidget>(
    html`<auth-widget .backend=${backend} .store=${store} lang="en"></auth-widget>`,
  );
  for (const [name, value] of Object.entries(attributes)) widget.setAttribute(name, value);
  const root = widget.shadowRoot!;
  const settled = async () => {
    await widget.updateComplete;
    await Promise.all([...root.querySelectorAll<LitElement>('phone-input, code-input')].map(e => e.updateComplete));
  };
  await widget.client.tryAutoLogin();
  await settled();
  return {
    widget,
    backend,
    store,
    root,
    settled,
    find: <E extends Element>(selector: string) => {
      const found = root.querySelector<E>(selector);
      if (!found) throw new Error(`no ${selector} in ${root.textContent}`);
      return found;
    },
  };
}

/** What a person reads, without what is only for machines. */
const words = ({ root }: Stage) => {
  const parts: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof Element && (node.hasAttribute('hidden') || node.localName === 'style')) return;
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
    for (const child of (node as Element).shadowRoot?.childNodes ?? []) walk(child);
    for (const child of node.childNodes) walk(child);
  };
  root.childNodes.forEach(walk);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
};

async function toCode(scene: Stage): Promise<void> {
  const asked = scene.widget.client.loginByPhone(PHONE);
  await scene.backend.answer('requestCode', { resendIn: 60, codeLength: 6 });
  await asked;
  await scene.settled();
}

async function toFailure(scene: Stage, error: AuthError): Promise<void> {
  await toCode(scene);
  const tried = scene.widget.client.loginWithSmsCode('111111').catch(() => {});
  await scene.backend.answer('verifyCode', error);
  await tried;
  await scene.settled();
}

async function toSignedIn(scene: Stage, over = {}): Promise<void> {
  const asked = scene.widget.client.login('anna', 'correct horse');
  await scene.backend.answer('login', session(over));
  await asked;
  await scene.settled();
}

const SCREENS: Record<string, (scene: Stage) => unknown> = {
  'phone-login': () => {},
  'phone-register': ({ widget }) => widget.client.setMode('phone-register'),
  login: ({ widget }) => widget.client.setMode('login'),
  register: ({ widget }) => widget.client.setMode('register'),
  'a code is awaited': toCode,
  'a wrong code': scene => toFailure(scene, new AuthError('wrong-code', { attemptsLeft: 2 })),
  blocked: scene => toFailure(scene, new AuthError('blocked', { retryAfter: 900 })),
  'the account needs a name': async scene => {
    await toCode(scene);
    const tried = scene.widget.client.loginWithSmsCode('123456');
    await scene.backend.answer('verifyCode', session({ displayName: null }));
    await tried;
  },
  'confirmed, and nobody is signed in': async scene => {
    await toCode(scene);
    const tried = scene.widget.client.loginWithSmsCode('123456').catch(() => {});
    await scene.backend.answer('verifyCode', null);
    await tried;
  },
  'signed in': toSignedIn,
  'a new account': scene => toSignedIn(scene, { created: true }),
  busy: ({ widget }) => void widget.client.loginByPhone(PHONE).catch(() => {}),
};

describe('auth-widget: screens', () => {
  for (const [name, go] of Object.entries(SCREENS)) {
    it(`${name}: accessible, light and dark, in both languages`, async () => {
      const scene = await stage();
      await go(scene);
      for (const [lang, theme] of [
        ['en', 'light'],
        ['ru', 'dark'],
      ]) {
        scene.widget.setAttribute('lang', lang!);
        scene.widget.setAttribute('theme', theme!);
        scene.widget.style.background = theme === 'dark' ? 'black' : 'white';
        await scene.settled();
        await expect(scene.widget).to.be.accessible();
        expect(/[а-яё]/i.test(words(scene)), `${lang}: ${words(scene)}`).to.equal(lang === 'ru');
      }
      scene.widget.client.dispose();
    });
  }

  it('offers what `modes` says, and begins with what is offered', async () => {
    const scene = await stage();
    expect(words(scene)).to.contain('Phone').and.contain('Password').and.contain('Create an account');
    const widget = document.createElement('auth-widget');
    widget.modes = 'login';
    widget.backend = scene.backend;
    widget.store = scene.store;
    document.body.append(widget);
    await widget.updateComplete;
    await widget.client.tryAutoLogin();
    await widget.updateComplete;
    expect(widget.client.flow.mode).to.equal('login');
    expect(widget.shadowRoot!.querySelector('[part=methods]')).to.equal(null);
    expect(widget.shadowRoot!.textContent).not.to.contain('Create an account');
    widget.remove();
  });

  it('a change of `mode` leaves the flow, keeps the number and writes no attribute', async () => {
    const scene = await stage();
    await toCode(scene);
    scene.widget.mode = 'phone-register';
    await scene.settled();
    expect(scene.widget.state.verificationStep).to.equal('none');
    expect(scene.find<HTMLElement & { value: string }>('phone-input').value).to.equal('79161234567');
    expect(scene.widget.hasAttribute('mode')).to.equal(false);
    expect(Object.keys(sessionStorage).filter(key => key.startsWith('auth-widget:'))).to.deep.equal([]);
  });

  it('says how many tries are left, at the code', async () => {
    const scene = await stage();
    await toFailure(scene, new AuthError('wrong-code', { attemptsLeft: 2 }));
    expect(words(scene)).to.contain('Tries left: 2.');
    expect(scene.find('[part=error]').hasAttribute('hidden')).to.equal(true);
  });

  it('counts a block down outside of the alert, so that it is read aloud once', async () => {
    const scene = await stage();
    await toFailure(scene, new AuthError('blocked', { retryAfter: 900 }));
    expect(scene.find('[role=alert]').textContent).to.equal('Too many wrong codes.');
    expect(words(scene)).to.match(/Try again in (15:00|14:59)\./);
  });

  it('the tokens for autofill are those of the field', async () => {
    const scene = await stage();
    const tokens = () =>
      [...scene.root.querySelectorAll('input')].map(input => `${input.type} ${input.name} ${input.autocomplete}`);
    scene.widget.client.setMode('login');
    await scene.settled();
    expect(tokens()).to.deep.equal(['text login username', 'password password current-password']);
    scene.widget.client.setMode('register');
    await scene.settled();
    expect(tokens()).to.deep.equal([
      'text login username',
      'password password new-password',
      'password repeat new-password',
    ]);
    scene.find<HTMLButtonElement>('.eye').click();
    await scene.settled();
    expect(scene.find('#password').type).to.equal('text');
  });

  it('a form with an empty field or two passwords is not sent, and says so at the field', async () => {
    const scene = await stage();
    scene.widget.client.setMode('register');
    await scene.settled();
    scene.find('#login').focus();
    await press('Enter');
    await scene.settled();
    expect(scene.find('#login-error').textContent).to.equal('Fill in this field.');
    await type('anna');
    expect(scene.find('#login-error').textContent).to.equal('', 'the next key takes the message away');
    scene.find('#password').focus();
    await type('correct horse');
    scene.find('#repeat').focus();
    await type('correct house');
    await press('Enter');
    await scene.settled();
    expect(scene.find('#repeat-error').textContent).to.equal('The passwords do not match.');
    expect(scene.find('#repeat').getAttribute('aria-invalid')).to.equal('true');
    expect(scene.backend.calls).to.deep.equal([]);
  });

  it('what a password manager wrote without a word is read when the form is sent', async () => {
    const scene = await stage();
    scene.widget.client.setMode('login');
    await scene.settled();
    scene.find('#login').value = 'anna';
    scene.find('#password').value = 'correct horse';
    scene.find<HTMLFormElement>('form').requestSubmit();
    await scene.backend.answer('login', session());
    expect(scene.backend.calls.map(({ method, args }) => [method, ...args])).to.deep.equal([
      ['login', 'anna', 'correct horse'],
    ]);
  });

  it('keeps what was typed from screen to screen', async () => {
    const scene = await stage();
    scene.widget.client.setMode('login');
    await scene.settled();
    scene.find('#login').focus();
    await type('anna');
    for (const mode of ['phone-login', 'register'] as const) {
      scene.widget.client.setMode(mode);
      await scene.settled();
    }
    expect(scene.find('#login').value).to.equal('anna');
  });

  it('takes no focus when it appears, and follows a step of the person', async () => {
    const scene = await stage();
    expect(document.activeElement).to.equal(document.body);
    const phone = scene.find<HTMLElement>('phone-input');
    phone.focus();
    await type(PHONE);
    await press('Enter');
    await scene.backend.answer('requestCode', {});
    await scene.settled();
    await scene.settled();
    expect(scene.root.activeElement?.localName).to.equal('code-input');
  });

  it('shows neither the form nor a flash of it while a session is restored', async () => {
    const store = new FakeStore();
    store.stored = stored({ obtainedAt: Date.now() - 2_000_000 });
    sessionStorage.clear();
    const backend = new FakeBackend();
    const widget = await fixture<AuthWidget>(html`<auth-widget .backend=${backend} .store=${store}></auth-widget>`);
    expect(widget.state.isLoading).to.equal(true);
    expect(widget.shadowRoot!.querySelector('form')).to.equal(null);
    await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
    await new Promise(resolve => widget.addEventListener('auth-signed-in', resolve, { once: true }));
    await widget.updateComplete;
    expect(widget.shadowRoot!.textContent).to.contain('Anna');
    widget.client.dispose();
  });

  it('a slot replaces the view of who is signed in, and what is inside reads the state by context', async () => {
    class StateReader extends LitElement {
      readonly state = new ContextConsumer(this, { context: authContext, subscribe: true });

      override render() {
        return this.state.value?.displayName;
      }
    }
    customElements.define('state-reader', StateReader);
    const scene = await stage();
    const reader = document.createElement('state-reader') as StateReader;
    reader.slot = 'signed-in';
    scene.widget.append(reader);
    await toSignedIn(scene);
    await reader.updateComplete;
    const state: AuthState | undefined = reader.state.value;
    expect(state).to.deep.equal(scene.widget.state);
    expect(reader.shadowRoot!.textContent).to.equal('Anna');
    expect(scene.find<HTMLSlotElement>('slot[name=signed-in]').assignedElements()).to.deep.equal([reader]);
    scene.widget.client.dispose();
  });

  it('a client from outside wins, and outlives the widget', async () => {
    const backend = new FakeBackend();
    const client = new AuthClient({ backend, store: new FakeStore() });
    const other = new FakeBackend();
    const widget = await fixture<AuthWidget>(
      html`<auth-widget .client=${client} .backend=${other} base-url="https://example.com"></auth-widget>`,
    );
    expect(widget.client).to.equal(client);
    const asked = client.login('anna', 'correct horse');
    widget.remove();
    await backend.answer('login', session());
    await asked;
    expect(client.state.isAuthenticated).to.equal(true);
    expect(other.calls).to.deep.equal([]);
    client.dispose();
  });
});
