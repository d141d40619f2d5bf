// auth-widget: keys that are pressed while a code is being checked or requested again.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { press, type, until } from '../../support/browser.js';
import { session } from '../../support/held-backend.js';
import { backend, button, codeField, focusedAt, mount, query, settled, toCode, widget } from '../../support/widget.js';

describe('auth-widget: typing ahead', () => {
  beforeEach(async () => {
    await mount();
    (await toCode({ resendIn: 0 })).focus();
  });

  afterEach(() => widget.client.dispose());

  it('the next code is in the field when the first one was wrong, beside the message, and is sent with Enter', async () => {
    await type('111111');
    await settled();
    await type('123456');
    await backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
    await until(() => !widget.state.isLoading);
    await settled();
    expect(codeField().value).to.equal('123456');
    expect(codeField().error).to.contain('2');
    expect(widget.state.error).to.contain('2');
    expect(focusedAt()).to.equal('code');
    expect(backend.count('verifyCode')).to.equal(1);
    await press('Enter');
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    expect(backend.calls.filter(({ method }) => method === 'verifyCode').map(({ args }) => args[1])).to.deep.equal([
      '111111',
      '123456',
    ]);
  });

  it('a code that is begun during the check is completed by its last key', async () => {
    await type('111111');
    await settled();
    await type('123');
    await backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
    await until(() => !widget.state.isLoading);
    await settled();
    await type('456');
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    expect(backend.last('verifyCode')![1]).to.equal('123456');
  });

  it('a code that is typed while another one is requested stays, and so does the news about the SMS', async () => {
    button('Get a new code').click();
    await settled();
    await type('123456');
    await backend.answer('requestCode', { resendIn: 60 });
    await until(() => !widget.state.isLoading);
    await settled();
    expect(codeField().value).to.equal('123456');
    expect(query('[role=status]')!.textContent).to.contain('916');
    expect(backend.count('verifyCode')).to.equal(0);
    await press('Enter');
    await until(() => backend.count('verifyCode') === 1);
  });

  it('a code that was right leaves nothing behind', async () => {
    await type('111111');
    await settled();
    await type('123456');
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    await settled();
    expect(query('code-input')).to.equal(null);
    expect(backend.count('verifyCode')).to.equal(1);
  });
});
