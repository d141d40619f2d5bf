import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SmsError } from '../../src/sms/provider.js';
import { onDatabase } from '../support/on-database.js';
import { type Answer, assertRefused } from '../support/harness.js';

const tel = '79161234567';
const asker = '192.0.2.1';
const elsewhere = '198.51.100.7';
const stranger = (n: number) => `2001:db8:${n}::1`;
const gone = { what: 'code' } as const;

onDatabase('a caller who asked for a code', h => {
  const withState = (state: string | undefined, ip = elsewhere) => ({ ip, headers: { 'X-Auth-State': state! } });
  const ask = async (number = tel) => {
    const answer = await h().send(number, { ip: asker });
    assert.equal(answer.status, 200, answer.raw);
    return answer.params.state!;
  };
  const guard = async () => {
    const text = `select failures, block_level from phone_guards where tel = '${tel}'`;
    const [row] = await h().database.db.query<{ failures: number; block_level: number }>({ name: '', text }, []);
    return row;
  };

  it('signs in, even if strangers tried codes for the number before and after', async () => {
    for (let n = 0; n < 3; n++) assertRefused(await h().verify(tel, '000000', { ip: stranger(n) }), 410, gone);
    const state = await ask();
    const guesses: Answer[] = [];
    for (let n = 0; n < 6; n++) guesses.push(await h().verify(tel, h().wrongCodeFor(tel), { ip: stranger(n) }));
    assertRefused(guesses[0]!, 401, { what: 'code', attemptsLeft: 0 });
    for (const answer of guesses.slice(1)) assertRefused(answer, 410, gone);
    assert.deepEqual(await guard(), { failures: 0, block_level: 0 });
    assert.equal((await h().verify(tel, h().codeFor(tel), withState(state))).status, 200);
  });

  it('has three tries with the state from any address, and is then blocked', async () => {
    const state = await ask();
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, withState(state, stranger(1))), 401, { what: 'code', attemptsLeft: 2 });
    assertRefused(await h().verify(tel, wrong, withState(state, stranger(2))), 401, { what: 'code', attemptsLeft: 1 });
    const third = await h().verify(tel, wrong, withState(state, stranger(3)));
    assertRefused(third, 429, { what: 'blocked', retryAfter: 900 });
  });

  it('has three tries from its address without a state', async () => {
    await ask();
    const wrong = h().wrongCodeFor(tel);
    for (const attemptsLeft of [2, 1]) {
      assertRefused(await h().verify(tel, wrong, { ip: asker }), 401, { what: 'code', attemptsLeft });
    }
    assertRefused(await h().verify(tel, wrong, { ip: asker }), 429, { what: 'blocked', retryAfter: 900 });
  });

  it('has one try from another address without a state, and may use it for the right code', async () => {
    await ask();
    assert.equal((await h().verify(tel, h().codeFor(tel), { ip: elsewhere })).status, 200);
  });

  it('is no longer recognised by its address once somebody has shown the state', async () => {
    const state = await ask();
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, withState(state)), 401, { what: 'code', attemptsLeft: 2 });
    assertRefused(await h().verify(tel, wrong, { ip: asker }), 401, { what: 'code', attemptsLeft: 0 });
    assertRefused(await h().verify(tel, h().codeFor(tel), { ip: asker }), 410, gone);
    assert.equal((await h().verify(tel, h().codeFor(tel), withState(state))).status, 200);
  });

  it('is not refused by a crowd of strangers who wait for the same number', async () => {
    await h().start({ MAX_WAITING: '10' });
    const state = await ask();
    const crowd = Array.from({ length: 60 }, (_, n) => h().verify(tel, '000000', { ip: stranger(n) }));
    const owner = await h().verify(tel, h().codeFor(tel), withState(state));
    const refused = (await Promise.all(crowd)).filter(({ status }) => status === 429);
    assert.ok(refused.length > 0, 'the crowd was too small');
    assert.equal(owner.status, 200, owner.raw);
  });

  it('is not blocked if a stranger has used one of the three comparisons', async () => {
    const state = await ask();
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, { ip: elsewhere }), 401, { what: 'code', attemptsLeft: 0 });
    assertRefused(await h().verify(tel, wrong, withState(state)), 401, { what: 'code', attemptsLeft: 1 });
    assertRefused(await h().verify(tel, wrong, withState(state)), 410, gone);
    assertRefused(await h().verify(tel, h().codeFor(tel), withState(state)), 410, gone);
    assert.deepEqual(await guard(), { failures: 2, block_level: 0 });
    await h().database.advance(60);
    const next = await ask();
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), withState(next)), 429, {
      what: 'blocked',
      retryAfter: 900,
    });
  });

  it('is not blocked by the try of a stranger, even if one wrong code is all that is left', async () => {
    const state = await ask();
    for (const attemptsLeft of [2, 1]) {
      const answer = await h().verify(tel, h().wrongCodeFor(tel), withState(state));
      assertRefused(answer, 401, { what: 'code', attemptsLeft });
    }
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), { ip: elsewhere }), 401, {
      what: 'code',
      attemptsLeft: 0,
    });
    assert.deepEqual(await guard(), { failures: 2, block_level: 0 });
    assertRefused(await h().verify(tel, h().codeFor(tel), withState(state)), 410, gone);
  });

  it('is recognised only by the state of this code: not by that of an earlier code or of another number, nor by an invented one', async () => {
    const first = await ask();
    await h().database.advance(60);
    await ask();
    const other = await ask('79161234568');
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, withState(other)), 401, { what: 'code', attemptsLeft: 0 });
    for (const state of [first, other, '', 'x', 'x'.repeat(5000)]) {
      assertRefused(await h().verify(tel, wrong, withState(state)), 410, gone);
    }
  });

  it('gets no state with a 429, and one of the same length for known and unknown numbers', async () => {
    await ask();
    assertRefused(await h().send(tel, { ip: asker }), 429, { what: 'send', retryAfter: 60 });
    await h().verify(tel, h().codeFor(tel), { ip: asker });
    await h().database.advance(60);
    const [known, unknown] = [await ask(), await ask('79161234569')];
    assert.equal(known.length, unknown.length);
    assert.ok(known.length <= 200);
  });

  it('is recognised by the state of the earlier code if the provider refuses the next SMS', async () => {
    const state = await ask();
    const code = h().codeFor(tel);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), { ip: elsewhere }), 401, {
      what: 'code',
      attemptsLeft: 0,
    });
    await h().database.advance(60);
    h().sms.failure = new SmsError('no', 'refused');
    assert.equal((await h().send(tel, { ip: elsewhere })).status, 503);
    assertRefused(await h().verify(tel, code, { ip: elsewhere }), 410, gone);
    assert.equal((await h().verify(tel, code, withState(state))).status, 200);
  });

  it('leaves no try to a stranger if a code allows a single one', async () => {
    await h().start({ MAX_ATTEMPTS: '1' });
    const state = await ask();
    assertRefused(await h().verify(tel, h().codeFor(tel), { ip: elsewhere }), 410, gone);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), withState(state)), 429, {
      what: 'blocked',
      retryAfter: 900,
    });
  });

  it('is not refused because of what strangers tried while there was no code', async () => {
    await h().start({ DEAD_CODES_PER_NUMBER: '2' });
    for (let n = 0; n < 2; n++) await h().verify(tel, '000000', { ip: stranger(n) });
    assert.equal((await h().verify(tel, '000000', { ip: stranger(3) })).status, 429);
    const state = await ask();
    await h().database.advance(300);
    assertRefused(await h().verify(tel, h().codeFor(tel), withState(state)), 410, gone);
  });

  it('counts as a stranger once its state is a day old', async () => {
    await h().start({ DEAD_CODES_PER_NUMBER: '2' });
    const state = await ask();
    await h().database.advance(86_000);
    for (let n = 0; n < 2; n++)
      assertRefused(await h().verify(tel, '000000', withState(state, stranger(n))), 410, gone);
    await h().database.advance(500);
    for (let n = 0; n < 2; n++)
      assertRefused(await h().verify(tel, '000000', withState(state, stranger(n))), 410, gone);
    assert.equal((await h().verify(tel, '000000', { ip: stranger(3) })).status, 429);
  });

  it('has a try with a new state although the clock of the database was an hour ahead', async () => {
    await h().database.advance(3600);
    const state = await ask();
    await h().database.advance(-3600);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), withState(state)), 401, {
      what: 'code',
      attemptsLeft: 2,
    });
  });

  it('has wrong tries forgotten 30 days after the last SMS, whether or not a sweep ran', async () => {
    const day = 86_400;
    const state = await ask();
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), withState(state)), 401, {
      what: 'code',
      attemptsLeft: 2,
    });
    await h().database.advance(30 * day - 100);
    const second = await ask();
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), withState(second)), 401, {
      what: 'code',
      attemptsLeft: 1,
    });
    await h().database.advance(30 * day);
    const third = await ask();
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), withState(third)), 401, {
      what: 'code',
      attemptsLeft: 2,
    });
  });
});
