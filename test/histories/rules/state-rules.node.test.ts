// The rule about secrets: what it reports, and which digits it takes for no secret.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MemoryBackend } from '../../../src/testing/index.js';
import { ANNA } from '../world/record.js';
import type { Watched } from '../world/watched.js';
import { checkSecrets } from './state-rules.js';

const backend = new MemoryBackend();
backend.addAccount(ANNA);
const { token } = await backend.login(ANNA.login, ANNA.password);
await backend.requestCode(ANNA.phone);
const code = backend.codeFor(ANNA.phone);

/** What the rule reports about a state, and a text in the session storage of a tab. */
function reportsOf(state: object, sessionText = '') {
  const reports: string[] = [];
  const seats = [{ client: { state, flow: {} } }];
  const world = { seats, tabs: [0], backend, sessionText: () => sessionText } as unknown as Watched;
  checkSecrets(world, text => reports.push(text));
  return reports;
}

const LEAKS = { 'a token': token, 'a password': ANNA.password, 'a code': code };

for (const [what, secret] of Object.entries(LEAKS))
  test(`${what} is found in a state and in the session storage`, () => {
    const reports = [`${what} is in a state or in the storage of a tab`];
    assert.deepEqual(reportsOf({ error: `not accepted: ${secret}` }), reports);
    assert.deepEqual(reportsOf({}, JSON.stringify({ secret })), reports);
  });

test('a phone number and a time are no secrets, even if they contain the digits of a code', () => {
  assert.deepEqual(
    reportsOf({ phoneForVerification: `79${code}123` }, JSON.stringify({ at: Number(`1${code}000000`) })),
    [],
  );
});
