import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog } from '../../src/common/log.js';
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
});
