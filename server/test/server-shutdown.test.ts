import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { onDatabase } from './support/on-database.js';
import { databaseKinds } from './support/databases.js';
import { type Harness, until } from './support/harness.js';

const stopping = (h: () => Harness) => {
  it('lets running calls finish, and takes no new ones', async () => {
    let release: () => void = () => undefined;
    h().sms.gate = new Promise(resolve => (release = resolve));
    const numbers = ['79160000001', '79160000002', '79160000003'];
    const running = numbers.map(number => h().send(number));
    await until(() => h().sms.begun === numbers.length);
    const stopped = h().stop();
    await assert.rejects(h().send('79160000004'));
    release();
    for (const answer of await Promise.all(running)) {
      assert.equal(answer.status, 200);
      // The header tells the client not to send another call on this connection.
      assert.equal(answer.headers.get('Connection'), 'close');
    }
    await stopped;
  });

  it('answers a call that is on its way on an idle connection', async () => {
    const { hostname, port } = new URL(h().url);
    const socket = connect(Number(port), hostname);
    let seen = '';
    socket.on('data', chunk => (seen += chunk.toString()));
    socket.on('error', error => (seen += error.message));
    const answers = () => seen.match(/HTTP\/1\.1 [^\r]*|Connection: [^\r]*/g) ?? [];
    const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(request);
    await until(() => answers().length === 2);
    socket.write(request);
    const closed = once(socket, 'close');
    await Promise.all([h().stop(), closed]);
    const expected = ['HTTP/1.1 200 OK', 'Connection: keep-alive', 'HTTP/1.1 200 OK', 'Connection: close'];
    assert.deepEqual(answers(), expected);
  });
};

// These tests run on both kinds of database, because a server waits for its database before it exits, and the two kinds
// close differently.
for (const kind of databaseKinds) onDatabase('a server that is stopped', stopping, kind);
