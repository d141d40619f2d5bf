// auth-widget: the code screen for a code that was sent earlier and may be used up.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { backend, button, codeField, mount, settled, toCode, visibleText, widget } from '../../support/widget.js';

afterEach(() => widget.client.dispose());

const description = () => codeField().shadowRoot!.querySelector('#about')!.textContent.replace(/\s+/g, ' ').trim();

describe('auth-widget: the server has sent a code shortly before', () => {
  it('the screen says so, and when the next code can be requested, in both languages', async () => {
    await mount();
    await toCode(new AuthError('too-soon', { retryAfter: 40 }));
    expect(description()).to.equal('A code was sent a moment ago to +7 (916) 123-45-67.');
    expect(visibleText()).to.match(/New code in\s0:(40|39)/);
    expect(visibleText()).not.to.contain('We sent');
    widget.lang = 'ru';
    await settled();
    expect(description()).to.equal('Код уже отправлен на номер +7 (916) 123-45-67.');
    expect(visibleText()).to.match(/Новый код через\s0:(40|39)/);
    expect(visibleText()).not.to.contain('Мы отправили');
  });

  it('the screen does not say so for a new code that is requested from it', async () => {
    await mount();
    await toCode(new AuthError('too-soon', { retryAfter: 0 }));
    button('Get a new code').click();
    await backend.answer('requestCode', {});
    await settled();
    expect(description()).to.equal('We sent a code to +7 (916) 123-45-67.');
  });
});
