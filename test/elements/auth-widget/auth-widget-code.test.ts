// auth-widget: the screen of the confirmation code: what is submitted, when, and what a wrong code leads to.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { CodeCompleteEvent } from '../../../src/elements/code-input/code-input.events.js';
import type { CodeInput } from '../../../src/elements/code-input/code-input.js';
import { click, inner, press, type, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import {
  backend,
  button,
  find,
  focused,
  focusedAt,
  mount,
  phoneField,
  settled,
  submitButton,
  textOf,
  toCode,
  toRejectedCode,
  visibleText,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

const wrongCode = () => new AuthError('wrong-code', { status: 401, attemptsLeft: 2 });
const submittedCodes = () => backend.calls.filter(({ method }) => method === 'verifyCode').map(({ args }) => args[1]);

describe('auth-widget: a wrong code', () => {
  /** Types a code, which the server rejects. */
  async function typeRejectedCode(code: string): Promise<CodeInput> {
    await mount();
    const input = await toCode();
    input.focus();
    await type(code);
    await backend.answer('verifyCode', wrongCode());
    await until(() => widget.state.error);
    await settled();
    expect(submittedCodes()).to.deep.equal([code]);
    return input;
  }

  it('another code that was not typed by keys is submitted by a click on Confirm, once', async () => {
    const input = await typeRejectedCode('111111');
    input.value = '222222';
    await click(submitButton());
    await settled();
    expect(submittedCodes()).to.deep.equal(['111111', '222222']);
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
  });

  it('another code that arrives in one piece, as from an SMS, is submitted at once', async () => {
    const input = await typeRejectedCode('111111');
    input.value = '222222';
    input.dispatchEvent(new CodeCompleteEvent('222222'));
    await settled();
    expect(submittedCodes()).to.deep.equal(['111111', '222222']);
  });

  it('the same code is not submitted again: it would cost an attempt', async () => {
    const input = await typeRejectedCode('111111');
    await click(submitButton());
    await settled();
    input.value = '111111';
    input.dispatchEvent(new CodeCompleteEvent('111111'));
    await click(submitButton());
    await settled();
    expect(submittedCodes()).to.deep.equal(['111111']);
    expect(widget.state.error).to.equal('That code isn’t right. Check the text message. 2\u00A0tries left.');
  });

  it('the same code typed again is not submitted: the error message comes back, and the focus stays', async () => {
    const input = await typeRejectedCode('111111');
    await press('Backspace');
    await settled();
    expect(widget.state.error).to.equal(null);
    await type('111111');
    await until(() => widget.state.error);
    await settled();
    expect(submittedCodes()).to.deep.equal(['111111']);
    expect(input.error).to.equal('That code isn’t right. Check the text message. 2\u00A0tries left.');
    expect(focused()).to.equal(input);
    await type('222222');
    await until(() => submittedCodes().length === 2);
    expect(submittedCodes()).to.deep.equal(['111111', '222222']);
  });

  it('the same code is not submitted after a key that the field refuses, and the error message stays', async () => {
    await typeRejectedCode('111111');
    await type('a');
    await press('Enter');
    await type(' ');
    await press('Enter');
    await settled();
    expect(submittedCodes()).to.deep.equal(['111111']);
    expect(widget.state.error).to.equal('That code isn’t right. Check the text message. 2\u00A0tries left.');
    await type('2');
    await settled();
    expect(widget.state.error).to.equal(null);
  });

  it('the code is focused and selected after a click on Confirm: typing replaces it', async () => {
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

  it('a server that rejects the code at once: the error message stays until the next key', async () => {
    await mount();
    const input = await toCode();
    backend.verifyCode = () => Promise.reject(wrongCode());
    input.focus();
    await type('111111');
    await settled();
    expect(widget.state.error).to.equal('That code isn’t right. Check the text message. 2\u00A0tries left.');
    expect(input.error).to.equal('That code isn’t right. Check the text message. 2\u00A0tries left.');
    await type('2');
    await settled();
    expect(widget.state.error).to.equal(null);
  });

  it('the number of attempts left is in the error message of the field, not in one above the form', async () => {
    await mount();
    await toRejectedCode(new AuthError('wrong-code', { attemptsLeft: 2 }));
    expect(visibleText()).to.contain('2 tries left.');
    expect(find('[part=error]').hasAttribute('hidden')).to.equal(true);
  });
});

describe('auth-widget: a code that is requested and typed', () => {
  it('a click that requests a new code puts the focus into the field', async () => {
    await mount();
    const input = await toCode({ resendIn: 0 });
    await click(button('Get a new code'));
    expect(backend.count('requestCode')).to.equal(2);
    expect(focused()).to.equal(input);
    await backend.answer('requestCode', { resendIn: 60 });
    await until(() => !widget.state.isLoading);
    await settled();
    expect(focused()).to.equal(input);
  });

  it('a new code that could not be sent is not announced as sent, nor when its error message has gone', async () => {
    await mount();
    await toCode({ resendIn: 0 });
    await click(button('Get a new code'));
    await backend.answer('requestCode', new AuthError('offline'));
    await until(() => widget.state.error);
    await settled();
    expect(textOf('[role=status]')).to.equal('');
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(widget.state.error).to.equal(null);
    expect(textOf('[role=status]')).to.equal('');
  });

  it('the wait for a new code is a text, so no button has a countdown in its name', async () => {
    await mount();
    await toCode({ resendIn: 60 });
    expect(textOf('p.wait')).to.match(/^New code in\s(1:00|0:59)$/);
    expect(
      [...widget.shadowRoot!.querySelectorAll('button')].map(({ textContent }) => textContent.trim()),
    ).to.deep.equal(['Back', 'Change', 'Confirm']);
  });

  it('the end of the wait is announced once, when the button appears; a key clears the announcement', async () => {
    await mount();
    const { now } = Date;
    const time = now();
    Date.now = () => time; // a busy browser may take the whole second until the screen, and then no wait would be shown
    const input = await toCode({ resendIn: 1 }).finally(() => (Date.now = now));
    const announced: string[] = [];
    const status = find('[role=status]');
    new MutationObserver(() => announced.push(status.textContent.trim())).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    expect(textOf('[role=status]')).to.equal('');
    await until(() => textOf('[role=status]'));
    expect(button('Get a new code').checkVisibility()).to.equal(true);
    widget.requestUpdate();
    await settled();
    expect(announced).to.deep.equal(['You can get a new code now.']);
    input.focus();
    await type('1');
    await settled();
    expect(announced).to.deep.equal(['You can get a new code now.', '']);
  });

  it('nothing is announced on the form after Back, where no new code can be requested', async () => {
    await mount();
    await toCode({ resendIn: 60 });
    button('Back').click();
    await settled();
    expect(phoneField().isConnected).to.equal(true);
    expect(textOf('[role=status]')).to.equal('');
  });

  it('the next code for a sign-in is requested for a sign-in', async () => {
    await mount();
    await toCode({ resendIn: 0 });
    await click(button('Get a new code'));
    await backend.answer('requestCode');
    const requests = backend.calls.filter(({ method }) => method === 'requestCode');
    expect(requests.map(({ options }) => (options as { register: boolean }).register)).to.deep.equal([false, false]);
  });

  it('nothing is announced if a new code can be requested from the beginning', async () => {
    await mount();
    await toCode({ resendIn: 0 });
    expect(button('Get a new code').checkVisibility()).to.equal(true);
    expect(textOf('[role=status]')).to.equal('');
  });

  it('the description of the field says that the last digit submits the code', async () => {
    await mount();
    const input = await toCode();
    const describedBy = () =>
      inner(input)
        .getAttribute('aria-describedby')!
        .split(' ')
        .map(id => input.shadowRoot!.getElementById(id)!.textContent.trim())
        .filter(Boolean);
    expect(describedBy().at(-1)).to.equal('We’ll check it as soon as you enter the last digit.');
    input.focus();
    await type('111111');
    await backend.answer('verifyCode', wrongCode());
    await until(() => widget.state.error);
    await settled();
    expect(describedBy()[0]).to.equal('That code isn’t right. Check the text message. 2\u00A0tries left.');
    expect(visibleText()).not.to.contain('We’ll check it');
  });

  it('Back and Change are before the field: Tab leads from one to the next', async () => {
    await mount();
    const input = await toCode();
    button('Back').focus();
    await press('Tab');
    expect(focused()?.textContent.trim()).to.equal('Change');
    await press('Tab');
    expect(focusedAt()).to.equal('code');
    expect(input.shadowRoot!.querySelector('[part=back]')).to.equal(null);
    const heard: string[] = [];
    widget.addEventListener('code-back', ({ type }) => heard.push(type));
    await click(button('Back'));
    expect([heard, widget.client.flow.screen]).to.deep.equal([['code-back'], 'credentials']);
  });

  it('a message about the form comes before the fields in the document, as on the screen', async () => {
    await mount();
    await toRejectedCode(new AuthError('blocked', { retryAfter: 900 }));
    const order = [find('[part=methods]'), find('[part=error]'), find('phone-input'), submitButton()];
    for (const [index, element] of order.slice(1).entries()) {
      expect(order[index]!.compareDocumentPosition(element)).to.equal(Node.DOCUMENT_POSITION_FOLLOWING);
      expect(order[index]!.getBoundingClientRect().bottom).to.be.at.most(element.getBoundingClientRect().top);
    }
  });

  it('a new code for a registration keeps the name that was typed with the number, if there was one', async () => {
    await mount('phone-register');
    for (const name of ['Anna', null]) {
      const requested = name
        ? widget.client.registerByPhone('9161234567', name)
        : widget.client.sendRegistrationSms('9161234567');
      await backend.answer('requestCode', { resendIn: 0 });
      await requested;
      await settled();
      await click(button('Get a new code'));
      await backend.answer('requestCode', { resendIn: 60 });
      await until(() => !widget.state.isLoading);
      expect([widget.client.flow.typedName, widget.state.error]).to.deep.equal([name, null]);
      widget.client.back();
      widget.client.setMode('phone-login');
      widget.client.setMode('phone-register');
    }
    expect(backend.count('requestCode')).to.equal(4);
  });

  it('the caret stays after a digit that is typed in the middle', async () => {
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
