// The forgeries against challenges that the reference server doesn't give.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { CheckContext } from '../../contract-check/check.js';
import { challengeForgeryChecks } from '../../contract-check/checks/challenge-forgeries.js';
import { isSolved, type PowSolution, PowSolver } from '../../contract-check/proof-of-work.js';

for (const [keyPrefix, cost, forged] of [
  ['f', 2, ['0', '']],
  ['0', 1, ['', '']],
] as const)
  test(`a server with the prefix ${keyPrefix} and the cost ${cost}: the forgeries are not the solution`, async () => {
    const parameters = {
      algorithm: 'PBKDF2/SHA-256',
      nonce: 'ab'.repeat(16),
      salt: 'cd'.repeat(16),
      cost,
      keyLength: 32,
      keyPrefix,
      expiresAt: 1_795_370_400,
    };
    const signature = 'ef'.repeat(32);
    const refused: string[] = [];
    const isRight = async (header: string) => {
      const solution = JSON.parse(Buffer.from(header, 'base64').toString()) as PowSolution;
      assert.equal(solution.challenge.signature, signature);
      refused.push(String(solution.challenge.parameters['keyPrefix']));
      return JSON.stringify(solution.challenge.parameters) === JSON.stringify(parameters) && (await isSolved(solution));
    };
    const call = async (_method: string, _path: string, { headers }: { headers?: Record<string, string> }) => {
      const header = headers?.['X-Auth-Challenge'];
      const status = header !== undefined && (await isRight(header)) ? 200 : 403;
      const params = status === 200 ? {} : { what: 'challenge', type: 'pow', parameters, signature };
      return { method: 'POST', path: '/v1/creds/tel', status, envelope: { code: status, text: '', params } };
    };
    const context = { client: { call, solver: new PowSolver() }, options: { numbers: [{ phone: '79990000001' }] } };
    const check = challengeForgeryChecks.find(({ id }) => id === 'challenge-difficulty')!;
    await check.run(context as unknown as CheckContext);
    assert.deepEqual(refused, forged);
  });
