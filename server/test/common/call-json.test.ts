import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { CallError, callJson } from '../../src/common/call-json.js';

const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CallError, String(error));
  return error;
};

describe('callJson', () => {
  for (const [what, url, init] of [
    ['a key that no header can carry', 'http://127.0.0.1:9', { headers: { Authorization: 'Bearer ключ' } }],
    ['an invalid address', 'not an address?key=ключ', {}],
  ] as const)
    it(`says that nothing was sent, without the key, for ${what}`, async () => {
      const { isUnsent, message } = await failure(callJson(url, init));
      assert.deepEqual([isUnsent, message], [true, 'the request could not be made: is the address or a key invalid?']);
    });

  it('says that nothing was sent if there is no server', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise(resolve => server.close(resolve));
    assert.equal((await failure(callJson(`http://127.0.0.1:${port}`, {}))).isUnsent, true);
  });

  it('a call that is aborted, with whatever reason, may have been sent', async t => {
    const controller = new AbortController();
    const server = createServer(() => controller.abort(null));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    t.after(async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const { isUnsent } = await failure(callJson(`http://127.0.0.1:${port}`, { signal: controller.signal }));
    assert.equal(isUnsent, false);
  });
});
