// Types of the elements and their events as a page uses them: correct use compiles, wrong use does not. Checked by tsc only.
import type { AuthClient, AuthState, AuthWidget, Texts } from '../../src/index.js';

export function tags(): void {
  const widget: AuthWidget = document.createElement('auth-widget');
  const queried: AuthWidget | null = document.querySelector('auth-widget');
  const client: AuthClient = widget.client;
  const state: AuthState = widget.state;
  widget.mode = 'phone-register';
  // @ts-expect-error there is no such mode
  widget.mode = 'admin';
  // @ts-expect-error the state is read-only
  widget.state = state;
  // @ts-expect-error the client is an AuthClient
  widget.client = {};
  // @ts-expect-error a backend has all methods of AuthBackend
  widget.backend = { login: () => {} };
  widget.recoverHref = '/recover';
  void [queried, client];
}

export function texts(): void {
  const widget = document.createElement('auth-widget');
  const texts: Texts = {
    lang: 'en',
    signInTitle: 'Welcome',
    'wrong-code': ({ n, time }) => `${n?.toFixed()} ${time?.trim()}`,
    resendIn: ({ seconds }) => seconds.toFixed(),
    hours: ({ n }) => n.toFixed(),
    phoneMissing: undefined,
  };
  widget.texts = texts;
  document.createElement('phone-input').texts = texts;
  document.createElement('code-input').texts = texts;
  widget.client.texts = texts;
  // @ts-expect-error there is no such key
  widget.texts = { signIntitle: 'Welcome' };
  // @ts-expect-error a text is no number
  widget.texts = { signInTitle: 7 };
  // @ts-expect-error a label names no number that it could be a function of
  widget.texts = { signInTitle: () => 'Welcome' };
}

export function events(): void {
  const widget = document.createElement('auth-widget');
  widget.addEventListener('auth-change', ({ state }) => state satisfies AuthState);
  widget.addEventListener('auth-signed-in', ({ userId, displayName }) => [
    userId satisfies string,
    displayName satisfies string | null,
  ]);
  document.addEventListener(
    'auth-signed-out',
    ({ reason }) => reason satisfies 'logout' | 'session-expired' | 'other-tab',
  );
  widget.addEventListener('auth-code-sent', ({ phone }) => phone satisfies string);
  widget.addEventListener('auth-error', ({ code, message }) => [code, message] satisfies [string, string]);
  // @ts-expect-error fields are on the event, not in detail
  widget.addEventListener('auth-signed-in', event => event.detail);
  // @ts-expect-error no event carries a token
  widget.addEventListener('auth-signed-in', event => event.token);
}
