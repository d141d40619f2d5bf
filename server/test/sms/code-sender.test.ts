import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, type Log } from '../../src/common/log.js';
import { createMetrics } from '../../src/common/metrics.js';
import { createCodeSender } from '../../src/sms/code-sender.js';
import type { SmsProvider } from '../../src/sms/provider.js';

describe('createCodeSender', () => {
  it('gives up on a provider that ignores the signal', async () => {
    const provider: SmsProvider = { send: () => new Promise(() => undefined) };
    const config = { provider: 'x', apiKey: '', sender: '', host: 'example.org', language: 'ru', timeout: 1 } as const;
    assert.equal(
      await createCodeSender(config, provider, createLog('silent'), createMetrics()).send(
        '79161234567',
        '123456',
        'ru',
      ),
      'unknown',
    );
  });

  it('logs no error of a provider that is not an SmsError, and does not say that the provider was not reached', async () => {
    const provider: SmsProvider = { send: () => Promise.reject(new TypeError('secret')) };
    const config = { provider: 'x', host: 'example.org', timeout: 1 };
    const records: unknown[][] = [];
    const log = { error: (...record: unknown[]) => records.push(record) } as unknown as Log;
    const sender = createCodeSender(config, provider, log, createMetrics());
    assert.equal(await sender.send('79161234567', '123456', 'ru'), 'unknown');
    assert.deepEqual(records, [
      [
        { tel: '7916*****67', provider: 'x', reason: 'the provider failed with an error that is not logged' },
        'SMS not confirmed: it may have been sent',
      ],
    ]);
  });
});
