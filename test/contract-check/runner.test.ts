// What ends a check, and what the run.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckContext } from '../../contract-check/check.js';
import { solvePow } from '../../contract-check/proof-of-work.js';
import { runCheck } from '../../contract-check/runner.js';

test('a proof of work that no search solves fails the check, and the run goes on', async () => {
  const parameters = {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00'.repeat(16),
    salt: '11'.repeat(16),
    cost: 1,
    keyLength: 32,
    keyPrefix: '0'.repeat(64),
    expiresAt: 1_800_000_000,
  } as const;
  const check = {
    id: 'send',
    title: 'A code is sent',
    citation: 'docs/protocol.md#challenges',
    run: async () => void (await solvePow({ parameters, signature: 'ab' }, 3)),
  };
  assert.deepEqual(await runCheck(check, {} as CheckContext), {
    id: 'send',
    title: 'A code is sent',
    citation: 'docs/protocol.md#challenges',
    outcome: 'fails',
    detail: 'a proof of work has no solution in 3 derivations: no browser finds one in time',
  });
});
