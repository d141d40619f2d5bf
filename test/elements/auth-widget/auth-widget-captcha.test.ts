// auth-widget and a captcha: its slot `challenge`, what the widget says, and the focus (docs/client.md#challenges,
// docs/behaviour/flow.md#focus).
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { violationsIn } from '../../support/axe.js';
import { click, press, until } from '../../support/browser.js';
import { CHECKING, challenged, isShown, listen, makeCaptcha, visibleHint } from '../../support/challenges.js';
import { session } from '../../support/held-backend.js';
import {
  backend,
  button,
  codeField,
  focusedAt,
  mount,
  query,
  settled,
  submitButton,
  textOf,
  toCode,
  typePhone,
  widget,
} from '../../support/widget.js';

const BELOW = 'Confirm below that you’re not a robot.';

afterEach(() => widget.client.dispose());

/** Leads to a captcha in the slot: a request for a code is refused. `how` sends the form. */
async function toCaptcha({ markup = '<input aria-label="Letters">', how = () => click(submitButton()) } = {}) {
  const captcha = makeCaptcha(markup);
  await mount({ challenge: captcha.challenge });
  widget.append(captcha.place);
  await typePhone();
  await how();
  await backend.answer('requestCode', challenged());
  await until(() => captcha.asked.length);
  await settled();
  return { ...captcha, input: captcha.place.querySelector('input')! };
}

describe('auth-widget: the slot challenge', () => {
  it('is shown from the call of the solver to the end of the operation, below the button, which does not move', async () => {
    const { challenge, place, asked } = makeCaptcha('<button type="button">I am human</button>');
    await mount({ challenge });
    widget.append(place);
    await typePhone();
    expect(isShown(place)).to.equal(false);
    const before = submitButton().getBoundingClientRect();
    const said = listen();
    await press('Enter');
    await backend.answer('requestCode', challenged());
    await until(() => asked.length);
    expect(asked[0]!.wasShown).to.equal(true);
    await settled();
    expect(visibleHint()).to.equal(BELOW);
    expect(submitButton().getBoundingClientRect().top).to.equal(before.top);
    expect(place.getBoundingClientRect().top).to.be.at.least(before.bottom);
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    expect([isShown(place), said]).to.deep.equal([false, ['One moment…', BELOW, '']]);
  });

  it('is empty if the captcha is elsewhere on the page: the status says that the widget is checking', async () => {
    const { challenge, asked } = makeCaptcha();
    await mount({ challenge });
    await typePhone();
    await press('Enter');
    await backend.answer('requestCode', challenged());
    await until(() => asked.length);
    await settled();
    expect([textOf('form [role=status]'), visibleHint()]).to.deep.equal([CHECKING, CHECKING]);
  });

  it('is shown on the form for a password and on the code screen, too', async () => {
    const { challenge, place, asked } = makeCaptcha();
    await mount({ challenge, mode: 'login' });
    widget.append(place);
    place.textContent = 'captcha';
    const login = widget.client.login('anna', 'correct horse').catch(() => {});
    await backend.answer('login', challenged());
    await until(() => asked.length);
    expect(asked[0]!.wasShown).to.equal(true);
    asked[0]!.reject();
    await login;
    await settled();
    expect(isShown(place)).to.equal(false);
    await toCode({ resendIn: 0 });
    await click(button('Get a new code'));
    await backend.answer('requestCode', challenged());
    await until(() => asked.length === 2);
    expect([asked[1]!.wasShown, codeField().isConnected]).to.deep.equal([true, true]);
  });

  it('after a captcha fails, the error says what to do, and the next attempt shows the captcha again', async () => {
    const { place, asked } = await toCaptcha();
    asked[0]!.reject();
    await until(() => widget.state.error);
    await settled();
    expect(textOf('[role=alert]')).to.equal('We couldn’t confirm you’re not a robot. Try again.');
    await click(submitButton());
    await backend.answer('requestCode', challenged());
    await until(() => asked.length === 2);
    expect([asked[1]!.wasShown, isShown(place)]).to.deep.equal([true, true]);
  });

  it('has no violations of axe', async () => {
    await toCaptcha();
    expect(await violationsIn(widget)).to.deep.equal([]);
  });
});

