// The app gets its client from outside, so the test creates one with a server and a store in memory.
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { AuthClient } from 'auth-widget/client';
import { MemoryBackend, MemoryStore } from 'auth-widget/testing';
import { findButton, findField, findText, signInByPassword, signOut } from 'auth-widget/testing/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startApp } from './app.js';

const user = userEvent.setup();
let backend: MemoryBackend;
let client: AuthClient;

beforeEach(() => {
  backend = new MemoryBackend();
});

afterEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
  client.dispose();
});

/** Starts the app. */
function start(store = new MemoryStore()): HTMLElement {
  client = new AuthClient({ backend, store });
  startApp(document.body, client);
  return document.querySelector('auth-widget')!;
}

test('a person who is signed in', async () => {
  start(backend.signIn({ displayName: 'Anna' }));
  await screen.findByText('Signed in as Anna');
});

test('a session that has ended on the server', async () => {
  const store = backend.signIn({ displayName: 'Anna' });
  backend.clock.advance(90 * 86_400);
  start(store);
  await vi.waitFor(() => expect(store.read()).toBeNull());
  await screen.findByText('Signed out');
});

test('a sign-in by password, and a sign-out', async () => {
  backend.addAccount({ login: 'anna', password: 'correct horse', displayName: 'Anna' });
  const widget = start();
  await signInByPassword(user, widget, { login: 'anna', password: 'correct horse' });
  await screen.findByText('Signed in as Anna');
  await signOut(user, widget);
  await screen.findByText('Signed out');
});

test('a sign-out in another tab', async () => {
  const store = backend.signIn({ displayName: 'Anna' });
  start(store);
  await screen.findByText('Signed in as Anna');
  store.changeInOtherTab(null);
  await screen.findByText('Signed out');
});

test('a number that is blocked', async () => {
  backend = new MemoryBackend({ maxAttempts: 1 });
  const widget = start();
  await user.type(await findField(widget, 'Phone number'), '9990000001');
  await user.click(await findButton(widget, 'Get a code'));
  await user.type(await findField(widget, 'Enter the code'), '000000');
  await findText(widget, 'Too many wrong codes.');
});
