import assert from 'node:assert/strict';
import { newPhone } from './support/person.mjs';
import { tellStories } from './support/story.mjs';

const story = tellStories();

async function askToRegister(person, phone, name) {
  await person.type('phone', phone.slice(1));
  await person.type('name', name);
  await person.button('getCode').click();
}

/** Registers, signs out, and lets the minute pass in which no other SMS is sent. */
async function registerAndLeave({ person, demo }, phone, name) {
  await askToRegister(person, phone, name);
  await person.enterCode(await person.readCode(phone));
  await person.seesSignedIn(name);
  await person.signOut();
  await demo.advance(60);
}

const registration = { mode: 'phone-register' };

story('registration by phone: number and name, the code from the SMS, signed in', registration, async ({ person }) => {
  const phone = newPhone();
  await askToRegister(person, phone, 'Maria');
  await person.sees('+7 (916) 555-');
  assert.equal((await person.state()).phoneForVerification, phone);
  await person.enterCode(await person.readCode(phone));
  await person.seesSignedIn('Maria');
  const { userId, verificationStep, phoneForVerification } = await person.state();
  assert.ok(userId);
  assert.equal(verificationStep, 'verified');
  assert.equal(phoneForVerification, null);
});

story('registration by phone in Russian', { ...registration, lang: 'ru' }, async ({ person }) => {
  const phone = newPhone();
  await askToRegister(person, phone, 'Мария');
  await person.enterCode(await person.readCode(phone));
  await person.seesSignedIn('Мария');
});

story('sign-in by phone of a number that is known: the code is enough', registration, async scene => {
  const phone = newPhone();
  await registerAndLeave(scene, phone, 'Oleg');
  const { person, page, demo } = scene;
  await page.goto(`${demo.url}/?lang=en&mode=phone-login`);
  await person.askForCode(phone);
  await person.enterCode(await person.readCode(phone, 2));
  await person.seesSignedIn('Oleg');
});

story('sign-in by phone of an unknown number: asks for the name at the end', async ({ person }) => {
  const phone = newPhone();
  await person.askForCode(phone);
  await person.enterCode(await person.readCode(phone));
  await person.field('name').waitFor();
  const between = await person.state();
  assert.equal(between.verificationStep, 'verified');
  assert.equal(between.isAuthenticated, false);
  await person.type('name', 'Anna');
  await person.button('save').click();
  await person.seesSignedIn('Anna');
});

story('registration of a number that is known: signs in, and the name stays', registration, async scene => {
  const phone = newPhone();
  await registerAndLeave(scene, phone, 'Pavel');
  const { person } = scene;
  await askToRegister(person, phone, 'Somebody else');
  await person.enterCode(await person.readCode(phone, 2));
  await person.seesSignedIn('Pavel');
});

story('a test number has its fixed code, and no SMS comes', async ({ person }) => {
  await person.askForCode('79990000001');
  await person.enterCode('111111');
  await person.type('name', 'Test');
  await person.button('save').click();
  await person.seesSignedIn('Test');
  assert.equal(await person.messages('79990000001').count(), 0);
});