describe('auth-widget: the focus and a captcha', () => {
  it('the focus goes from the button into the captcha, and then to the field of the code', async () => {
    const { input, asked } = await toCaptcha();
    expect(document.activeElement).to.equal(input);
    asked[0]!.solve('token');
    await backend.answer('requestCode');
    await until(() => query('code-input'));
    await settled();
    expect(focusedAt()).to.equal('code');
  });

  it('the focus waits for a captcha that is loaded later, and skips elements that cannot have it', async () => {
    const { place } = await toCaptcha({
      markup: '<input type="hidden"><input hidden><button tabindex="-1">×</button>',
    });
    expect(focusedAt()).to.equal('button');
    const frame = document.createElement('iframe');
    frame.title = 'captcha';
    place.append(frame);
    await until(() => document.activeElement === frame);
  });

  for (const [how, show] of Object.entries<(place: HTMLElement) => void>({
    'that is put deep into the slot': place => place.firstElementChild!.append(document.createElement('input')),
    'that was there, hidden': place => (place.querySelector('input')!.hidden = false),
  }))
    it(`the focus goes into a captcha ${how}`, async () => {
      const { place } = await toCaptcha({ markup: '<div></div><input hidden>' });
      expect(focusedAt()).to.equal('button');
      show(place);
      const shown = [...place.querySelectorAll('input')].find(input => !input.hidden)!;
      await until(() => document.activeElement === shown);
    });

  it('a captcha that the solver puts into the widget gets the text and the focus', async () => {
    const captcha = makeCaptcha('<input aria-label="Letters">');
    await mount({
      challenge: (...args: Parameters<typeof captcha.challenge>) => {
        widget.append(captcha.place);
        return captcha.challenge(...args);
      },
    });
    await typePhone();
    await click(submitButton());
    await backend.answer('requestCode', challenged());
    await until(() => document.activeElement === captcha.place.querySelector('input'));
    await settled();
    expect(visibleHint()).to.equal(BELOW);
  });

  it('the focus waits for a control that is disabled at first, and does not go on to another one', async () => {
    const { input, place } = await toCaptcha({ markup: '<input disabled>' });
    expect(focusedAt()).to.equal('button');
    input.disabled = false;
    await until(() => document.activeElement === input);
    place.append(document.createElement('input'));
    await settled();
    expect(document.activeElement).to.equal(input);
  });

  it('with several elements in the slot, the focus comes back from each', async () => {
    const { place, asked } = await toCaptcha({ markup: 'Solve this:' });
    const second = document.createElement('input');
    second.slot = 'challenge';
    place.after(second);
    second.focus();
    asked[0]!.reject();
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('button');
  });

  it('a captcha that is followed by another screen, without a button to go back to', async () => {
    const errors: unknown[] = [];
    const note = ({ reason }: PromiseRejectionEvent) => errors.push(reason);
    window.addEventListener('unhandledrejection', note);
    const captcha = makeCaptcha('<input aria-label="Letters">');
    await mount({ challenge: captcha.challenge, mode: 'login' });
    widget.append(captcha.place);
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', challenged());
    await until(() => captcha.asked.length);
    captcha.place.querySelector('input')!.focus();
    captcha.asked[0]!.solve('token');
    await backend.answer('login', session());
    await done;
    await settled();
    await new Promise(resolve => setTimeout(resolve));
    window.removeEventListener('unhandledrejection', note);
    expect([errors.length, textOf('h2')]).to.deep.equal([0, 'Signed in as Anna']);
  });

  it('the focus stays if a person pressed Enter in a field, or has moved it elsewhere', async () => {
    const { place } = await toCaptcha({ how: () => press('Enter') });
    expect(focusedAt()).to.equal('phone');
    const elsewhere = document.createElement('input');
    widget.after(elsewhere);
    elsewhere.focus();
    place.append(document.createElement('input'));
    await settled();
    expect(document.activeElement).to.equal(elsewhere);
  });

  it('an error brings the focus back to the button', async () => {
    const { asked } = await toCaptcha();
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('button');
  });

  it('an error brings the focus back even if the captcha has been removed', async () => {
    const { asked, input } = await toCaptcha();
    input.remove();
    asked[0]!.reject();
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('button');
  });

  it('an error about a field moves the focus to the field', async () => {
    const { asked } = await toCaptcha();
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('invalid-phone'));
    await until(() => widget.state.error);
    await settled();
    expect(focusedAt()).to.equal('phone');
  });

  it('a captcha of the page’s own call that never had the focus does not bring it to the button', async () => {
    const { challenge, place, asked } = makeCaptcha('<p>No one can focus this.</p>');
    await mount({ challenge });
    widget.append(place);
    const done = widget.client.loginByPhone('9161234567').catch(() => {});
    await backend.answer('requestCode', challenged());
    await until(() => asked.length);
    await settled();
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('server'));
    await done;
    await settled();
    expect(isShown(place)).to.equal(false);
    expect(document.activeElement === document.body).to.equal(true);
  });

  it('the focus stays if a person has moved it elsewhere meanwhile', async () => {
    const { asked } = await toCaptcha();
    const elsewhere = document.createElement('input');
    widget.after(elsewhere);
    elsewhere.focus();
    asked[0]!.solve('token');
    await backend.answer('requestCode', new AuthError('server'));
    await until(() => widget.state.error);
    await settled();
    expect(document.activeElement).to.equal(elsewhere);
  });
});
