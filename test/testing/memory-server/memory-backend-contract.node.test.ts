// The server in memory keeps the protocol: the contract check, over HTTP.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { answerRequest } from '../../../src/testing/memory-server/http-answers.js';
import { MemoryBackend } from '../../../src/testing/memory-server/memory-backend.js';
import { checksFor, runChecks } from '../../../contract-check/runner.js';

test('the contract check finds no fault', async t => {
  const backend = new MemoryBackend();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', data => {
      body += String(data);
    });
    request.on('end', () => {
      const { method, url } = request;
      const headersOfCall = request.headers as Record<string, string | undefined>;
      const call = { method: method!, path: url!, headers: headersOfCall, body };
      void answerRequest(backend, call).then(({ status, headers, body }) => {
        response.writeHead(status, headers).end(body);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const numbers = [
    { phone: '79990000001', code: '111111' },
    { phone: '79990000002', code: '222222' },
  ] as const;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const results = await runChecks(
    { url, numbers, origin: undefined, password: true, challenge: false },
    {
      wait(seconds) {
        backend.clock.advance(seconds);
        return Promise.resolve();
      },
    },
  );
  assert.equal(results.length, checksFor({ challenge: false }).length);
  const isLeftOut = ({ id }: { id: string }) => id.startsWith('cors');
  assert.deepEqual(
    results.filter(result => result.outcome !== 'holds' && !isLeftOut(result)),
    [],
  );
});
