// What the conformance suite says of sessions: of two people, in cookies, and with refresh tokens.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import type { AuthBackend, Session } from '../../../src/core/auth-backend.js';
import { withSolutions } from '../../../src/testing/conformance/solutions.js';
import { MemoryBackend, mockServer } from '../../../src/testing/index.js';
import { otherSetup, outcomeOf, restSetup } from '../../support/conformance.js';
import { changeSession } from '../../support/faults/changes.js';
import { withMethods } from '../../support/faults/seeded-fault.js';

test('two people of one account', async t => {
  const setup = restSetup(
    t,
    changeSession(session => ({ ...session, user: 'somebody' })),
  );
  assert.deepEqual(await outcomeOf(setup, 'two-sessions'), {
    ...{ outcome: 'failed', detail: 'two people: both have the same `user`' },
  });
});

test('a server with refresh tokens whose tokens a test cannot let expire', async () => {
  const { expireToken: _, ...setup } = otherSetup('refresh');
  assert.deepEqual(await outcomeOf(setup, 'refresh-token'), {
    ...{ outcome: 'skipped', detail: 'there is no `expireToken`' },
  });
});

test('what `findSession` finds in a browser in which nobody is signed in', async () => {
  const nobody = { user: 'somebody', displayName: null };
  for (const [findSession, detail] of [
    [undefined, 'the session is held in a cookie, and there is no `findSession` to find it'],
    [() => Promise.resolve(nobody), 'findSession with nobody signed in: it does not resolve with null'],
  ] as const) {
    const { createBackend, ...setup } = otherSetup('cookie');
    const changed = {
      ...setup,
      async createBackend(options: object) {
        const good = await createBackend(options);
        return new Proxy(good, {
          get(target, name: keyof AuthBackend) {
            const method: unknown = name === 'findSession' ? findSession : target[name];
            return typeof method === 'function' ? (method as () => unknown).bind(target) : method;
          },
        });
      },
    };
    assert.deepEqual(await outcomeOf(changed, 'find-session'), { outcome: 'failed', detail });
  }
});

test('what is left of a session in a cookie after its sign-out', async () => {
  const { createBackend, ...setup } = otherSetup('cookie');
  let held: Session | null = null;
  const changed = {
    ...setup,
    async createBackend(options: object) {
      const good = await createBackend(options);
      return withMethods(good, {
        // The session is never let go.
        async findSession(call) {
          held ??= await good.findSession!(call);
          return held;
        },
      });
    },
  };
  assert.deepEqual(await outcomeOf(changed, 'find-session'), {
    ...{ outcome: 'failed', detail: 'findSession after a sign-out: it does not resolve with null' },
  });
});

test('a backend with solutions keeps its other methods and members', async t => {
  const memory = new MemoryBackend();
  t.after(mockServer(memory));
  const { token } = memory.signIn({ displayName: 'Anna' }).read()!;
  const rest = Object.assign(new RestBackend('https://id.test'), { own: 5 });
  const solved = withSolutions(rest, () => 'solved');
  assert.equal((await solved.getSession(token!, {})).displayName, 'Anna');
  assert.equal((solved as unknown as { own: number }).own, 5);
});

test('credentials of several people: two sessions of one person are not checked', async t => {
  const { credentials: _, ...setup } = restSetup(t);
  let count = 0;
  const credentials = () => ({ login: `person-${++count}`, password: 'correct horse' });
  assert.deepEqual(await outcomeOf({ ...setup, credentials }, 'two-sessions'), {
    ...{ outcome: 'skipped', detail: 'two sessions of one person are not checked: `credentials` returns several' },
  });
});
