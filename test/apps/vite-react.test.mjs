import { setUpApp } from './support/app-test.mjs';

const appTest = setUpApp('vite-react', { files: 'dist' });

appTest('a call of the app with the token', async ({ openTab }) => {
  const { page, signIn, expectSignedIn } = await openTab();
  await signIn();
  await expectSignedIn();
  await page.getByRole('button', { name: 'Load messages' }).click();
  await page.getByText('No new messages').waitFor();
});
