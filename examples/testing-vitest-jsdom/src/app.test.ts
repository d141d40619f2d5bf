// The app has no way to pass a backend in, so the test answers its widget's calls where they leave the page, in `fetch`.
import { screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { WebSessionStore } from 'auth-widget/client';
import { MemoryBackend, mockServer } from 'auth-widget/testing';
import { findButton, findField, findText, signInByPhone, signOut } from 'auth-widget/testing/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp } from './app.js';

const user = userEvent.setup();
let backend: MemoryBackend;
let stopMock: () => void;

beforeEach(() => {
  backend = new MemoryBackend();
  stopMock = mockServer(backend);
});

afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  stopMock();
});

/** Starts the app. */
function start(): HTMLElement {
  startApp(document.body);
  return document.querySelector('auth-widget')!;
}

test('a person who is signed in', async () => {
  backend.signIn({ displayName: 'Anna' }, new WebSessionStore(location.origin));
  start();
  await screen.findByText('Signed in as Anna');
});

test('a sign-in by phone, and a sign-out', async () => {
  const widget = start();
  await signInByPhone(user, widget, {
    phone: '8 916 123-45-67',
    code: () => backend.codeFor('8 916 123-45-67'),
    displayName: 'Anna',
  });
  await screen.findByText('Signed in as Anna');
  expect(new WebSessionStore(location.origin).read()).toMatchObject({ displayName: 'Anna' });
  await signOut(user, widget);
  await screen.findByText('Signed out');
  expect(new WebSessionStore(location.origin).read()).toBeNull();
});

test('each step by itself', async () => {
  const widget = start();
  await user.type(await findField(widget, 'Phone number'), '9990000001');
  // Testing Library doesn't look into shadow roots, so it gets the widget's form.
  const form = widget.shadowRoot!.querySelector('form')!;
  await user.click(within(form).getByRole('button', { name: 'Get a code' }));
  await user.type(await findField(widget, 'Enter the code'), '000000');
  await findText(widget, 'That code isn’t right. Check the text message. 2 tries left.');
  await findButton(widget, 'Get a new code');
});

test('the server is away', async () => {
  const widget = start();
  backend.failNext('requestCode', 'network');
  await user.type(await findField(widget, 'Phone number'), '9990000001');
  await user.click(await findButton(widget, 'Get a code'));
  await findText(widget, /We couldn’t reach the server/);
});
