// RepeatGuard, in auth-widget: a held Enter, a double click and a double tap, with a server that answers at once.
// The rules: docs/behaviour/flow.md#repeated-presses.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { AuthError } from '../../../../src/core/auth-error.js';
import { click, doubleClick, doubleTap, engine, isChromium, press, until } from '../../../support/browser.js';
import { session } from '../../../support/held-backend.js';
import {
  backend,
  button,
  fill,
  find,
  focusedAt,
  mount,
  query,
  settled,
  signIn,
  submitButton,
  toCode,
  typePhone,
  widget,
} from '../../../support/widget.js';

afterEach(() => widget.client.dispose());

/** Makes the server answer `method` at once, and counts the calls. */
function answerAtOnce(method: 'login' | 'requestCode' | 'endSession', answer: object): { count: number } {
  const calls = { count: 0 };
  backend[method] = () => {
    calls.count++;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never);
  };
  return calls;
}

const wrongCredentials = () => new AuthError('wrong-credentials', { status: 401 });

describe('RepeatGuard: a held Enter', () => {
  // WebKitWebDriver does not repeat a key that is down.
  if (engine === 'webkit') return;

  async function holdEnter(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await sendKeys({ down: 'Enter' });
    await sendKeys({ up: 'Enter' });
    await settled();
  }

  it('in a native input: one attempt, also when an error moves the focus meanwhile', async () => {
    await mount('login');
    const logins = answerAtOnce('login', wrongCredentials());
    await fill('anna', 'wrong horse');
    find('#login').focus();
    await holdEnter();
    expect(logins.count).to.equal(1);
    expect(focusedAt()).to.equal('password');
    await press('Enter');
    expect(logins.count).to.equal(2);
  });

  it('in the field of the number: one code, and the code screen has no error', async () => {
    await mount();
    const requests = answerAtOnce('requestCode', { resendIn: 60 });
    await typePhone();
    await holdEnter();
    expect(requests.count).to.equal(1);
    expect(query('code-input')).to.exist;
    expect(widget.state.error).to.equal(null);
  });

  it('on the submit button: one attempt', async () => {
    await mount('login');
    const logins = answerAtOnce('login', wrongCredentials());
    await fill('anna', 'wrong horse');
    submitButton().focus();
    await holdEnter();
    expect(logins.count).to.equal(1);
  });

  it('on a link: one change of mode', async () => {
    await mount('login');
    button('Create an account').focus();
    await holdEnter();
    expect(widget.client.flow.mode).to.equal('register');
    expect(find('#login-error').textContent).to.equal('');
  });

  it('on the button to sign out: the form that comes next is not sent', async () => {
    await mount('login');
    await signIn();
    answerAtOnce('endSession', {});
    button('Sign out').focus();
    await holdEnter();
    expect(focusedAt()).to.equal('login');
    expect(find('#login-error').textContent).to.equal('');
  });
});

describe('RepeatGuard: a click without a press before it', () => {
  it('counts, as after a touch whose mouse events the page has prevented', async () => {
    await mount('login');
    const logins = answerAtOnce('login', wrongCredentials());
    await fill('anna', 'wrong horse');
    submitButton().dispatchEvent(
      new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true, composed: true }),
    );
    await settled();
    expect(logins.count).to.equal(1);
  });
});

describe('RepeatGuard: an Enter that repeats', () => {
  const repeat = (target: Element, key = 'Enter', isRepeated = true): boolean =>
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, repeat: isRepeated, bubbles: true, composed: true, cancelable: true }),
    );

  it('starts nothing in the inputs and on the buttons of the widget', async () => {
    await mount('login');
    for (const selector of ['#login', '#password', '[type=submit]', '[part=link]', '.eye']) {
      expect(repeat(find(selector)), selector).to.equal(false);
      expect(repeat(find(selector), 'Enter', false), `${selector}: the first one`).to.equal(true);
    }
    expect(repeat(find('#login'), 'a'), 'another key').to.equal(true);
    expect(repeat(find('#login'), 'Backspace'), 'another key').to.equal(true);
  });

  it('is left to an element of the page in a slot', async () => {
    await mount();
    const area = document.createElement('textarea');
    area.slot = 'footer';
    widget.append(area);
    expect(repeat(area)).to.equal(true);
  });

  it('is refused again after the widget was moved', async () => {
    await mount('login');
    document.body.append(widget);
    expect(repeat(find('#login'))).to.equal(false);
    widget.remove();
  });
});

