import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { malformedRequest, wellFormedRequest } from '../support/arbitrary-requests.js';
import { Harness } from '../support/harness.js';
import { checkAnswer, exchange } from '../support/raw-http.js';

describe('arbitrary requests', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.open();
    await harness.start({ CHALLENGE: 'auto' });
  });
  after(async () => {
    assert.doesNotMatch(harness.log, /"level":50/, 'an error was logged');
    await harness.close();
  });

  it('are answered in the envelope, never with a server error or a stack trace', async () => {
    const property = fc.asyncProperty(wellFormedRequest, async ({ bytes, isComplete, method }) => {
      const answer = await exchange(harness.url, bytes, isComplete);
      if (!isComplete && answer.length === 0) return;
      checkAnswer(answer, method);
    });
    await fc.assert(property, { numRuns: 800 });
  });

  it('are answered in the envelope or by closing the connection if they are malformed', async () => {
    const property = fc.asyncProperty(malformedRequest, async bytes => {
      const answer = await exchange(harness.url, bytes, false);
      if (answer.length > 0) checkAnswer(answer, bytes.toString('latin1').split(' ')[0]!);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('leave the server working', async () => {
    assert.equal((await harness.call('GET', '/readyz')).status, 200);
    assert.equal((await harness.signInByPhone('79169999999')).status, 200);
  });
});
