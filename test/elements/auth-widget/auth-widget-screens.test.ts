// auth-widget: what each screen shows, element by element.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import type { Session } from '../../../src/core/auth-backend.js';
import { session } from '../../support/held-backend.js';
import { outline } from '../../support/outline.js';
import {
  backend,
  find,
  mount,
  requestCode,
  settled,
  signIn,
  submitButton,
  toCode,
  toRejectedCode,
  widget,
} from '../../support/widget.js';

afterEach(() => widget.client.dispose());

/** The server answers a correct code. */
async function confirmCode(answer: Session | null): Promise<void> {
  await toCode();
  const confirmed = widget.client.loginWithSmsCode('123456').catch(() => {});
  await backend.answer('verifyCode', answer);
  await confirmed;
  await settled();
}

/** The outline of the screen, with every time as `0:00`. */
const screen = () => outline(widget.shadowRoot!).map(line => line.replace(/\s(\d+:\d\d|\d+\sminutes)/, ' 0:00'));

describe('auth-widget: screens', () => {
  it('a number, to sign in with', async () => {
    await mount();
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 Sign in',
      'div aria-label=How to sign in role=group',
      'button aria-pressed=true Phone',
      'button aria-pressed=false Password',
      'p aria-busy=false lang=en role=status',
      'phone-input label=Phone number name=phone required',
      'label Phone number',
      'input aria-busy=false aria-describedby=error about hint aria-invalid=false aria-required=true autocomplete=tel placeholder=+7 (000) 000-00-00',
      'button aria-disabled=false Get a code',
      'button Create an account',
      'slot name=footer',
    ]);
  });

  it('a number, to register with', async () => {
    await mount('phone-register');
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 Create an account',
      'div aria-label=How to create an account role=group',
      'button aria-pressed=true Phone',
      'button aria-pressed=false Password',
      'p aria-busy=false lang=en role=status',
      'phone-input label=Phone number name=phone required',
      'label Phone number',
      'input aria-busy=false aria-describedby=error about hint aria-invalid=false aria-required=true autocomplete=tel placeholder=+7 (000) 000-00-00',
      'label Your name',
      'input aria-describedby=displayName-hint displayName-error aria-invalid=false aria-required=true autocapitalize=words autocomplete=name name=displayName',
      'button aria-disabled=false Get a code',
      'button Already have an account? Sign in',
      'slot name=footer',
    ]);
  });

  it('a code: while it is requested, and while it is awaited', async () => {
    await mount();
    await requestCode();
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=true lang=en',
      'h2 Sign in',
      'div aria-label=How to sign in role=group',
      'button aria-pressed=true Phone',
      'button aria-pressed=false Password',
      'p aria-busy=false lang=en role=status One moment…',
      'phone-input label=Phone number name=phone readonly required',
      'label Phone number',
      'input aria-busy=false aria-describedby=error about hint aria-invalid=false aria-required=true autocomplete=tel readonly «+7 (916) 123-45-67»',
      'button aria-disabled=true Get a code',
      'i',
      'button Create an account',
      'slot name=footer',
    ]);
    await backend.answer('requestCode', { resendIn: 60, codeLength: 4 });
    await settled();
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'button Back',
      'code-input name=code',
      'h2 Enter the code',
      'p We sent a code to +7 (916) 123-45-67',
      'i .',
      'slot name=change',
      'input aria-busy=false aria-describedby=error about hint aria-invalid=false aria-label=Enter the code autocomplete=one-time-code',
      'span aria-hidden=true data-active',
      'span aria-hidden=true',
      'span aria-hidden=true',
      'span aria-hidden=true',
      'p We’ll check it as soon as you enter the last digit.',
      'p aria-busy=false lang=en role=status',
      'button aria-disabled=false Confirm',
      'p New code in 0:00',
      'slot name=footer',
    ]);
  });

  it('a login and a password: while they are checked, and after they are rejected', async () => {
    await mount('login');
    find('#login').value = 'anna';
    find('#password').value = 'correct horse';
    find<HTMLFormElement>('form').requestSubmit();
    await settled();
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=true lang=en',
      'h2 Sign in',
      'div aria-label=How to sign in role=group',
      'button aria-pressed=false Phone',
      'button aria-pressed=true Password',
      'p aria-busy=false lang=en role=status One moment…',
      'label Username',
      'input aria-describedby=login-hint login-error aria-invalid=false aria-required=true autocapitalize=none autocomplete=username name=login readonly «anna»',
      'label Password',
      'input aria-describedby=password-hint password-error aria-invalid=false aria-required=true autocapitalize=none autocomplete=current-password name=password readonly type=password «correct horse»',
      'button aria-label=Show password aria-pressed=false',
      'button aria-disabled=true Sign in',
      'i',
      'button Create an account',
      'slot name=footer',
    ]);
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await settled();
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 Sign in',
      'div aria-label=How to sign in role=group',
      'button aria-pressed=false Phone',
      'button aria-pressed=true Password',
      'p aria-busy=false lang=en role=status',
      'label Username',
      'input aria-describedby=login-hint login-error aria-invalid=false aria-required=true autocapitalize=none autocomplete=username name=login «anna»',
      'label Password',
      'input aria-describedby=password-hint password-error aria-invalid=true aria-required=true autocapitalize=none autocomplete=current-password name=password type=password «correct horse»',
      'button aria-label=Show password aria-pressed=false',
      'p Wrong username or password. Try again.',
      'button aria-disabled=false Sign in',
      'button Create an account',
      'slot name=footer',
    ]);
  });

  it('a registration by login, before and after an empty form was sent', async () => {
    await mount({ mode: 'register', backend: undefined });
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 Create an account',
      'div aria-label=How to create an account role=group',
      'button aria-pressed=false Phone',
      'button aria-pressed=true Password',
      'p aria-busy=false lang=en role=status',
      'label Username',
      'input aria-describedby=login-hint login-error aria-invalid=false aria-required=true autocapitalize=none autocomplete=username name=login',
      'p 4 to 32 characters: a–z, 0–9, “_”, “.”, “-”',
      'label Password',
      'input aria-describedby=password-hint password-error aria-invalid=false aria-required=true autocapitalize=none autocomplete=new-password name=password type=password',
      'button aria-label=Show password aria-pressed=false',
      'p At least 8 characters',
      'label Repeat the password',
      'input aria-describedby=repeat-hint repeat-error aria-invalid=false aria-required=true autocapitalize=none autocomplete=new-password name=repeat type=password',
      'button aria-disabled=false Create an account',
      'button Already have an account? Sign in',
      'slot name=footer',
    ]);
    submitButton().click();
    await settled();
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 Create an account',
      'div aria-label=How to create an account role=group',
      'button aria-pressed=false Phone',
      'button aria-pressed=true Password',
      'p aria-busy=false lang=en role=status',
      'label Username',
      'input aria-describedby=login-hint login-error aria-invalid=true aria-required=true autocapitalize=none autocomplete=username name=login',
      'p Fill in this field.',
      'label Password',
      'input aria-describedby=password-hint password-error aria-invalid=true aria-required=true autocapitalize=none autocomplete=new-password name=password type=password',
      'button aria-label=Show password aria-pressed=false',
      'p Fill in this field.',
      'label Repeat the password',
      'input aria-describedby=repeat-hint repeat-error aria-invalid=true aria-required=true autocapitalize=none autocomplete=new-password name=repeat type=password',
      'p Fill in this field.',
      'button aria-disabled=false Create an account',
      'button Already have an account? Sign in',
      'slot name=footer',
    ]);
  });

  it('an error that is about no field', async () => {
    await mount();
    await toRejectedCode(new AuthError('server'));
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'button Back',
      'code-input name=code',
      'h2 Enter the code',
      'p We sent a code to +7 (916) 123-45-67',
      'i .',
      'slot name=change',
      'input aria-busy=false aria-describedby=error about hint aria-invalid=false aria-label=Enter the code autocomplete=one-time-code',
      'span aria-hidden=true',
      'span aria-hidden=true',
      'span aria-hidden=true',
      'span aria-hidden=true',
      'span aria-hidden=true',
      'span aria-hidden=true',
      'p We’ll check it as soon as you enter the last digit.',
      'p aria-busy=false lang=en role=status',
      'div lang=en',
      'p role=alert Something went wrong on our side. Try again later.',
      'button aria-disabled=false Confirm',
      'p New code in 0:00',
      'slot name=footer',
    ]);
  });

  it('a number that is blocked', async () => {
    await mount();
    await toRejectedCode(new AuthError('blocked', { retryAfter: 900 }));
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 Sign in',
      'div aria-label=How to sign in role=group',
      'button aria-pressed=true Phone',
      'button aria-pressed=false Password',
      'p aria-busy=false lang=en role=status Try again in 0:00.',
      'div lang=en',
      'p role=alert Too many wrong codes.',
      'p Try again in 0:00.',
      'button Sign in with a password',
      'phone-input label=Phone number name=phone required',
      'label Phone number',
      'input aria-busy=false aria-describedby=error about hint aria-invalid=false aria-required=true autocomplete=tel «+7 (916) 123-45-67»',
      'button aria-disabled=true Get a code',
      'button Create an account',
      'slot name=footer',
    ]);
  });

  it('an account that needs a name', async () => {
    await mount();
    await confirmCode(session({ displayName: null }));
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 What’s your name?',
      'p aria-busy=false lang=en role=status',
      'label Your name',
      'input aria-describedby=displayName-hint displayName-error aria-invalid=false aria-required=true autocapitalize=words autocomplete=name name=displayName',
      'p Number confirmed. Others will see this name.',
      'button aria-disabled=false Continue',
      'button Start over',
      'slot name=footer',
    ]);
  });

  it('an account that needs a name, after a password: no number is confirmed', async () => {
    await mount('login');
    await signIn({ displayName: null });
    expect(screen()).to.include('p Others will see this name.');
  });

  it('a number that is confirmed without a sign-in', async () => {
    await mount();
    await confirmCode(null);
    expect(screen()).to.deep.equal([
      'slot name=header',
      'form aria-busy=false lang=en',
      'h2 Number confirmed',
      'p aria-busy=false lang=en role=status',
      'div lang=en',
      'p role=alert Your number is confirmed, but we couldn’t sign you in. Start over.',
      'button Start over',
      'slot name=footer',
    ]);
  });

  it('signed in, and signed in to an account that was created', async () => {
    await mount('login');
    await signIn();
    expect(screen()).to.deep.equal([
      'slot name=header',
      'div aria-busy=false',
      'p aria-busy=false lang=en role=status',
      'slot name=signed-in',
      'div lang=en',
      'span aria-hidden=true A',
      'h2 aria-describedby=notice Signed in as Anna',
      'button Sign out',
      'slot name=footer',
    ]);
    await signIn({ created: true });
    expect(screen()).to.deep.equal([
      'slot name=header',
      'div aria-busy=false',
      'p aria-busy=false lang=en role=status',
      'slot name=signed-in',
      'div lang=en',
      'span aria-hidden=true A',
      'h2 aria-describedby=notice Signed in as Anna',
      'p We created a new account. Not what you meant? Sign out.',
      'button Keep the new account',
      'button It was a typo: sign out',
      'slot name=footer',
    ]);
  });
});