const twice = [['double click', doubleClick], ...(isChromium ? ([['double tap', doubleTap]] as const) : [])] as const;
for (const [name, pressTwice] of twice) {
  describe(`RepeatGuard: a ${name}`, () => {
    it('on «Get a code»: the code screen has no error, and its field has the focus', async () => {
      await mount();
      const requests = answerAtOnce('requestCode', { resendIn: 60 });
      await typePhone();
      await pressTwice(submitButton());
      await until(() => query('code-input'));
      await settled();
      expect(requests.count).to.equal(1);
      expect(widget.state.error).to.equal(null);
      expect(focusedAt()).to.equal('code');
    });

    it('on «Create an account»: the link that has replaced it is not followed', async () => {
      await mount('login');
      await pressTwice(button('Create an account'));
      await settled();
      expect(widget.client.flow.mode).to.equal('register');
      expect(focusedAt()).to.equal('login');
    });

    it('on «Sign out»: the form is not sent', async () => {
      await mount('login');
      await signIn();
      answerAtOnce('endSession', {});
      // The button of the form appears in the same place as this one.
      const style = document.createElement('style');
      style.textContent = 'auth-widget::part(button) { position: fixed; inset: 0 auto auto 0 }';
      widget.append(style);
      await pressTwice(button('Sign out'));
      await until(() => !widget.state.isLoading);
      await settled();
      expect(widget.state.isAuthenticated).to.equal(false);
      expect(find('#login-error').textContent).to.equal('');
    });

    it('on «Sign in» with a wrong password: one attempt', async () => {
      await mount('login');
      const logins = answerAtOnce('login', wrongCredentials());
      await fill('anna', 'wrong horse');
      const details: number[] = [];
      widget.addEventListener('mousedown', ({ detail }) => details.push(detail), true);
      await pressTwice(submitButton());
      await until(() => widget.state.error);
      await settled();
      // On a machine that stalls between the presses, WebKitGTK counts the second one as a click of its own (`detail` is 1), which
      // may sign in again.
      const clicks = engine === 'webkit' ? details.filter(detail => detail === 1).length : 1;
      expect(logins.count).to.equal(clicks);
    });

    it('on the eye: the password is shown and hidden', async () => {
      await mount('login');
      const seen: string[] = [];
      const observer = new MutationObserver(() => seen.push(find('#password').type));
      observer.observe(find('#password'), { attributeFilter: ['type'] });
      await pressTwice(find('.eye'));
      await until(() => seen.length === 2);
      observer.disconnect();
      expect(seen).to.deep.equal(['text', 'password']);
    });
  });
}

describe('RepeatGuard: presses that a person intends', () => {
  it('a click on the next screen counts, however soon it comes', async () => {
    await mount('login');
    await click(button('Create an account'));
    await settled();
    await click(button('Already have an account? Sign in'));
    await settled();
    expect(widget.client.flow.mode).to.equal('login');
  });

  it('a click without a press counts after a double click: from a keyboard, a password manager or a screen reader', async () => {
    await mount('login');
    await doubleClick(button('Create an account'));
    await settled();
    button('Already have an account? Sign in').click();
    await settled();
    expect(widget.client.flow.mode).to.equal('login');
  });

  it('a press that the system counts as the second one counts if the first one was not on the widget', async () => {
    await mount('login');
    const link = button('Create an account');
    for (const type of ['mousedown', 'click'])
      link.dispatchEvent(new MouseEvent(type, { detail: 2, bubbles: true, composed: true, cancelable: true }));
    await settled();
    expect(widget.client.flow.mode).to.equal('register');
  });

  it('a triple click is also one press', async () => {
    await mount('login');
    await doubleClick(button('Create an account'));
    await settled();
    const link = button('Already have an account? Sign in');
    for (const type of ['mousedown', 'click'])
      link.dispatchEvent(new MouseEvent(type, { detail: 3, bubbles: true, composed: true, cancelable: true }));
    await settled();
    expect(widget.client.flow.mode).to.equal('register');
  });

  /** Dispatches the events of a tap that the browser does not count. */
  function tap(
    target: Element,
    at: { readonly time: number; readonly x?: number; readonly y?: number; readonly pointerType?: string },
  ): void {
    for (const type of ['pointerdown', 'mousedown', 'click']) {
      const options = { detail: 1, clientX: at.x ?? 0, clientY: at.y ?? 0, pointerType: at.pointerType ?? 'touch' };
      const event = new PointerEvent(type, { ...options, bubbles: true, composed: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: at.time });
      target.dispatchEvent(event);
    }
  }

  for (const [description, second, mode] of [
    ['half a second later counts', { time: 1500 }, 'login'],
    ['sooner is the second one of a double tap', { time: 1499, x: 49 }, 'register'],
    ['elsewhere counts, to the side', { time: 1100, x: 50 }, 'login'],
    ['elsewhere counts, below', { time: 1100, y: 50 }, 'login'],
  ] as const) {
    it(`a tap ${description}`, async () => {
      await mount('login');
      tap(button('Create an account'), { time: 1000 });
      await settled();
      tap(button('Already have an account? Sign in'), second);
      await settled();
      expect(widget.client.flow.mode).to.equal(mode);
    });
  }

  it('a tap near the first one is the second one of a double tap, wherever on the page', async () => {
    await mount('login');
    tap(button('Create an account'), { time: 1000, x: 400, y: 300 });
    await settled();
    tap(button('Already have an account? Sign in'), { time: 1100, x: 410, y: 310 });
    await settled();
    expect(widget.client.flow.mode).to.equal('register');
  });

  it('two clicks of a mouse that the system does not count as a double click both count', async () => {
    await mount('login');
    tap(button('Create an account'), { time: 1000, pointerType: 'mouse' });
    await settled();
    tap(button('Already have an account? Sign in'), { time: 1100, pointerType: 'mouse' });
    await settled();
    expect(widget.client.flow.mode).to.equal('login');
  });

  it('a click on «Confirm» counts after the code screen was reached by the keyboard', async () => {
    await mount();
    const verified: unknown[] = [];
    backend.verifyCode = (...args) => (verified.push(args[1]), Promise.resolve(session() as never));
    const code = await toCode();
    code.value = '123456';
    await click(submitButton());
    await until(() => widget.state.isAuthenticated);
    expect(verified).to.deep.equal(['123456']);
  });
});
