import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../src/common/log.js';
import { createMetrics } from '../../src/common/metrics.js';
import { createCodeSender } from '../../src/sms/code-sender.js';
import { SmsError, type SmsFailure, type SmsProvider, type SmsSettings } from '../../src/sms/provider.js';
import { createSmsAero } from '../../src/sms/smsaero.js';
import { createSmsRu } from '../../src/sms/smsru.js';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const to = '79161234567';
const text = 'Код: 123456. Никому его не сообщайте.\n@example.org #123456';

/** An HTTP server that stands in for a provider. It keeps the requests and answers as the test says. */
class FakeProviderServer {
  readonly received: Received[] = [];
  answer: (response: ServerResponse) => void = response => response.end();
  readonly #server = createServer((request, response) => {
    void readText(request).then(body => {
      const { method, url, headers } = request;
      this.received.push({ method, url, headers, body });
      this.answer(response);
    });
  });

  async start(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  json(status: number, body: unknown): void {
    this.answer = response => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}

const cases = {
  smsru: {
    path: '/sms/send',
    settings: { apiKey: '01234567-89AB-CDEF-0123-456789ABCDEF', sender: 'Example' },
    create: (settings: SmsSettings, url: string) => createSmsRu(settings, `${url}/sms/send`),
    check({ method, url, headers, body }: Received) {
      assert.equal(method, 'POST');
      assert.equal(url, '/sms/send');
      assert.match(headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
      assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
        api_id: '01234567-89AB-CDEF-0123-456789ABCDEF',
        to,
        msg: text,
        from: 'Example',
        json: '1',
      });
    },
    success: {
      status: 'OK',
      status_code: 100,
      sms: { [to]: { status: 'OK', status_code: 100, sms_id: '000000-10000000' } },
      balance: 4122.56,
    },
    refusals: [
      [
        200,
        { status: 'ERROR', status_code: 200, status_text: 'Неправильный api_id' },
        'request not accepted: 200, status 200',
        'refused',
      ],
      [
        200,
        {
          status: 'OK',
          status_code: 100,
          sms: { [to]: { status: 'ERROR', status_code: 207, status_text: `Нельзя отправлять на ${to}` } },
        },
        'message not accepted: 207',
        'refused',
      ],
      [200, { status: 'OK', status_code: 100, sms: {} }, 'message not accepted: unknown', 'unknown'],
      [403, { error: 'no' }, 'request not accepted: unknown, status 403', 'refused'],
      [503, { status: 'OK', status_code: 100 }, 'request not accepted: 100, status 503', 'unknown'],
      [202, { status: 'OK', status_code: 100 }, 'request not accepted: 100, status 202', 'unknown'],
      [200, { status_code: `100 ${to}` }, 'request not accepted: unknown, status 200', 'unknown'],
    ],
  },
  smsaero: {
    path: '/v2/sms/send',
    settings: { apiKey: 'owner@example.org:Secret-Key', sender: 'Example' },
    create: (settings: SmsSettings, url: string) => createSmsAero(settings, `${url}/v2/sms/send`),
    check({ method, url, headers, body }: Received) {
      assert.equal(method, 'POST');
      assert.equal(url, '/v2/sms/send');
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers.authorization, `Basic ${Buffer.from('owner@example.org:Secret-Key').toString('base64')}`);
      assert.deepEqual(JSON.parse(body), { number: to, text, sign: 'Example' });
    },
    success: { success: true, data: { id: 1, number: to, status: 0 }, message: null },
    refusals: [
      [
        400,
        { success: false, data: { number: ['Некорректный номер'] }, message: 'Validation error.' },
        'not accepted, status 400',
        'refused',
      ],
      [
        401,
        { success: false, data: null, message: 'Your request was made with invalid credentials.' },
        'not accepted, status 401',
        'refused',
      ],
      [200, { success: false, data: null, message: 'Not enough money' }, 'not accepted, status 200', 'refused'],
      [200, { success: 'true' }, 'not accepted, status 200', 'unknown'],
      [500, { success: false, message: 'Internal error' }, 'not accepted, status 500', 'unknown'],
      [500, { success: true }, 'not accepted, status 500', 'unknown'],
    ],
  },
} as const;

