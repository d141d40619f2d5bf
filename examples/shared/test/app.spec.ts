import { expect, test } from '@playwright/test';
import { answerCalls } from './server';

test('a guarded page: to the sign-in, back, through a reload, and away after a sign-out', async ({ page }) => {
  const { phone, code } = await answerCalls(page);
  await page.goto('/account');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Get a code' }).click();
  await page.getByLabel('Enter the code').fill(code);
  await page.getByLabel('Your name').fill('Anna');
  await page.getByRole('button', { name: 'Continue' }).click();
  const heading = page.getByRole('heading', { name: 'Account of Anna' });
  await expect(heading).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/account');

  await page.reload();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Signed in as Anna');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Phone number')).toBeVisible();
  await expect(heading).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Signed out');
});
