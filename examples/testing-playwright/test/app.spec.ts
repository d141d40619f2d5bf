import { expect, test } from '@playwright/test';
import { MemoryBackend } from 'auth-widget/testing';
import { mockServer, signIn, signInByPhone, signOut } from 'auth-widget/testing/playwright';

test('a person who is signed in', async ({ page }) => {
  const backend = new MemoryBackend();
  await mockServer(page, backend);
  await signIn(page, backend, { displayName: 'Anna' });
  await page.goto('/');
  await expect(page.locator('p').first()).toHaveText('Signed in as Anna');
});

test('a sign-in by phone, and a sign-out', async ({ page }) => {
  const backend = new MemoryBackend();
  await mockServer(page, backend);
  await page.goto('/');
  await signInByPhone(page, {
    phone: '8 916 123-45-67',
    code: () => backend.codeFor('8 916 123-45-67'),
    displayName: 'Anna',
  });
  await expect(page.locator('p').first()).toHaveText('Signed in as Anna');
  await signOut(page);
  await expect(page.locator('p').first()).toHaveText('Signed out');
});

test('each step by itself, and two tabs', async ({ context }) => {
  const backend = new MemoryBackend();
  await mockServer(context, backend);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Phone number').fill('9990000001');
  await page.getByRole('button', { name: 'Get a code' }).click();
  await page.getByLabel('Enter the code').fill('000000');
  await expect(page.getByText('2 tries left')).toBeVisible();
  await page.getByLabel('Enter the code').fill('111111');
  await page.getByLabel('Your name').fill('Anna');
  await page.getByRole('button', { name: 'Continue' }).click();
  const second = await context.newPage();
  await second.goto('/');
  await expect(second.locator('p').first()).toHaveText('Signed in as Anna');
});

test('while the server is busy, and when it fails', async ({ page }) => {
  const backend = new MemoryBackend();
  await mockServer(page, backend);
  await page.goto('/');
  const call = backend.stallNext('requestCode');
  await page.getByLabel('Phone number').fill('9990000001');
  const button = page.getByRole('button', { name: 'Get a code' });
  await button.click();
  await call.started;
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  call.release('sms-failed');
  await expect(page.getByText('We couldn’t send the text message.')).toBeVisible();
});
