import assert from 'node:assert/strict';
import { newPhone, wrongCode } from './support/person.mjs';
import { answered, callsOf, tellStories } from './support/story.mjs';

const story = tellStories();
const wrong = { expected: [answered(401, 429)] };

/** The clock of the page and of the server, together. */
async function pass({ page, demo }, seconds) {
  await demo.advance(seconds);
  await page.clock.fastForward(seconds * 1000);
}

async function seesBlock(person, time) {
  await person.sees('Too many wrong codes.');
  await person.sees(time);
}

story('a wrong code once: two tries are left, and the right one works', wrong, async ({ person }) => {
  const phone = newPhone();
  await person.askForCode(phone);
  const code = await person.readCode(phone);
  await person.enterCode(wrongCode(code));
  await person.sees('Wrong code. Tries left: 2.');
  await person.enterCode(code);
  await person.field('name').waitFor();
  assert.equal((await person.state()).error, null);
});

const blocked = { ...wrong, clock: true };
story('three wrong codes: blocked, with the time, also after a reload, until the block ends', blocked, async scene => {
  const { person, page } = scene;
  const phone = newPhone();
  await person.askForCode(phone);
  const wrongOne = wrongCode(await person.readCode(phone));
  await person.enterCode(wrongOne);
  await person.sees('Tries left: 2.');
  await person.enterCode(wrongOne);
  await person.sees('Tries left: 1.');
  await person.enterCode(wrongOne);
  await seesBlock(person, /Try again in 1[45]:\d\d\./);

  // Time passes, the page is loaded again, and the block is still told, with what is left of it.
  await pass(scene, 5 * 60);
  await person.sees(/Try again in (?:9|10):\d\d\./);
  await page.reload();
  await seesBlock(person, /Try again in (?:9|10):\d\d\./);

  // Asking again does not help, and the server says the same.
  await person.askForCode(phone);
  await seesBlock(person, /Try again in (?:9|10):\d\d\./);

  await pass(scene, 10 * 60 + 1);
  await person.askForCode(phone);
  await person.enterCode(await person.readCode(phone, 2));
  await person.field('name').waitFor();
});

story('an expired code: said so, and a new one works', { expected: [answered(410)], clock: true }, async scene => {
  const { person } = scene;
  const phone = newPhone();
  await person.askForCode(phone);
  const code = await person.readCode(phone);
  await pass(scene, 5 * 60 + 1);
  await person.enterCode(code);
  await person.sees('This code is no longer valid. Ask for a new one.');
  await person.button('resend').click();
  await person.enterCode(await person.readCode(phone, 2));
  await person.field('name').waitFor();
});

story('a second SMS: counted down for a minute, then sent', { clock: true }, async scene => {
  const { person } = scene;
  const phone = newPhone();
  await person.askForCode(phone);
  const first = await person.readCode(phone);
  await person.sees(/New code in (?:1:00|0:5\d)/);
  await pass(scene, 30);
  await person.sees(/New code in 0:(?:30|2\d)/);
  assert.equal(await person.button('resend').count(), 0);
  await pass(scene, 31);
  await person.button('resend').click();
  const second = await person.readCode(phone, 2);
  await person.sees(/New code in (?:1:00|0:5\d)/);
  assert.notEqual(second, first);
  await person.enterCode(second);
  await person.field('name').waitFor();
});

const tooSoon = { expected: [answered(429)] };
story(
  'back to the number and forward again within the minute: the code that is out works',
  tooSoon,
  async ({ person }) => {
    const phone = newPhone();
    await person.askForCode(phone);
    const code = await person.readCode(phone);
    await person.button('back').click();
    await person.field('phone').waitFor();
    assert.equal((await person.state()).verificationStep, 'none');
    assert.match(await person.field('phone').inputValue(), /\(916\) 555/);
    await person.button('getCode').click();
    await person.field('code').waitFor();
    assert.equal((await person.state()).error, null);
    await person.sees(/New code in 0:[0-5]\d/);
    assert.equal(await person.messages(phone).count(), 1);
    await person.enterCode(code);
    await person.field('name').waitFor();
  },
);

story('a number that is not one: said so, and nothing is sent', async ({ person, page }) => {
  const calls = callsOf(page);
  await person.askForCode('791655');
  await person.field('phone').and(page.locator('[aria-invalid="true"]')).waitFor();
  assert.deepEqual(calls, []);
});
