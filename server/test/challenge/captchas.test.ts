import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type Captcha, CaptchaFailed, type CaptchaSettings, isProviderFault } from '../../src/challenge/captcha.js';
import { captchaTypes } from '../../src/challenge/registry.js';
import { createHCaptcha } from '../../src/challenge/hcaptcha.js';
import { createSmartCaptcha } from '../../src/challenge/smartcaptcha.js';
import { createTurnstile } from '../../src/challenge/turnstile.js';
import { CallError } from '../../src/common/call-json.js';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly form: Record<string, string>;
}

/** An HTTP server that stands in for a provider. It keeps the requests and answers as the test says. */
class FakeProvider {
  readonly received: Received[] = [];
  answer: (response: ServerResponse) => void = response => response.end();
  readonly #server = createServer((request, response) => {
    void readText(request).then(body => {
      const { method, url, headers } = request;
      this.received.push({ method, url, headers, form: Object.fromEntries(new URLSearchParams(body)) });
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

const settings: CaptchaSettings = { siteKey: 'public-key', secret: 'secret-key' };
const token = 'token-of-the-widget';
const ip = '192.0.2.1';

interface Case {
  readonly path: string;
  readonly create: (settings: CaptchaSettings, url: string) => Captcha;
  readonly form: Record<string, string>;
  readonly success: readonly unknown[];
  readonly refusals: readonly unknown[];
  /** The status, the body, and the message of the error. */
  readonly failures: readonly (readonly [number, unknown, string])[];
}

/** The answers as documented on the pages that the modules cite. */
const cases: Record<string, Case> = {
  turnstile: {
    path: '/turnstile/v0/siteverify',
    create: createTurnstile,
    form: { secret: 'secret-key', response: token, remoteip: ip },
    success: [
      {
        success: true,
        challenge_ts: '2022-02-28T15:14:30.096Z',
        hostname: 'example.com',
        'error-codes': [],
        action: 'login',
        cdata: 'sessionid-123456789',
      },
    ],
    refusals: [
      { success: false, 'error-codes': ['invalid-input-response'] },
      { success: false, 'error-codes': ['timeout-or-duplicate'] },
      { success: false, 'error-codes': ['missing-input-response'] },
    ],
    failures: [
      [200, { success: false, 'error-codes': ['invalid-input-secret'] }, 'refused: invalid-input-secret, status 200'],
      [200, { success: false, 'error-codes': ['internal-error'] }, 'refused: internal-error, status 200'],
      [200, { success: false, 'error-codes': [] }, 'refused: unknown, status 200'],
      [200, { success: 'true' }, 'refused: unknown, status 200'],
      [503, { success: true }, 'refused: unknown, status 503'],
      [200, { success: false, 'error-codes': [`no ${token}`] }, 'refused: unknown, status 200'],
    ],
  },
  hcaptcha: {
    path: '/siteverify',
    create: createHCaptcha,
    form: { secret: 'secret-key', response: token, remoteip: ip, sitekey: 'public-key' },
    success: [{ success: true, challenge_ts: '2022-02-28T15:14:30.096Z', hostname: 'example.com', credit: true }],
    refusals: [
      { success: false, 'error-codes': ['invalid-input-response'] },
      { success: false, 'error-codes': ['expired-input-response'] },
      { success: false, 'error-codes': ['already-seen-response'] },
      { success: false, 'error-codes': ['invalid-or-already-seen-response'] },
    ],
    failures: [
      [
        200,
        { success: false, 'error-codes': ['sitekey-secret-mismatch'] },
        'refused: sitekey-secret-mismatch, status 200',
      ],
      [
        200,
        { success: false, 'error-codes': ['invalid-input-response', 'invalid-input-secret'] },
        'refused: invalid-input-response, invalid-input-secret, status 200',
      ],
      [500, {}, 'refused: unknown, status 500'],
    ],
  },
  smartcaptcha: {
    path: '/validate',
    create: createSmartCaptcha,
    form: { secret: 'secret-key', token, ip },
    success: [
      { status: 'ok', message: '', host: 'example.com' },
      { status: 'ok', message: '', host: 'example.com:8080' },
    ],
    refusals: [
      { status: 'failed', message: '' },
      { status: 'failed', message: 'Token invalid or expired.' },
      { status: 'failed', message: 'Invalid or expired Token.' },
    ],
    failures: [
      [200, { status: 'ok', message: '', host: '' }, 'accepted without a host'],
      [
        200,
        { status: 'failed', message: 'Authentication failed. Secret has not provided.' },
        'refused: authentication failed, status 200',
      ],
      [403, { status: 'failed', message: '' }, 'refused: unknown, status 403'],
      [200, { status: 'failed', message: `about ${ip}` }, 'refused: unknown, status 200'],
      [200, {}, 'refused: unknown, status 200'],
    ],
  },
};

it('there is a case for every captcha', () => {
  assert.deepEqual(Object.keys(cases).sort(), Object.keys(captchaTypes).sort());
});

for (const [name, { path, create, form, success, refusals, failures }] of Object.entries(cases)) {
  describe(`captcha ${name}`, () => {
    const fake = new FakeProvider();
    let captcha: Captcha;
    before(async () => {
      captcha = create(settings, `${await fake.start()}${path}`);
    });
    after(() => fake.stop());
    const verify = (signal = new AbortController().signal) => captcha.verify({ token, ip }, { signal });

    it('is asked as its documentation describes', async () => {
      for (const body of success) {
        fake.json(200, body);
        assert.equal(await verify(), true);
      }
      const { method, url, headers, form: sent } = fake.received.at(-1)!;
      assert.deepEqual([method, url, sent], ['POST', path, form]);
      assert.match(headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
      await captcha.verify({ token, ip: undefined }, { signal: new AbortController().signal });
      assert.deepEqual(
        Object.keys(fake.received.at(-1)!.form),
        Object.keys(form).filter(field => !field.endsWith('ip')),
      );
    });

    it('refuses tokens', async () => {
      for (const body of refusals) {
        fake.json(200, body);
        assert.equal(await verify(), false, JSON.stringify(body));
      }
    });

    it('fails if the provider says nothing about the token, and quotes nothing of the request', async () => {
      for (const [status, body, message] of failures) {
        fake.json(status, body);
        await assert.rejects(verify(), error => {
          assert.ok(error instanceof CaptchaFailed, String(error));
          assert.equal(error.message, message);
          return true;
        });
      }
    });

    it('fails if the answer is rubbish, too long, cut off, a redirect or missing', async () => {
      for (const body of ['<!doctype html>', '', '{"success":tru', '1'.repeat(70_000)]) {
        fake.answer = response => response.writeHead(200).end(body);
        await assert.rejects(verify(), CallError);
      }
      for (const body of ['null', '[]', '"ok"', 'true']) {
        fake.answer = response => response.writeHead(200).end(body);
        await assert.rejects(verify(), CaptchaFailed);
      }
      fake.answer = response => response.destroy();
      await assert.rejects(verify(), CallError);
      const count = fake.received.length;
      fake.answer = response => response.writeHead(307, { Location: '/elsewhere' }).end();
      await assert.rejects(verify(), CallError);
      assert.equal(fake.received.length, count + 1);
    });

    it('may blame the token for an answer with a status of 400 to 499, however it is written', async () => {
      const page = `<!doctype html>${' '.repeat(70_000)}`;
      const answers: readonly ((status: number, response: ServerResponse) => void)[] = [
        (status, response) => response.writeHead(status).end('<!doctype html>'),
        (status, response) => response.writeHead(status).end(page),
        (status, response) => {
          response.writeHead(status, { 'Content-Length': '100' }).write('<!doctype', () => response.destroy());
        },
      ];
      for (const write of answers) {
        for (const [status, isFault] of [
          [400, false],
          [403, false],
          [429, false],
          [200, true],
          [502, true],
        ] as const) {
          fake.answer = response => {
            write(status, response);
          };
          await assert.rejects(verify(), error => {
            assert.ok(error instanceof CallError, String(error));
            assert.equal(isProviderFault(error), isFault, `${status}: ${error.message}`);
            return true;
          });
        }
      }
    });

    it('gives up when the signal is aborted', async () => {
      const controller = new AbortController();
      fake.answer = () => {
        controller.abort();
      };
      await assert.rejects(verify(controller.signal), CallError);
    });
  });
}
