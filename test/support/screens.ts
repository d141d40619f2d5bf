// All screens of <auth-widget>, for tests of rules that hold on each of them. Call `mount()` first.
import { AuthError } from '../../src/core/auth-error.js';
import type { Session } from '../../src/core/auth-backend.js';
import { widgetTexts } from '../../src/locales/en.js';
import { session } from './held-backend.js';
import { backend, find, settled, signIn, toCode, toRejectedCode, widget } from './widget.js';

/** The server answers a correct code. */
async function confirmCode(answer: Session | null): Promise<void> {
  await toCode();
  const tried = widget.client.loginWithSmsCode('123456').catch(() => {});
  await backend.answer('verifyCode', answer);
  await tried;
}

/** The registration with the hints that are shown by default only with the reference server. */
export function toRegisterWithHints(): void {
  const { loginHint, passwordHint } = widgetTexts;
  widget.texts = { loginHint, passwordHint };
  widget.client.setMode('register');
}

/** Submits the form as it is. */
async function submit(): Promise<void> {
  await settled();
  find<HTMLFormElement>('form').requestSubmit();
}

/** How to get to each screen, and to each kind of message. */
export const screens = (displayName = 'Anna'): Readonly<Record<string, () => unknown>> => ({
  'phone-login': () => {},
  'phone-register': () => widget.client.setMode('phone-register'),
  login: () => widget.client.setMode('login'),
  register: () => widget.client.setMode('register'),
  'empty fields': () => {
    widget.client.setMode('register');
    return submit();
  },
  'no number': () => {
    widget.client.setMode('phone-register');
    return submit();
  },
  'a code is awaited': () => toCode(),
  'an earlier code': () => toCode(new AuthError('too-soon', { retryAfter: 40 })),
  'a wrong code': () => toRejectedCode(new AuthError('wrong-code', { attemptsLeft: 2 })),
  blocked: () => toRejectedCode(new AuthError('blocked', { retryAfter: 900 })),
  'blocked for a day': () => toRejectedCode(new AuthError('blocked', { retryAfter: 86_400 })),
  'the account needs a name': () => confirmCode(session({ displayName: null })),
  'confirmed, and nobody is signed in': () => confirmCode(null),
  'signed in': () => signIn({ displayName }),
  'a new account': () => signIn({ displayName, created: true }),
  busy: () => void widget.client.loginByPhone('9161234567').catch(() => {}),
});
