// The status for screen readers, and what a form that is busy or blocked does with another submission.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { press, until } from '../../support/browser.js';
import {
  backend,
  find,
  mount,
  requestCode,
  settled,
  signIn,
  submitButton,
  textOf,
  typePhone,
  widget,
} from '../../support/widget.js';

const { now } = Date;
const submit = () => find<HTMLFormElement>('form').requestSubmit();

beforeEach(() => mount());
afterEach(() => {
  Date.now = now;
});

describe('auth-widget: the status of a wait', () => {
  it('is announced for the first seconds of the wait, and not repeated with each of them', async () => {
    await requestCode();
    await backend.answer('requestCode', new AuthError('too-many-requests', { retryAfter: 60 }));
    await until(() => textOf('[role=status]').startsWith('Try again in'));
    Date.now = () => now() + 12_000;
    await until(() => /4\d\sseconds/.test(find('form').textContent));
    expect(textOf('[role=status]')).to.equal('');
  });

  it('the button is off and focusable until the wait is over or another number is typed', async () => {
    await requestCode();
    await backend.answer('requestCode', new AuthError('too-many-requests', { retryAfter: 3600 }));
    await until(() => widget.state.error);
    await settled();
    expect(submitButton().ariaDisabled).to.equal('true');
    submitButton().focus();
    expect(widget.shadowRoot!.activeElement).to.equal(submitButton());
    submit();
    await settled();
    expect(backend.count('requestCode')).to.equal(1);
    find<HTMLElement>('phone-input').focus();
    await press('End', 'Backspace');
    await settled();
    expect(submitButton().ariaDisabled).to.equal('false');
  });
});

describe('auth-widget: what nothing else says', () => {
  it('the end of a block', async () => {
    await requestCode();
    await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 60 }));
    await until(() => widget.state.error);
    Date.now = () => now() + 61_000;
    widget.requestUpdate();
    await settled();
    expect(submitButton().ariaDisabled).to.equal('false');
    expect(textOf('[role=status]')).to.equal('You can get a new code now.');
  });

  it('a block that another number only hides has not ended', async () => {
    await requestCode();
    await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 60 }));
    await until(() => widget.state.error);
    await press('End', 'Backspace');
    await settled();
    expect(textOf('[role=status]')).to.equal('');
  });

  it('a sign-out, until something is typed', async () => {
    await signIn();
    const done = widget.client.logout();
    await backend.answer('endSession');
    await done;
    await settled();
    expect(textOf('[role=status]')).to.equal('You’re signed out.');
    find('#login').focus();
    await press('a');
    await settled();
    expect(textOf('[role=status]')).to.equal('');
  });

  it('the message of being offline goes when the network is back, and no other message does', async () => {
    await requestCode();
    await backend.answer('requestCode', new AuthError('offline'));
    await until(() => widget.state.error);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(widget.state.error).to.equal(null);
    submit();
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(widget.state.error).not.to.equal(null);
  });
});

describe('auth-widget: another submission', () => {
  it('while a call is running, nothing is validated, and the focus stays', async () => {
    await requestCode();
    expect(widget.state.isLoading).to.equal(true);
    submit();
    await settled();
    expect(backend.count('requestCode')).to.equal(1);
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    expect(backend.count('requestCode')).to.equal(1);
  });

  it('of a number that is blocked makes no call, and the error message stays; another number may be tried', async () => {
    await requestCode();
    await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 60 }));
    await until(() => widget.state.error);
    const message = textOf('[part=error]');
    submit();
    await settled();
    expect(backend.count('requestCode')).to.equal(1);
    expect(textOf('[part=error]').slice(0, 20)).to.equal(message.slice(0, 20));
    find<HTMLElement & { value: string }>('phone-input').value = '';
    await typePhone('9031234567');
    submit();
    await until(() => backend.count('requestCode') === 2);
    expect(backend.last('requestCode')).to.deep.equal(['79031234567']);
  });
});
