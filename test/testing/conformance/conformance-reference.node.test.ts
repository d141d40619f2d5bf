// The conformance suite with the reference server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Harness } from '../../../server/test/support/harness.js';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { backendConformance, MemoryBackend } from '../../../src/testing/index.js';
import { checkReport, NOT_OURS, PASSWORD, setupOf } from '../../support/conformance.js';

test('the REST backend keeps every rule with the reference server', async t => {
  const harness = await Harness.open();
  t.after(() => harness.close());
  await harness.start();
  const { newPhone, capabilities, newCredentials } = setupOf(new MemoryBackend(), () => assert.fail());
  const known = { login: 'known', password: PASSWORD };
  await new RestBackend(harness.url).login(known.login, known.password, {});
  const report = await backendConformance({
    createBackend: options => new RestBackend(harness.url, options),
    newPhone,
    readCode: phone => harness.codeFor(phone),
    credentials: () => known,
    newCredentials: newCredentials!,
    expireCode: () => harness.database.advance(301),
    allowResend: () => harness.database.advance(61),
    passTime: seconds => harness.database.advance(seconds),
    // A sign-out on another device ends the session with all of its tokens.
    endSession: ({ token = '' }) => new RestBackend(harness.url).endSession(token, {}),
    capabilities,
  }).run();
  checkReport(t, report, NOT_OURS);
});
