// auth-widget with another server: the texts of its errors, people whom it does not know, and its challenges.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import type { ChallengeSolver } from '../../../src/client/calls/solve-challenge.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { click, doubleClick, press, until } from '../../support/browser.js';
import { HeldBackend, session } from '../../support/held-backend.js';
import {
  backend,
  button,
  fill,
  find,
  make,
  mount,
  phoneField,
  query,
  requestCode,
  settled,
  submitButton,
  textOf,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

const countOf = (text: string) =>
  [...widget.shadowRoot!.querySelectorAll('button')].filter(each => each.textContent.trim() === text).length;

/** Leads to the error of a request for a code. */
async function toRefused(error: AuthError, options: object = {}): Promise<void> {
  await mount(options);
  await requestCode();
  await backend.answer('requestCode', error);
  await until(() => widget.state.error);
  await settled();
}

describe('auth-widget: the text of an error from the server', () => {
  it('replaces ours, as plain text, on the screen, in the state and in the event', async () => {
    await mount('phone-login');
    const messages: string[] = [];
    widget.addEventListener('auth-error', event => messages.push(event.message));
    await requestCode();
    const text = '<b>Numbers of this kind</b> are not served.';
    await backend.answer('requestCode', new AuthError('blocked', { text }));
    await until(() => widget.state.error);
    await settled();
    expect([widget.state.error, textOf('[role=alert]'), ...messages]).to.deep.equal([text, text, text]);
    expect(widget.shadowRoot!.querySelector('[part=error] b')).to.equal(null);
  });

  it('is shown under the field that it is about, and replaces the text for a login that is taken', async () => {
    await mount('register');
    await fill('anna', 'correct horse', 'correct horse');
    await press('Enter');
    await backend.answer('login', new AuthError('wrong-credentials', { text: 'Anna is here already.' }));
    await until(() => widget.state.error);
    await settled();
    expect(textOf('#password-error')).to.equal('Anna is here already.');
  });

  it('is ours without a time if the server does not say how long to wait', async () => {
    await toRefused(new AuthError('too-many-requests'));
    expect(textOf('[role=alert]')).to.equal('Too many attempts. Try again later.');
  });

  it('is ours for an unknown code, and does not contain the code', async () => {
    await toRefused(new AuthError('teapot' as never));
    expect(textOf('[role=alert]')).to.equal('Something went wrong on our side. Try again later.');
  });
});

describe('auth-widget: the text for a rule that the server does not tell', () => {
  const general = 'That can’t be used. Enter something else.';

  /** Leads to a registration that is refused because its login breaks a rule. Returns the error messages of the events. */
  async function toBrokenRule(options: object): Promise<string[]> {
    await mount({ mode: 'register', ...options });
    const messages: string[] = [];
    widget.addEventListener('auth-error', event => messages.push(event.message));
    await fill('anna', 'correct horse', 'correct horse');
    await press('Enter');
    await backend.answer('login', new AuthError('policy', { field: 'login' }));
    await until(() => widget.state.error);
    await settled();
    return messages;
  }

  it('is a general one, not our rule: at the field, in the state and in the event', async () => {
    const messages = await toBrokenRule({});
    expect([textOf('#login-error'), widget.state.error, ...messages]).to.deep.equal([general, general, general]);
  });

  it("is the page's, if its texts have one", async () => {
    const rule = 'Enter your e-mail address.';
    const messages = await toBrokenRule({ texts: { 'policy-login': rule } });
    expect([textOf('#login-error'), widget.state.error, ...messages]).to.deep.equal([rule, rule, rule]);
  });

  it('is our rule with the protocol of the reference server', async () => {
    const { fetch } = window;
    const refusal = { code: 422, text: 'Broken rule', params: { what: 'password' } };
    window.fetch = () => Promise.resolve(Response.json(refusal, { status: 422 }));
    try {
      await mount({ mode: 'register', backend: undefined });
      await fill('anna', 'correct horse', 'correct horse');
      await press('Enter');
      await until(() => widget.state.error);
      await settled();
      expect(textOf('#password-error')).to.equal('Enter a password of 8 to 128 characters.');
    } finally {
      window.fetch = fetch;
    }
  });
});

describe('auth-widget: a person whom the server does not know', () => {
  it('is offered registration, with the number kept', async () => {
    await toRefused(new AuthError('unknown-user'));
    expect(textOf('[role=alert]')).to.match(/^No account matches this/);
    expect(countOf('Create an account')).to.equal(1);
    expect(button('Create an account').closest('[part=error]')).not.to.equal(null);
    await click(button('Create an account'));
    await settled();
    expect([widget.client.flow.mode, phoneField().value, widget.state.error]).to.deep.equal([
      'phone-register',
      '79161234567',
      null,
    ]);
  });

  it('is offered it on the code screen, too', async () => {
    await mount('phone-login');
    await requestCode();
    await backend.answer('requestCode');
    await until(() => widget.client.flow.screen === 'code');
    const submitted = widget.client.loginWithSmsCode('123456').catch(() => {});
    await backend.answer('verifyCode', new AuthError('unknown-user'));
    await submitted;
    await settled();
    await click(button('Create an account'));
    await settled();
    expect([widget.client.flow.mode, phoneField().value]).to.deep.equal(['phone-register', '79161234567']);
  });

  it('is offered it after a login, with the login kept', async () => {
    await mount('login');
    await fill('anna', 'correct horse');
    await press('Enter');
    await backend.answer('login', new AuthError('unknown-user'));
    await until(() => widget.state.error);
    await settled();
    await click(button('Create an account'));
    await settled();
    expect([widget.client.flow.mode, find('#login').value]).to.deep.equal(['register', 'anna']);
  });

  it('no link is shown if that mode is not offered', async () => {
    await toRefused(new AuthError('unknown-user'), { modes: 'phone-login register' });
    expect(countOf('Create an account')).to.equal(0);
    expect(textOf('[role=alert]')).to.match(/^No account matches this/);
  });

  it('is offered nothing next to the error of a registration, or next to another error', async () => {
    await toRefused(new AuthError('refused'));
    expect(button('Create an account').closest('[part=error]')).to.equal(null);
    widget.client.dispose();
    await mount('register');
    await fill('anna', 'correct horse', 'correct horse');
    await press('Enter');
    await backend.answer('login', new AuthError('unknown-user'));
    await until(() => widget.state.error);
    await settled();
    expect(query('[part=error] button')).to.equal(null);
    expect(countOf('Already have an account? Sign in')).to.equal(1);
  });
});

describe('auth-widget: challenges', () => {
  const challenged = () => new AuthError('challenge', { challenge: { type: 'turnstile', siteKey: 'key-1' } });

  /** Makes a captcha, which the test solves. */
  function makeCaptcha() {
    const shown: { solve: (solution: string) => void; signal: AbortSignal }[] = [];
    const challenge: ChallengeSolver = (_, { signal }) => new Promise(solve => shown.push({ solve, signal }));
    return { shown, challenge };
  }

  it('the solver of the page is called: busy meanwhile, one captcha for a double click, and then the code is sent', async () => {
    const { shown, challenge } = makeCaptcha();
    await mount({ challenge });
    await requestCode();
    await backend.answer('requestCode', challenged());
    await until(() => shown.length);
    await settled();
    expect([widget.state.isLoading, submitButton().ariaDisabled]).to.deep.equal([true, 'true']);
    await doubleClick(submitButton());
    await settled();
    expect([shown.length, backend.count('requestCode')]).to.deep.equal([1, 1]);
    shown[0]!.solve('solution');
    await backend.answer('requestCode');
    await until(() => widget.client.flow.screen === 'code');
    expect(backend.calls.at(-1)!.options).to.include({ challengeSolution: 'solution' });
  });

  it('a change of mode cancels it', async () => {
    const { shown, challenge } = makeCaptcha();
    await mount({ challenge });
    await requestCode();
    await backend.answer('requestCode', challenged());
    await until(() => shown.length);
    await settled();
    await click(button('Password'));
    await settled();
    expect([shown[0]!.signal.aborted, widget.state.isLoading, widget.state.error]).to.deep.equal([true, false, null]);
  });

  it('without the property: the error', async () => {
    await toRefused(challenged());
    expect(textOf('[role=alert]')).to.equal('We couldn’t confirm you’re not a robot. Try again.');
  });

  it('another function solves the next one, with the same client; undefined removes it', async () => {
    const [first, second] = [makeCaptcha(), makeCaptcha()];
    await mount({ challenge: first.challenge });
    const { client } = widget;
    widget.challenge = second.challenge;
    await settled();
    expect(widget.client).to.equal(client);
    const done = client.login('anna', 'correct horse').catch(() => {});
    await backend.answer('login', challenged());
    await until(() => second.shown.length);
    second.shown[0]!.solve('solution');
    await backend.answer('login', session());
    await done;
    expect([first.shown.length, widget.state.userId]).to.deep.equal([0, 'u1']);
    widget.challenge = undefined;
    await settled();
    expect(client.challenge).to.equal(undefined);
  });

  it("a client of the page keeps its own solver if the widget has none, and otherwise gets the widget's", async () => {
    const [own, property] = [makeCaptcha(), makeCaptcha()];
    const client = new AuthClient({ backend: new HeldBackend(), challenge: own.challenge });
    await mount({ client });
    expect(client.challenge).to.equal(own.challenge);
    widget.challenge = property.challenge;
    await settled();
    expect(client.challenge).to.equal(property.challenge);
  });

  it('a client of the page keeps its own solver and countries if an app without type checks sets null', async () => {
    const own = makeCaptcha();
    const client = new AuthClient({ backend: new HeldBackend(), challenge: own.challenge, countries: 'kz' });
    await mount({ client, challenge: null, countries: null });
    expect([client.challenge, client.countries]).to.deep.equal([own.challenge, 'kz']);
    const property = makeCaptcha();
    for (const value of [property.challenge, null]) {
      Object.assign(widget, { challenge: value, countries: value && 'ru' });
      await settled();
      expect([client.challenge, client.countries]).to.deep.equal([value, value && 'ru']);
    }
  });

  it('the own client, read early, has no solver that was removed before the first update', async () => {
    for (const none of [undefined, null]) {
      make({ challenge: makeCaptcha().challenge });
      expect(widget.client.challenge).to.be.a('function');
      Object.assign(widget, { challenge: none });
      document.body.append(widget);
      await settled();
      expect(!!widget.client.challenge, String(none)).to.equal(false);
      widget.remove();
      widget.client.dispose();
    }
  });

  it('a client that is read before the widget is in the document has the solver', () => {
    const { challenge } = makeCaptcha();
    make({ challenge });
    expect(widget.client.challenge).to.equal(challenge);
  });
});
