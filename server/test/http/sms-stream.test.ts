import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApp } from '../../src/app.js';
import { createLog } from '../../src/common/log.js';
import { createMacs } from '../../src/common/crypto.js';
import { createMetrics } from '../../src/common/metrics.js';
import { createAlarms } from '../../src/common/alarms.js';
import { loadConfig } from '../../src/config/config.js';
import type { Database } from '../../src/db/database.js';
import { MockProvider, type MockSms } from '../../src/sms/mock.js';
import { sendCode } from '../support/calls.js';
import { testEnvironment } from '../support/harness.js';
import { dataFolder, startProcess, type TestScope } from '../support/process.js';

/** Reads the events of the stream. */
async function* eventsOf(url: string, signal: AbortSignal, last?: string) {
  const headers: Record<string, string> = last === undefined ? {} : { 'Last-Event-ID': last };
  const response = await fetch(`${url}/dev/sms`, { signal, headers });
  assert.equal(response.headers.get('Content-Type'), 'text/event-stream');
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield { id: /^id: (.*)$/m.exec(event)?.[1], sms: JSON.parse(data) as MockSms };
    }
  }
}

describe('the stream of SMS', () => {
  class CountingProvider extends MockProvider {
    subscriberCount = 0;

    override subscribe(subscriber: Parameters<MockProvider['subscribe']>[0]) {
      this.subscriberCount++;
      const unsubscribe = super.subscribe(subscriber);
      return () => {
        this.subscriberCount--;
        unsubscribe();
      };
    }
  }

  const open = (t: TestScope) => {
    const sms = new CountingProvider({ apiKey: '', sender: 'Example' });
    const never = () => Promise.reject(new Error('unexpected query'));
    const db: Database = { query: never, transaction: never, maintain: never, withAdvisoryLock: never, close: never };
    const stopping = new AbortController();
    // Otherwise an open stream would keep the process alive.
    t.after(() => stopping.abort());
    const config = loadConfig(testEnvironment);
    const log = createLog('silent');
    const metrics = createMetrics();
    const app = createApp({
      config,
      macs: createMacs('secret'),
      db,
      sms,
      captcha: undefined,
      log,
      metrics,
      alarms: createAlarms(log, config.blockWave),
      stopping: stopping.signal,
    });
    return { sms, stopping, ask: async (method: string) => app.request('/dev/sms', { method }) };
  };

  it('is not opened for HEAD', async t => {
    const { sms, stopping, ask } = open(t);
    const [head, get] = [await ask('HEAD'), await ask('GET')];
    assert.equal(sms.subscriberCount, 1);
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    for (const name of ['Content-Type', 'Cache-Control', 'Vary']) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
    stopping.abort();
    assert.equal(await get.text(), ': \n\n');
    assert.equal(sms.subscriberCount, 0);
  });

  it('has more than ten readers without a MaxListenersExceededWarning', async t => {
    const { sms, stopping, ask } = open(t);
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    t.after(() => process.off('warning', warn));
    const streams = await Promise.all(Array.from({ length: 12 }, () => ask('GET')));
    assert.equal(sms.subscriberCount, streams.length);
    stopping.abort();
    for (const stream of streams) assert.equal(await stream.text(), ': \n\n');
    // Node.js emits warnings on the next tick.
    await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(warnings, []);
  });

  it('sends the messages from the beginning, or those after Last-Event-ID', async t => {
    const server = await startProcess(t, {
      NODE_ENV: 'development',
      DATA_DIR: await dataFolder(t),
      SMS_SENDER: 'Example',
    });
    const controller = new AbortController();
    await sendCode(server.url, '79161234567');
    const events = eventsOf(server.url, controller.signal);
    const first = (await events.next()).value!;
    assert.deepEqual(Object.keys(first.sms).sort(), ['at', 'from', 'text', 'to']);
    assert.equal(first.sms.to, '79161234567');
    assert.equal(first.sms.from, 'Example');
    assert.match(first.sms.text, /\n@localhost #\d{6}$/);
    assert.ok(Math.abs(first.sms.at - Date.now()) < 60_000);
    const next = events.next();
    await sendCode(server.url, '79161234568');
    assert.equal((await next).value!.sms.to, '79161234568');
    const resumed = (await eventsOf(server.url, controller.signal, first.id).next()).value!;
    assert.equal(resumed.sms.to, '79161234568');
    // An open stream does not delay the shutdown.
    assert.equal(await server.kill('SIGTERM'), 0);
    controller.abort();
    assert.doesNotMatch(server.output(), /"level":40/);
  });
});
