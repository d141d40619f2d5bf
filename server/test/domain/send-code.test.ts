import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { SmsError } from '../../src/sms/provider.js';
import { MAX_SEPARATION, MEASUREMENTS, median, separation } from '../support/statistics.js';
import { type Answer, assertRefused, until } from '../support/harness.js';

const tel = '79161234567';

onDatabase('a request for a code', h => {
  it('answers with the credential, and sends the SMS', async () => {
    const answer = await h().send(tel);
    assert.equal(answer.status, 200);
    const { state } = answer.params;
    assert.deepEqual(JSON.parse(answer.raw), {
      code: 200,
      text: 'OK',
      params: { cred: `tel:${tel}`, resendIn: 60, codeLength: 6, idempotent: true, state },
    });
    assert.match(state!, /^[\w-]{8}\.[\da-f-]{36}\.\d{10}\.[\w-]{43}$/);
    assert.equal(h().sms.sent.length, 1);
    assert.equal(h().sms.sent[0]?.to, tel);
  });

  it('ends the SMS with a line that binds the code to the host', async () => {
    await h().send(tel, { headers: { 'Accept-Language': 'en-GB,en;q=0.9' } });
    const code = h().codeFor(tel);
    assert.equal(h().sms.sent[0]?.text, `Code: ${code}. Do not share it with anyone.\n@example.org #${code}`);
  });

  it('writes the SMS in the language that the browser accepts, in Russian if it accepts none', async () => {
    const headers = ['ru-RU,ru;q=0.9,en;q=0.8', 'ja', 'ja,en;q=0.5', 'de-AT,en;q=0.5'];
    for (const [index, header] of headers.entries()) {
      await h().send(`7916000000${index}`, { headers: { 'Accept-Language': header } });
    }
    const secondSentences = h().sms.sent.map(({ text }) => text.split(/\. |\.\n/)[1]);
    const russian = 'Никому его не сообщайте';
    assert.deepEqual(secondSentences, [russian, russian, 'Do not share it with anyone', 'Geben Sie ihn nicht weiter']);
  });

  it('writes a Russian SMS in at most the 70 characters of a single message', async () => {
    await h().send(tel);
    assert.ok(h().sms.sent[0]!.text.length <= 70, `${h().sms.sent[0]!.text.length} characters`);
  });

  it('replaces the previous code', async () => {
    await h().send(tel);
    const old = h().codeFor(tel);
    await h().database.advance(60);
    await h().send(tel);
    const next = h().codeFor(tel);
    if (old !== next) assertRefused(await h().verify(tel, old), 401, { what: 'code', attemptsLeft: 2 });
    assert.equal((await h().verify(tel, next)).status, 200);
  });

  it('sends no SMS to a test number, and accepts its fixed code', async () => {
    const number = '79990000001';
    assert.equal((await h().send(number)).status, 200);
    assert.equal(h().sms.sent.length, 0);
    assertRefused(await h().verify(number, '222222'), 401, { what: 'code', attemptsLeft: 2 });
    assert.equal((await h().verify(number, '111111')).status, 200);
    assertRefused(await h().verify(number, '111111'), 410, { what: 'code' });
  });

  it('gives the same answer for known and unknown numbers', async () => {
    await h().signInByPhone(tel);
    await h().database.advance(60);
    const [known, unknown] = [await h().send(tel), await h().send('79161234568')];
    const withoutOwn = ({ raw, params }: Answer) => raw.replace(/79161\d{6}/, '').replace(params.state!, '');
    assert.equal(withoutOwn(known), withoutOwn(unknown));
    const names = (headers: Headers) => [...headers.keys()].sort();
    assert.deepEqual(names(known.headers), names(unknown.headers));
    assertRefused(await h().verify('79161234569', '000000'), 410, { what: 'code' });
  });

  it('takes the same time for known and unknown numbers', async () => {
    const pairs = Array.from({ length: MEASUREMENTS }, (_, i) => {
      const digits = String(i).padStart(7, '0');
      return { known: `7916${digits}`, unknown: `7926${digits}` };
    });
    for (const { known } of pairs) await h().signInByPhone(known);
    await h().database.advance(61);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [i, pair] of pairs.entries()) {
      const order = i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const which of order) {
        const began = performance.now();
        const { status } = await h().send(pair[which]);
        times[which].push(performance.now() - began);
        assert.equal(status, 200);
      }
    }
    const probability = separation(times.known, times.unknown);
    assert.ok(
      Math.abs(probability - 0.5) < MAX_SEPARATION,
      `${probability}: ${median(times.known)} and ${median(times.unknown)} ms`,
    );
  });
});

onDatabase('a request for a code whose SMS fails', h => {
  it('keeps the send interval and the code if the SMS may have been sent, and answers 503', async () => {
    for (const [last, failure] of [new SmsError('no answer', 'unknown'), new Error('anything')].entries()) {
      const number = `7916765432${last}`;
      h().sms.failure = failure;
      assertRefused(await h().send(number), 503, {});
      assertRefused(await h().send(number), 429, { what: 'send', retryAfter: 60 });
      assert.equal(h().sms.sent.filter(({ to }) => to === number).length, 1);
      assert.equal((await h().verify(number, h().codeFor(number))).status, 200);
    }
  });

  it('restores the previous code if the provider refuses the SMS', async () => {
    await h().send(tel);
    const code = h().codeFor(tel);
    await h().database.advance(61);
    h().sms.failure = new SmsError('the provider is down');
    assertRefused(await h().send(tel), 503, {});
    assert.equal((await h().verify(tel, code)).status, 200);
    assertRefused(await h().verify(tel, code), 410, { what: 'code' });
  });

  it('does not restore a previous code that wrong attempts have destroyed in the meantime', async () => {
    await h().start({ BLOCK_STEPS: '10' });
    await h().send(tel);
    const code = h().codeFor(tel);
    await h().database.advance(61);
    let release: () => void = () => undefined;
    const begun = h().sms.begun;
    h().sms.gate = new Promise(resolve => (release = resolve));
    h().sms.failure = new SmsError('the provider is down');
    const sending = h().send(tel);
    await until(() => h().sms.begun > begun);
    for (let n = 0; n < 3; n++) await h().verify(tel, h().wrongCodeFor(tel));
    release();
    assertRefused(await sending, 503, {});
    await h().database.advance(11);
    assertRefused(await h().verify(tel, code), 410, { what: 'code' });
  });

  it('ends the send interval if the provider refuses the SMS, counts it for the day, and answers 503', async () => {
    await h().start({ SENDS_PER_DAY: '2' });
    h().sms.failure = new SmsError('the provider is down');
    assertRefused(await h().send(tel), 503, {});
    assertRefused(await h().verify(tel, '000000'), 410, { what: 'code' });
    h().sms.failure = undefined;
    assert.equal((await h().send(tel)).status, 200);
    await h().database.advance(61);
    assertRefused(await h().send(tel), 429, { what: 'day', retryAfter: 86_400 - 61 });
  });
});
