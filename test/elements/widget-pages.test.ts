// What apps, frameworks and translators do to the widget, where a review once found it wanting.
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget.js';
import type { CodeInput } from '../../src/elements/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input.js';
import { inner, press, type } from '../support/browser.js';
import { FakeBackend, FakeStore, session } from '../support/fake-backend.js';
import { translate } from '../support/translator.js';

let widget: AuthWidget;
let backend: FakeBackend;

/** As an app sets properties that checks no types. */
async function mount(properties: object = {}): Promise<void> {
  sessionStorage.clear();
  backend = new FakeBackend();
  widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store: new FakeStore(), lang: 'en', noAutoLogin: true }, properties);
  await fixture(html`<div>${widget}</div>`);
  await settled();
}

async function settled(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await widget.updateComplete;
}

const maybe = <E extends Element = HTMLInputElement>(selector: string) => widget.shadowRoot!.querySelector<E>(selector);

function find<E extends Element = HTMLInputElement>(selector: string): E {
  const found = maybe<E>(selector);
  if (!found) throw new Error(`no ${selector} in ${widget.shadowRoot!.textContent}`);
  return found;
}

async function toCode(answer: object = { resendIn: 60 }): Promise<CodeInput> {
  const asked = widget.client.loginByPhone('9161234567');
  await backend.answer('requestCode', answer);
  await asked;
  await settled();
  return find<CodeInput>('code-input');
}

describe('auth-widget, pages: editing in the middle', () => {
  it('of the number: Backspace on a separator, a digit, an eleventh one', async () => {
    await mount();
    const input = inner(find<PhoneInput>('phone-input'));
    input.focus();
    await type('9161234567');
    input.setSelectionRange(9, 9);
    await press('Backspace');
    expect(input.value).to.equal('+7 (911) 234-56-7');
    expect(input.selectionStart).to.equal(6);
    await type('5');
    expect(input.value).to.equal('+7 (915) 123-45-67');
    expect(input.selectionStart).to.equal(7);
    await type('0');
    expect(input.value).to.equal('+7 (915) 123-45-67');
    expect(input.selectionStart).to.equal(7);
  });

  it('of the code: the caret stays behind the digit that was typed', async () => {
    await mount();
    const code = await toCode();
    code.focus();
    await type('123');
    await press('Home');
    await type('9');
    expect(code.value).to.equal('923');
    expect(inner(code).selectionStart).to.equal(1);
  });
});

describe('auth-widget, pages: modes', () => {
  it('a list does as well, or a text with commas', async () => {
    for (const modes of [['login', 'register'], 'login, register']) {
      await mount({ modes });
      expect(maybe('[name=login]')).to.exist;
      expect(maybe('[part=methods]')).to.not.exist;
    }
  });

  for (const modes of [null, 5, '  ', 'rubbish', {}]) {
    it(`${JSON.stringify(modes)}: all`, async () => {
      await mount({ modes });
      expect(maybe('phone-input')).to.exist;
      expect(maybe('[part=methods]')).to.exist;
    });
  }

  it('that come later: the screen is one that is offered', async () => {
    await mount();
    widget.modes = 'login register';
    await settled();
    expect(maybe('[name=login]')).to.exist;
    expect(maybe('[name=repeat]')).to.not.exist;
    widget.modes = 'login register phone-login';
    await settled();
    expect(maybe('[name=login]'), 'nothing that is offered is left').to.exist;
  });

  it('that come later than the code was sent: it goes on where it is offered, and is left where not', async () => {
    await mount();
    await toCode();
    widget.modes = 'phone-login';
    await settled();
    expect(maybe('code-input')).to.exist;
    widget.modes = 'register';
    await settled();
    expect(maybe('[name=repeat]')).to.exist;
  });
});

describe('auth-widget, pages: a client that is set again', () => {
  it('the one that the widget has made goes on', async () => {
    await mount();
    const { client } = widget;
    await toCode();
    widget.client = client;
    await settled();
    expect(maybe('code-input')).to.exist;
    const done = client.loginWithSmsCode('123456').then(
      () => 'done',
      (error: Error) => error.message,
    );
    await backend.answer('verifyCode', session());
    expect(await done).to.equal('done');
  });

  it('none, where there was none: the flow goes on', async () => {
    await mount();
    await toCode();
    for (const none of [undefined, null]) {
      Object.assign(widget, { client: none });
      await settled();
      expect(maybe('code-input')).to.exist;
    }
  });
});

describe('auth-widget, pages: a translated page', () => {
  it('another heading and another button take the place of the translated ones', async () => {
    await mount({ mode: 'login' });
    translate(widget.shadowRoot!);
    widget.mode = 'register';
    await settled();
    expect(find('h2').textContent).to.equal('Create an account');
    expect(find('[type=submit]').textContent.trim()).to.equal('Create an account');
  });

  it('the countdown counts on, and ends', async () => {
    await mount();
    await toCode({ resendIn: 2 });
    const button = [...widget.shadowRoot!.querySelectorAll('[part=link]')].at(-1)!;
    translate(widget.shadowRoot!);
    while (button.textContent !== 'Send a new code') await settled();
    expect(button.getAttribute('aria-disabled')).to.equal('false');
  });
});

describe('auth-widget, pages: what is shown to who is signed in', () => {
  const sign = async (): Promise<void> => {
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await settled();
  };

  it('a form of the page’s own is its own: its submit reaches the page, its fields are none of the widget’s', async () => {
    await mount({ mode: 'login' });
    const form = document.createElement('form');
    form.slot = 'signed-in';
    const field = document.createElement('input');
    field.name = 'login';
    form.append(field);
    widget.append(form);
    await sign();
    const heard: string[] = [];
    widget.parentElement!.addEventListener('submit', event => {
      heard.push(event.defaultPrevented ? 'prevented' : 'open');
      event.preventDefault();
    });
    field.focus();
    await type('bob');
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    expect(heard).to.deep.equal(['open']);
    expect(backend.count('login')).to.equal(1);
    expect(widget.state.isAuthenticated).to.equal(true);
    const out = widget.client.logout();
    await backend.answer('endSession');
    await out;
    await settled();
    expect(find('[name=login]').value).to.equal('');
  });

  it('the name and the button stand apart as the fields of a form do', async () => {
    await mount({ mode: 'login' });
    const gap = (selector: string) => getComputedStyle(find<HTMLElement>(selector)).rowGap;
    const between = gap('form');
    await sign();
    expect(gap('slot[name=signed-in]')).to.equal(between);
  });
});

describe('auth-widget, pages: styles that are inherited', () => {
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
