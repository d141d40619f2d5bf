import { WebSessionStore } from 'auth-widget/client';
import { MemoryBackend, mockServer } from 'auth-widget/testing';
import { signInByPhone, signOut } from 'auth-widget/testing/dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { startApp } from './app.js';

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

test('a person who is signed in', async () => {
  backend.signIn({ displayName: 'Anna' }, new WebSessionStore(location.origin));
  startApp(document.body);
  await expect.element(page.getByText('Signed in as Anna').first()).toBeVisible();
});

test('a sign-in by phone, and a sign-out', async () => {
  startApp(document.body);
  const widget = document.querySelector('auth-widget')!;
  await signInByPhone(userEvent, widget, {
    phone: '8 916 123-45-67',
    code: () => backend.codeFor('8 916 123-45-67'),
    displayName: 'Anna',
  });
  expect(document.querySelector('p')!.textContent).toBe('Signed in as Anna');
  await signOut(userEvent, widget);
  expect(document.querySelector('p')!.textContent).toBe('Signed out');
});

test('each step by itself, by the locators of Vitest, which look into shadow roots', async () => {
  startApp(document.body);
  await page.getByLabelText('Phone number').fill('9990000001');
  await page.getByRole('button', { name: 'Get a code' }).click();
  await page.getByLabelText('Enter the code').fill('000000');
  await expect.element(page.getByText(/2\stries left/)).toBeVisible();
});

test('what is shown while the server is busy', async () => {
  startApp(document.body);
  const call = backend.stallNext('requestCode');
  await page.getByLabelText('Phone number').fill('9990000001');
  await page.getByRole('button', { name: 'Get a code' }).click();
  await call.started;
  await expect.element(page.getByRole('button', { name: 'Get a code' })).toHaveAttribute('aria-disabled', 'true');
  call.release('server');
  await expect.element(page.getByText(/Something went wrong on our side/)).toBeVisible();
});
