// Registration and sign-in by phone, with valid codes. Reference server, Chromium.
import assert from 'node:assert/strict';
import { setUpDemoTests } from './support/demo-test.mjs';
import { newPhone } from './support/test-data.mjs';

const demoTest = setUpDemoTests();

async function requestRegistration(authPage, phone, name) {
  await authPage.type('phone', phone.slice(1));
  await authPage.type('name', name);
  await authPage.button('requestCode').click();
}

/** Registers, signs out, and skips the minute in which the server refuses another SMS. */
async function registerAndSignOut({ authPage, demo }, phone, name) {
  await requestRegistration(authPage, phone, name);
  await authPage.enterCode(await authPage.readCode(phone));
  await authPage.expectSignedIn(name);
  await authPage.signOut();
  await demo.advanceClock(60);
}

const registration = { mode: 'phone-register' };

demoTest('registration by phone: phone number and name, then the code signs in', registration, async ({ authPage }) => {
  const phone = newPhone();
  await requestRegistration(authPage, phone, 'Maria');
  await authPage.waitForText('+7 (916) 555-');
  assert.equal((await authPage.state()).phoneForVerification, phone);
  await authPage.enterCode(await authPage.readCode(phone));
  await authPage.expectSignedIn('Maria');
  const { userId, verificationStep, phoneForVerification } = await authPage.state();
  assert.ok(userId);
  assert.equal(verificationStep, 'verified');
  assert.equal(phoneForVerification, null);
});

demoTest('registration by phone in Russian', { ...registration, lang: 'ru' }, async ({ authPage }) => {
  const phone = newPhone();
  await requestRegistration(authPage, phone, 'Мария');
  await authPage.enterCode(await authPage.readCode(phone));
  await authPage.expectSignedIn('Мария');
});

demoTest('sign-in with a registered phone number needs the code only', registration, async testContext => {
  const phone = newPhone();
  await registerAndSignOut(testContext, phone, 'Oleg');
  const { authPage, page, demo } = testContext;
  await page.goto(`${demo.url}/?lang=en&mode=phone-login`);
  await authPage.requestCode(phone);
  await authPage.enterCode(await authPage.readCode(phone, 2));
  await authPage.expectSignedIn('Oleg');
});

demoTest('sign-in with a new phone number asks for a name after the code', async ({ authPage }) => {
  const phone = newPhone();
  await authPage.requestCode(phone);
  await authPage.enterCode(await authPage.readCode(phone));
  await authPage.field('name').waitFor();
  const afterCode = await authPage.state();
  assert.equal(afterCode.verificationStep, 'verified');
  assert.equal(afterCode.isAuthenticated, false);
  await authPage.submitName('Anna');
  await authPage.expectSignedIn('Anna');
});

demoTest('registration with a registered phone number signs in and keeps the name', registration, async testContext => {
  const phone = newPhone();
  await registerAndSignOut(testContext, phone, 'Pavel');
  const { authPage } = testContext;
  // After a sign-out the widget offers sign-in.
  await authPage.button('createAccount').click();
  await requestRegistration(authPage, phone, 'Another name');
  await authPage.enterCode(await authPage.readCode(phone, 2));
  await authPage.expectSignedIn('Pavel');
});

demoTest('a test number accepts its fixed code and gets no SMS', async ({ authPage }) => {
  await authPage.requestCode('79990000001');
  await authPage.enterCode('111111');
  await authPage.submitName('Test');
  await authPage.expectSignedIn('Test');
  assert.equal(await authPage.smsTo('79990000001').count(), 0);
});
