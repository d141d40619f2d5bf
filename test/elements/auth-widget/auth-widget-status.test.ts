// The status for screen readers, and what a form that is busy or blocked does with another submission.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { until } from '../../support/browser.js';
import { backend, find, mount, requestCode, settled, textOf, typePhone, widget } from '../../support/widget.js';

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
