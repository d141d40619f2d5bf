// The functions that find elements in the shadow roots of a widget, and sign in with it.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import {
  findButton,
  findField,
  findText,
  plainUser,
  signInByPassword,
  signInByPhone,
  signOut,
  type TestUser,
} from '../../src/testing/dom.js';
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';
import { MemoryStore } from '../../src/testing/memory-server/memory-store.js';

const PHONE = '8 916 123-45-67';

let backend: MemoryBackend;
let widget: AuthWidget;

async function mount(options: Partial<AuthWidget> = {}): Promise<void> {
  sessionStorage.clear();
  backend = new MemoryBackend();
  widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store: new MemoryStore(), lang: 'en', ...options });
  await fixture(html`<div>${widget}</div>`);
}

/** An element with a shadow root, as a widget is one for these functions. */
async function withShadow(markup: string): Promise<HTMLElement> {
  const host = await fixture<HTMLElement>(html`<div></div>`);
  host.attachShadow({ mode: 'open' }).innerHTML = markup;
  return host;
}

/** Resolves with the message of the error that the promise rejects with. */
const errorOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

describe('testing/dom', () => {
  it('finds fields and buttons by their accessible names, in the shadow roots of the inputs too', async () => {
    await mount();
    const phone = await findField(widget, 'Phone number');
    expect(phone.getRootNode()).to.equal(widget.shadowRoot!.querySelector('phone-input')!.shadowRoot);
    await plainUser.type(phone, '9161234567');
    expect(phone.value).to.equal('+7 (916) 123-45-67');
    await plainUser.click(await findButton(widget, 'Get a code'));
    const code = await findField(widget, /code/i);
    expect(code.getRootNode()).to.equal(widget.shadowRoot!.querySelector('code-input')!.shadowRoot);
    await plainUser.click(await findButton(widget, 'Back'));
    await plainUser.click(await findButton(widget, 'Password'));
    expect((await findField(widget, 'Username')).name).to.equal('login');
    expect((await findField(widget, 'Password')).type).to.equal('password');
    expect((await findButton(widget, 'Show password')).ariaPressed).to.equal('false');
  });

  it('finds a text, and nothing that is hidden', async () => {
    await mount();
    await plainUser.click(await findButton(widget, 'Get a code'));
    const message = await findText(widget, 'Enter your phone number.');
    expect(message.id).to.equal('error');
    expect((await findText(widget, /^sign\s+in$/i)).localName).to.equal('data');
  });

  it('reads a text as a screen reader does', async () => {
    const host = await withShadow(
      '<p>Sum<span aria-hidden="true">of</span>  <i hidden>it</i><b aria-hidden="false">all</b></p>',
    );
    expect((await findText(host, 'Sum all')).localName).to.equal('p');
    const rows = await withShadow('<section><div>Send</div><div>again</div></section>');
    expect((await findText(rows, 'Send again')).localName, 'with a space between blocks').to.equal('section');
  });

  it('names an element by its `aria-label`, a field by its label, and a button by its text', async () => {
    const host = await withShadow(`
      <input id="bare" /><label for="field">Label</label><input id="field" /><input id="labelled" aria-label="Own" />
      <label for="button">Label of the button</label><button id="button">Text</button>
    `);
    expect((await findField(host, 'Label')).id).to.equal('field');
    expect((await findField(host, 'Own')).id).to.equal('labelled');
    expect((await findField(host, '')).id).to.equal('bare');
    expect((await findButton(host, 'Text')).id).to.equal('button');
  });

  it('finds nothing that is hidden by an ancestor, across shadow roots', async () => {
    const host = await withShadow('<div hidden><button>A</button></div><section hidden></section><button>B</button>');
    host.shadowRoot!.querySelector('section')!.attachShadow({ mode: 'open' }).innerHTML = '<button>C</button>';
    expect(await errorOf(findButton(host, /[AC]/))).to.equal('No button has the name /[AC]/. There are: B');
  }).timeout(20_000);

  it('takes a text as a whole, and says if there is nothing', async () => {
    const host = await withShadow('<button>Send (1)</button><p>again</p>');
    expect((await findButton(host, ' Send  (1)')).localName).to.equal('button');
    const empty = await withShadow('');
    const errors = await Promise.all([
      errorOf(findButton(host, 'Send')),
      errorOf(findText(host, 'Send')),
      errorOf(findButton(empty, 'Send')),
      errorOf(findText(document.createElement('div'), 'Send')),
    ]);
    expect(errors).to.deep.equal([
      'No button has the name Send. There are: Send (1)',
      'The widget does not show Send. It shows: Send (1) again',
      'No button has the name Send. There are: none',
      'The widget does not show Send. It shows: ',
    ]);
  }).timeout(20_000);

  it('types with the events of a key press, and tells the page at the end', async () => {
    const box = await fixture<HTMLElement>(html`<div><input /></div>`);
    const input = box.querySelector('input')!;
    const events: unknown[] = [];
    for (const type of ['beforeinput', 'input', 'change'])
      box.addEventListener(type, event => {
        const { inputType, data } = event as InputEvent;
        events.push([type, inputType, data, input.value, event.composed, event.cancelable]);
      });
    await plainUser.type(input, 'ab');
    expect(events).to.deep.equal([
      ['beforeinput', 'insertText', 'a', '', true, true],
      ['input', 'insertText', 'a', 'a', true, false],
      ['beforeinput', 'insertText', 'b', 'a', true, true],
      ['input', 'insertText', 'b', 'ab', true, false],
      ['change', undefined, undefined, 'ab', false, false],
    ]);
  });

  it('types nothing where the page cancels `beforeinput`', async () => {
    const box = await fixture<HTMLElement>(html`<div><input /></div>`);
    const input = box.querySelector('input')!;
    let inputs = 0;
    box.addEventListener('beforeinput', event => {
      if (event.data === 'b') event.preventDefault();
    });
    box.addEventListener('input', () => inputs++);
    await plainUser.type(input, 'abc');
    expect([input.value, inputs]).to.deep.equal(['ac', 2]);
  });

  it('empties a field that has a text before it types', async () => {
    await mount({ mode: 'login' });
    backend.addAccount({ login: 'anna', password: 'correct horse' });
    await plainUser.type(await findField(widget, 'Username'), 'boris');
    const deletions: string[] = [];
    widget.shadowRoot!.addEventListener('beforeinput', event => {
      const { target, inputType } = event as InputEvent;
      if (inputType !== 'insertText') deletions.push(`${(target as HTMLInputElement).name} ${inputType}`);
    });
    await signInByPassword(plainUser, widget, { login: 'anna', password: 'correct horse' });
    expect(deletions).to.deep.equal(['login deleteContentBackward']);
  });

  it('says which part of the widget is missing', async () => {
    const state = { isAuthenticated: true, isLoading: false, error: null };
    const signedIn = Object.assign(document.createElement('div'), { state });
    const message = 'The widget has no slot[name="signed-in"] button:last-of-type';
    expect(await errorOf(signOut(plainUser, signedIn))).to.equal(message);
    const bare = Object.assign(document.createElement('div'), { state: { ...state, isAuthenticated: false } });
    expect(await errorOf(signInByPassword(plainUser, bare, { login: 'anna', password: 'x' }))).to.equal(
      'The widget does not show a form. It shows: {"isAuthenticated":false,"isLoading":false,"error":null,"fields":[]}',
    );
  }).timeout(20_000);

  it('leaves a browser its own internals', () => {
    expect(Function.prototype.toString.call(HTMLElement.prototype.attachInternals)).to.contain('[native code]');
  });

  it('leaves a browser without custom states its own internals', async () => {
    const { attachInternals } = HTMLElement.prototype;
    const states = Object.getOwnPropertyDescriptor(ElementInternals.prototype, 'states')!;
    delete (ElementInternals.prototype as { states?: unknown }).states;
    try {
      await import(new URL('../../src/testing/dom.ts?without-states', import.meta.url).href);
      expect(HTMLElement.prototype.attachInternals).to.equal(attachInternals);
    } finally {
      HTMLElement.prototype.attachInternals = attachInternals;
      Object.defineProperty(ElementInternals.prototype, 'states', states);
    }
  });

  it('says what there is if it does not find an element', async () => {
    await mount();
    const errors = await Promise.all([
      errorOf(findButton(widget, 'Log in')),
      errorOf(findField(widget, 'E-mail')),
      errorOf(findText(widget, 'Welcome')),
    ]);
    expect(errors[0]).to.equal(
      'No button has the name Log in. There are: Phone, Password, Get a code, Create an account',
    );
    expect(errors[1]).to.equal('No input has the name E-mail. There are: Phone number');
    expect(errors[2]).to.contain('The widget does not show Welcome. It shows: Sign in');
  }).timeout(20_000);

  it('signs in by phone, with the code of the SMS', async () => {
    await mount({ mode: 'login' });
    backend.addAccount({ phone: PHONE, displayName: 'Anna' });
    await signInByPhone(plainUser, widget, { phone: PHONE, code: () => backend.codeFor(PHONE) });
    expect(widget.state.displayName).to.equal('Anna');
    expect(backend.sentSms.map(sms => sms.phone)).to.deep.equal(['79161234567']);
    await signOut(plainUser, widget);
    expect(widget.state.isAuthenticated).to.equal(false);
    expect(backend.calls.at(-1)).to.equal('endSession');
  });

  it('gives a new account its name, at a sign-in and at a registration', async () => {
    await mount();
    await signInByPhone(plainUser, widget, { phone: '79990000001', code: '111111', displayName: 'Boris' });
    expect(widget.state.displayName).to.equal('Boris');
    await mount({ mode: 'phone-register' });
    await signInByPhone(plainUser, widget, { phone: '79990000002', code: '222222', displayName: 'Vera' });
    expect(widget.state.displayName).to.equal('Vera');
  });

  it('submits a code that has fewer characters than the field', async () => {
    await mount();
    const signIn = signInByPhone(plainUser, widget, { phone: '79990000001', code: '1111' });
    expect(await errorOf(signIn)).to.equal(
      'The widget shows an error: That code isn’t right. Check the text message. 2\u00A0tries left.',
    );
  });

  it('signs in by password, and registers', async () => {
    await mount();
    backend.addAccount({ login: 'anna', password: 'correct horse', displayName: 'Anna' });
    await signInByPassword(plainUser, widget, { login: 'anna', password: 'correct horse' });
    expect(widget.state.displayName).to.equal('Anna');
    await mount({ mode: 'register' });
    await signInByPassword(plainUser, widget, { login: 'boris', password: 'correct horse' });
    expect(widget.state.displayName).to.equal('boris');
  });

  it('rejects with the message that the widget shows', async () => {
    await mount();
    backend.failNext('requestCode', 'sms-failed');
    const byPhone = signInByPhone(plainUser, widget, { phone: PHONE, code: '123456' });
    expect(await errorOf(byPhone)).to.equal('The widget shows an error: We couldn’t send the text message. Try again.');
    backend.addAccount({ login: 'anna', password: 'correct horse' });
    const byPassword = signInByPassword(plainUser, widget, { login: 'anna', password: 'wrong horse' });
    expect(await errorOf(byPassword)).to.equal('The widget shows an error: Wrong username or password. Try again.');
    const nameless = signInByPhone(plainUser, widget, { phone: '79990000001', code: '111111' });
    expect(await errorOf(nameless)).to.equal('The account needs a name: give a displayName');
  });

  it('clicks and types with the user that it is given', async () => {
    await mount();
    const actions: string[] = [];
    const user: TestUser = {
      click: element => (actions.push(`click ${element.localName}`), plainUser.click(element)),
      type: (element, text) => (actions.push(`type ${text}`), plainUser.type(element, text)),
    };
    await signInByPassword(user, widget, { login: 'anna', password: 'correct horse' });
    expect(actions).to.deep.equal(['click button', 'type anna', 'type correct horse', 'click button']);
  });
});
