// The conformance suite reads what a backend sends, in whatever way it gives the body to `fetch`.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { backendConformance, MemoryBackend, mockServer, type ConformanceSetup } from '../../../src/testing/index.js';
import { rulesWith, setupOf } from '../../support/conformance.js';
import { withFetch } from '../../support/faults/changes.js';
import { withMethods, type SeededFault } from '../../support/faults/seeded-fault.js';
import { useQuickTimers } from '../../support/quick-timers.js';

useQuickTimers();

const parseBody = (body: unknown) => JSON.parse(body as string) as Record<string, string>;

/** The ways in which adapters give a body to `fetch`. */
const BODIES: Record<string, (before: typeof fetch) => typeof fetch> = {
  'a Request': before => (input, init) => before(new Request(input, init)),
  FormData: before => (input, init) => {
    if (!init?.body) return before(input, init);
    const form = new FormData();
    for (const [name, value] of Object.entries(parseBody(init.body))) form.append(name, value);
    return before(input, { ...init, body: form });
  },
  'a Blob': before => (input, init) =>
    before(input, init?.body ? { ...init, body: new Blob([init.body as string]) } : init),
};

/** Answers a call whose body is `FormData` or a `Blob` as one with JSON. */
function readBodies(server: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { body } = init ?? {};
    if (body instanceof Blob) return server(input, { ...init, body: await body.text() });
    if (body instanceof FormData) return server(input, { ...init, body: JSON.stringify(Object.fromEntries(body)) });
    return server(input, init);
  };
}

/** A setup with `RestBackend`, answered in this process by a server that understands every kind of body. */
function restSetup(t: TestContext, seed: SeededFault['seed']): ConformanceSetup {
  const memory = new MemoryBackend();
  t.after(mockServer(memory));
  globalThis.fetch = readBodies(globalThis.fetch);
  return setupOf(memory, options => {
    const good = new RestBackend('https://id.test', options);
    return withMethods(good, seed(good));
  });
}

for (const [body, change] of Object.entries(BODIES))
  test(`the rules about what is sent read the body of ${body}`, async t => {
    const changed: SeededFault['seed'] = good => {
      const through =
        <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
        (...args: A) =>
          withFetch(change, () => call.apply(good, args));
      return {
        requestCode: through(good.requestCode),
        verifyCode: through(good.verifyCode),
        login: through(good.login),
      };
    };
    const setup = restSetup(t, changed);
    const report = await backendConformance(setup).run();
    const passed = rulesWith(report, 'passed');
    for (const rule of ['code-as-typed', 'solution', 'device', 'one-call'])
      assert.ok(passed.includes(rule), `${rule}: ${report.text}`);
  });

test('two calls with the same `FormData` are the same call', async t => {
  const setup = restSetup(t, good => ({
    login: (...call) =>
      withFetch(
        before => async (input, init) => {
          const send = () => BODIES['FormData']!(before)(input, init);
          await send();
          return send();
        },
        () => good.login(...call),
      ),
  }));
  const { results } = await backendConformance(setup).run();
  const { outcome, detail } = results.find(({ rule }) => rule === 'one-call')!;
  assert.deepEqual({ outcome, detail }, { outcome: 'failed', detail: 'login: it has sent the same call twice' });
});
