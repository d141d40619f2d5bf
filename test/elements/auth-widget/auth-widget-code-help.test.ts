// auth-widget: what helps on the code screen: a number that can be changed, tips, and another code in place of a dead one.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { click, until } from '../../support/browser.js';
import {
  backend,
  button,
  find,
  focusedAt,
  mount,
  phoneField,
  query,
  settled,
  textOf,
  toCode,
  toRejectedCode,
  visibleText,
  widget,
} from '../../support/widget.js';

const { now } = Date;

afterEach(() => {
  Date.now = now;
  widget.client.dispose();
});

const pass = (seconds: number) => {
  const later = now() + seconds * 1000;
  Date.now = () => later;
  widget.requestUpdate();
  return settled();
};

describe('auth-widget: the code screen helps', () => {
  it('“Change” beside the number leads back to it', async () => {
    await mount();
    await toCode();
    const change = button('Change');
    const backs: string[] = [];
    widget.addEventListener('code-back', ({ type }) => backs.push(type));
    await click(change);
    await settled();
    expect(backs).to.deep.equal(['code-back']);
    expect(phoneField().value).to.equal('79161234567');
    expect(focusedAt()).to.equal('phone');
  });

  it('“Change” is read neither as part of the description nor before the field gets the focus', async () => {
    await mount();
    const field = await toCode();
    const about = field.shadowRoot!.querySelector('#about')!;
    expect(about.textContent.replace(/\s+/g, ' ').trim()).to.equal('We sent a code to +7 (916) 123-45-67.');
    expect(about.querySelector('slot')).to.equal(null);
    field.focus();
    expect(field.shadowRoot!.activeElement?.id).to.equal('input');
  });

  it('the tips and the link to help are there when another code can be requested, and not before', async () => {
    await mount({ helpHref: '/help' });
    await toCode({ resendIn: 60 });
    expect(query('[part=help]')).to.equal(null);
    await pass(61);
    const help = find<HTMLDetailsElement>('[part=help]');
    expect(help.open).to.equal(false);
    await click(find('summary'));
    expect(help.open).to.equal(true);
    expect([...help.querySelectorAll('li')].map(({ textContent }) => textContent.trim())).to.have.length(3);
    expect(find<HTMLAnchorElement>('[part=help] a').href).to.equal(new URL('/help', document.baseURI).href);
    widget.helpHref = 'javascript:alert(1)';
    await settled();
    expect(query('[part=help] a')).to.equal(null);
  });
});

describe('auth-widget: what the status says about another code', () => {
  it('that one can be requested, also below the message about a wrong code', async () => {
    await mount();
    await toRejectedCode(new AuthError('wrong-code'));
    await pass(61);
    expect(widget.state.error).not.to.equal(null);
    expect(textOf('[role=status]')).to.equal('You can get a new code now.');
  });

  it('that one can be requested after a code that was sent earlier, and nothing if that one is confirmed again', async () => {
    await mount();
    await toCode(new AuthError('too-soon', { retryAfter: 40 }));
    await pass(41);
    expect(textOf('[role=status]')).to.equal('You can get a new code now.');
    await click(button('Get a new code'));
    await backend.answer('requestCode', new AuthError('too-soon', { retryAfter: 20 }));
    await until(() => !widget.state.isLoading);
    await settled();
    expect(textOf('[role=status]')).to.equal('');
    expect(visibleText()).to.match(/New code in\s/);
    expect(visibleText()).not.to.contain('Sent again');
  });
});

describe('auth-widget: another code that the server refuses to send', () => {
  it('the countdown goes on, and neither it nor the status says that a code was sent', async () => {
    await mount();
    await toCode({}); // the server names no interval, so the widget assumes 60 seconds
    await pass(61);
    const events: string[] = [];
    widget.addEventListener('auth-code-sent', ({ type }) => events.push(type));
    await click(button('Get a new code'));
    await backend.answer('requestCode', new AuthError('too-soon', { retryAfter: 60 }));
    await until(() => !widget.state.isLoading);
    await settled();
    expect(widget.client.flow.isEarlierCode).to.equal(false);
    expect(textOf('p.wait')).to.match(/^New code in\s/);
    expect(textOf('[role=status]')).to.equal('');
    expect(events).to.deep.equal([]);
  });
});

describe('auth-widget: a code that is dead', () => {
  const dead = () => toRejectedCode(new AuthError('code-expired'));
  const primary = () => find<HTMLButtonElement>('[part=button]');

  it('“Get a new code” takes the place of Confirm; during the interval of the server it submits nothing', async () => {
    await mount();
    await dead();
    expect(primary().textContent.trim()).to.equal('Get a new code');
    expect(primary().ariaDisabled).to.equal('true');
    expect(visibleText()).to.match(/New code in\s/);
    expect(query('[type=submit]')).to.equal(null);
    await click(primary());
    expect(backend.count('requestCode')).to.equal(1);
    await pass(61);
    expect(primary().ariaDisabled).to.equal(null);
    await click(primary());
    await until(() => backend.count('requestCode') === 2);
    expect(backend.count('verifyCode')).to.equal(1);
    await backend.answer('requestCode', { resendIn: 60 });
    await until(() => /Sent again\. New code in\s/.test(visibleText()));
    expect(primary().textContent.trim()).to.equal('Confirm');
  });

  it('a server that named no interval is asked at once', async () => {
    await mount();
    await toCode({});
    const tried = widget.client.loginWithSmsCode('111111').catch(() => {});
    await backend.answer('verifyCode', new AuthError('code-expired'));
    await tried;
    await settled();
    expect(visibleText()).not.to.contain('New code in');
    await click(primary());
    await until(() => backend.count('requestCode') === 2);
  });

  it('a key in the field brings Confirm back', async () => {
    await mount();
    await dead();
    widget.client.clearError();
    await settled();
    expect(primary().textContent.trim()).to.equal('Confirm');
  });
});
