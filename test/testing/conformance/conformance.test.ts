// The conformance suite in browsers, run by Mocha.
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { backendConformance } from '../../../src/testing/conformance/index.js';
import { MemoryBackend } from '../../../src/testing/memory-server/memory-backend.js';
import { mockServer } from '../../../src/testing/mock-server.js';

describe('conformance of the REST backend', () => {
  const memory = new MemoryBackend();
  let end: () => void;
  let count = 0;

  before(() => {
    end = mockServer(memory);
  });
  after(() => end());

  const { tests } = backendConformance({
    createBackend: options => new RestBackend('https://id.test', options),
    newPhone: () => `7916${String(++count).padStart(7, '0')}`,
    readCode: phone => memory.codeFor(phone),
    endSession: () => memory.endSessions(),
    expireCode: () => memory.clock.advance(301),
    newCredentials: () => ({ login: `new-${++count}`, password: 'correct horse' }),
    capabilities: { names: true, sendInterval: 60, maxAttempts: 3, unknownNumber: 'creates an account' },
  });
  for (const { name, run } of tests) it(name, run);
});
