// What ends a check, and what the run.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckContext } from '../../contract-check/check.js';
import { PowSolver } from '../../contract-check/proof-of-work.js';
import { runCheck } from '../../contract-check/runner.js';

/** A challenge that no search solves, under these changes. */
const challengeOf = (changes: { readonly cost?: number; readonly keyPrefix?: string } = {}) => ({
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00'.repeat(16),
    salt: '11'.repeat(16),
    cost: 2,
    keyLength: 32,
    keyPrefix: '0'.repeat(64),
    expiresAt: 1_800_000_000,
    ...changes,
  } as const,
  signature: 'ab',
});

/** A solver whose clock goes on by 20 s each time that it is read, and the number of reads. */
function createSolver() {
  const clock = { reads: 0 };
  return { clock, solver: new PowSolver(() => 20_000 * clock.reads++) };
}

test('a proof of work that no search solves in a minute fails one check, and the run goes on', async () => {
  const { clock, solver } = createSolver();
  const rule = { title: 'A code is sent', citation: 'docs/protocol.md#challenges' };
  const runOn = (challenge: ReturnType<typeof challengeOf>) =>
    runCheck({ ...rule, id: 'send', run: async () => void (await solver.solve(challenge)) }, {} as CheckContext);
  assert.deepEqual(await runOn(challengeOf()), {
    ...rule,
    id: 'send',
    outcome: 'fails',
    detail: "a proof of work has no solution that is found in 60 s: phones don't find one in time",
  });
  assert.equal(clock.reads, 4);
  for (const challenge of [challengeOf(), challengeOf({ cost: 3 })])
    assert.deepEqual(await runOn(challenge), {
      ...rule,
      id: 'send',
      outcome: 'skipped',
      detail: 'a proof of work is as hard as one that was not solved',
    });
  assert.equal(clock.reads, 4, 'nothing was searched');
  assert.equal((await runOn(challengeOf({ keyPrefix: '' }))).outcome, 'holds', 'an easier one is still solved');
});
