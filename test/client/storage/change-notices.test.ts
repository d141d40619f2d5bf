// Two copies of the package in one page, which share the storage and nothing else, follow each other at once
// (docs/behaviour/session.md#tabs).
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { followNotices, postNotice } from '../../../src/client/storage/change-notices.js';
import { HeldBackend, session } from '../../support/held-backend.js';
import { FakePage } from '../../support/page.js';

const BASE = 'https://copies.test';
const NAME = `auth-widget:session:${BASE}`;

/** Creates two clients that don't share a keeper, like those of two copies of the package, because each has its own backend. */
function openCopies(t: TestContext) {
  // The channels of the clients do not keep the process alive until a message arrives.
  const interval = setInterval(() => {}, 1000);
  t.after(() => clearInterval(interval));
  return [0, 1].map(() => {
    const backend = new HeldBackend();
    const client = new AuthClient({ backend, baseUrl: BASE });
    client.subscribe(() => {});
    t.after(() => client.dispose());
    return { backend, client };
  }) as [Copy, Copy];
}
interface Copy {
  readonly backend: HeldBackend;
  readonly client: AuthClient;
}

/** Resolves when the client is signed in, or out. */
const becomes = (client: AuthClient, isAuthenticated: boolean) =>
  new Promise<void>(resolve => {
    const look = () => {
      if (client.state.isAuthenticated === isAuthenticated) resolve();
    };
    client.subscribe(look);
    look();
  });

/** The messages of a channel so far, and a promise that resolves at the first one. */
function listen(t: TestContext, name: string) {
  const messages: unknown[] = [];
  const channel = new BroadcastChannel(name);
  t.after(() => channel.close());
  const next = new Promise<void>(resolve => {
    channel.onmessage = event => {
      messages.push(event.data);
      resolve();
    };
  });
  return { messages, next };
}

test('a sign-in and a sign-out in one copy appear in the other, without a storage event', async t => {
  new FakePage(t);
  const [one, other] = openCopies(t);
  const signedIn = one.client.login('anna', 'correct horse');
  await one.backend.answer('login', session());
  await signedIn;
  await becomes(other.client, true);
  assert.equal(other.client.state.userId, 'u1');
  const signedOut = other.client.logout();
  await other.backend.answer('endSession');
  await signedOut;
  await becomes(one.client, false);
});

test('the messages carry nothing', async t => {
  new FakePage(t);
  const { messages, next } = listen(t, NAME);
  const [{ client, backend }] = openCopies(t);
  const signedIn = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await signedIn;
  await next;
  assert.ok(messages.every(message => message === null));
});

test('a flow in sessionStorage sends no messages', async t => {
  new FakePage(t);
  const key = `auth-widget:flow:${BASE}:phone-login`;
  const { messages } = listen(t, key);
  const [{ client, backend }] = openCopies(t);
  const requested = client.loginByPhone('79161234567');
  await backend.answer('requestCode', {});
  await requested;
  // A message that is sent later arrives later.
  const last = listen(t, key);
  postNotice(key);
  await last.next;
  assert.deepEqual(messages.length, 1);
});

test('a page in the back/forward cache holds no channel, and opens it again', t => {
  const page = new FakePage(t);
  const log: string[] = [];
  class FakeChannel {
    onmessage: unknown;
    constructor(name: string) {
      log.push(`open ${name}`);
    }
    close() {
      log.push('close');
    }
    postMessage() {
      log.push('post');
    }
  }
  const before = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = FakeChannel as unknown as typeof BroadcastChannel;
  t.after(() => (globalThis.BroadcastChannel = before));
  const stop = followNotices('name', () => {});
  page.fire('pagehide');
  page.fire('pageshow');
  assert.deepEqual(log.splice(0), ['open name', 'close', 'close', 'open name']);
  stop();
  page.fire('pageshow');
  page.fire('pagehide');
  assert.deepEqual(log.splice(0), ['close']);
  postNotice('name');
  assert.deepEqual(log, ['open name', 'post', 'close']);
  assert.ok([...page.listeners.values()].every(count => count === 0));
});

test('without BroadcastChannel, or if it throws, nothing happens', t => {
  new FakePage(t);
  const before = globalThis.BroadcastChannel;
  t.after(() => (globalThis.BroadcastChannel = before));
  for (const missing of [undefined, () => assert.fail()]) {
    globalThis.BroadcastChannel = missing as unknown as typeof BroadcastChannel;
    postNotice('name');
    followNotices('name', () => {})();
  }
});

test('a channel does not keep a process of Node alive', () => {
  const module = new URL('../../../src/client/storage/change-notices.ts', import.meta.url).href;
  const script = `(await import('${module}')).followNotices('name', () => {}); console.log('listening');`;
  const run = spawnSync(
    process.execPath,
    ['--import', './scripts/suites/typescript.mjs', '--input-type=module', '-e', script],
    {
      timeout: 60_000,
    },
  );
  assert.deepEqual([run.status, String(run.stdout).trim()], [0, 'listening'], String(run.stderr));
});

test('notices arrive outside a page, too, without a global object that takes event listeners', async t => {
  const interval = setInterval(() => {}, 1000); // the channel itself does not keep the process alive
  t.after(() => clearInterval(interval));
  assert.equal('addEventListener' in globalThis, false);
  await new Promise<void>(resolve => {
    const stop = followNotices('outside a page', () => {
      stop();
      resolve();
    });
    postNotice('outside a page');
  });
});
