import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { isRecent, readCodeState, writeCodeState } from '../../src/common/code-state.js';
import { createMacs } from '../../src/common/crypto.js';

const phone = '79161234567';
const macs = createMacs('one secret');
const asked = { codeId: `${macs.secretId}.${randomUUID()}`, askedAt: 1_800_000_000 };
const state = writeCodeState(macs, asked, phone);

describe('the state of a code', () => {
  it('is read by the secret that wrote it, for its number', () => {
    assert.deepEqual(readCodeState(macs.accepted, phone, state), asked);
    assert.equal(readCodeState(macs.accepted, '79161234568', state), undefined);
    assert.equal(readCodeState(createMacs('another one').accepted, phone, state), undefined);
    const changed = createMacs('another one', { previous: 'one secret' });
    assert.deepEqual(readCodeState(changed.accepted, phone, state), asked);
  });

  it('is not read from a text with another code or time, or in another form', () => {
    const { codeId, askedAt } = asked;
    const mac = state.slice(-43);
    const others = [
      `${codeId}.${askedAt + 1}.${mac}`,
      `${codeId}.0${askedAt}.${mac}`,
      `${macs.secretId}.${randomUUID()}.${askedAt}.${mac}`,
      `${codeId}.${mac}`,
      `${codeId}..${mac}`,
      `${codeId}.-1.${mac}`,
      `${codeId}.1e9.${mac}`,
      `${codeId}.${'9'.repeat(400)}.${mac}`,
      `${state}\n`,
      ` ${state}`,
      `${state}.`,
      '',
      '.'.repeat(5000),
    ];
    for (const text of others) assert.equal(readCodeState(macs.accepted, phone, text), undefined, text.slice(0, 150));
  });

  it('counts for a day, also if the clock was ahead when it was written', () => {
    const day = 86_400;
    for (const [age, counts] of [
      [0, true],
      [day, true],
      [day + 1, false],
      [-day, true],
      [-day - 1, false],
    ] as const) {
      assert.equal(isRecent(asked, asked.askedAt + age), counts, String(age));
    }
  });
});
