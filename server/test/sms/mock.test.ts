import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MockProvider } from '../../src/sms/mock.js';

describe('MockProvider', () => {
  it('keeps the last 20 messages and passes each to its subscribers', async () => {
    const mock = new MockProvider({ apiKey: '', sender: 'Example' });
    const seen: number[] = [];
    const unsubscribe = mock.subscribe(({ id }) => seen.push(id));
    for (let i = 1; i <= 25; i++) await mock.send({ to: '79161234567', text: `message ${i}` });
    unsubscribe();
    await mock.send({ to: '79161234567', text: 'message 26' });
    assert.equal(seen.length, 25);
    assert.deepEqual(
      mock.after(0).map(({ sms }) => sms.text),
      Array.from({ length: 20 }, (_, i) => `message ${i + 7}`),
    );
    assert.deepEqual(
      mock.after(seen.at(-1)!).map(({ sms }) => ({ ...sms, at: typeof sms.at })),
      [{ to: '79161234567', from: 'Example', text: 'message 26', at: 'number' }],
    );
    assert.equal(mock.after(1).length, 20, 'an id from before a restart');
    assert.equal(mock.after(Date.now() + 1_000_000).length, 20, 'an id that was never given out');
  });
});