for (const [name, { settings, create, check, success, refusals }] of Object.entries(cases)) {
  describe(`provider ${name}`, () => {
    const fake = new FakeProviderServer();
    let provider: SmsProvider;
    before(async () => {
      provider = create(settings, await fake.start());
    });
    after(() => fake.stop());
    const send = (signal = new AbortController().signal) => provider.send({ to, text }, { signal });
    const fails = (message: string, failure: SmsFailure) =>
      assert.rejects(send(), error => {
        assert.ok(error instanceof SmsError);
        assert.equal(error.message, message);
        assert.equal(error.failure, failure);
        return true;
      });

    it('sends the request that its documentation describes', async () => {
      fake.json(200, success);
      await send();
      check(fake.received.at(-1)!);
    });

    it('reports a refusal by its number, and quotes nothing else of the answer', async () => {
      for (const [status, body, message, failure] of refusals) {
        fake.json(status, body);
        await fails(message, failure);
      }
    });

    it('fails with an answer that is not JSON, too long or cut off', async () => {
      const html = '<!doctype html><title>502</title>';
      for (const body of [html, '', 'null x', '{"success":tru']) {
        fake.answer = response => response.writeHead(200).end(body);
        await fails('the answer is not JSON, status 200', 'unknown');
      }
      for (const body of ['null', '[]', '"OK"', '100', 'true']) {
        fake.answer = response => response.writeHead(200).end(body);
        await assert.rejects(send(), SmsError);
      }
      fake.answer = response => response.writeHead(200).end('1'.repeat(70_000));
      await fails('the answer is too long', 'unknown');
      fake.answer = response => response.writeHead(403).end('1'.repeat(70_000));
      await fails('the answer is too long', 'refused');
      fake.answer = response => {
        response.writeHead(200, { 'Content-Length': '100' }).write('{', () => response.destroy());
      };
      await fails('the answer broke off', 'unknown');
      fake.answer = response => response.writeHead(504).end(html);
      await fails('the answer is not JSON, status 504', 'unknown');
      fake.answer = response => response.destroy();
      await fails('the provider could not be reached', 'unknown');
    });

    it('counts as refused if there was no connection', async () => {
      const gone = new FakeProviderServer();
      const url = await gone.start();
      await gone.stop();
      await assert.rejects(create(settings, url).send({ to, text }, { signal: new AbortController().signal }), {
        message: 'the provider could not be reached',
        failure: 'refused',
      });
    });

    it('uses a new connection for each message', async () => {
      fake.json(200, success);
      await send();
      assert.equal(fake.received.at(-1)!.headers.connection, 'close');
    });

    it('follows no redirect', async () => {
      const before = fake.received.length;
      fake.answer = response => response.writeHead(307, { Location: '/elsewhere' }).end();
      await fails('the answer is not JSON, status 307', 'refused');
      assert.equal(fake.received.length, before + 1);
    });

    it('is given up by the code sender after a timeout, which is logged without secrets', async () => {
      fake.answer = () => undefined;
      const lines: string[] = [];
      const log = createLog('debug', { write: line => lines.push(line) });
      const config = { provider: name, ...settings, host: 'example.org', language: 'ru', timeout: 1 } as const;
      const codeSender = createCodeSender(config, provider, log, createMetrics());
      assert.equal(await codeSender.send(to, '123456', 'ru'), 'unknown');
      assert.match(lines.join(''), /"tel":"7916\*\*\*\*\*67".*"SMS not confirmed: it may have been sent"/);
      for (const secret of [to, '123456', settings.apiKey]) assert.ok(!lines.join('').includes(secret));
    });
  });
}
