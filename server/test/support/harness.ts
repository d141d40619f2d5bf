import assert from 'node:assert/strict';
import { Agent, request as startRequest } from 'node:http';
import type { Captcha } from '../../src/challenge/captcha.js';
import { createLog } from '../../src/common/log.js';
import { openApiDocument } from '../../src/http/openapi.js';
import { type RunningServer, startServer } from '../../src/server.js';
import { SmsError, type SmsMessage, type SmsProvider } from '../../src/sms/provider.js';
import { type DatabaseKind, openTestDatabase, type TestDatabase } from './databases.js';
import type { Envelope, Params } from './envelope.js';

/** An answer of the server. */
export interface Answer extends Envelope {
  readonly status: number;
  readonly headers: Headers;
  /** The body as text. */
  readonly raw: string;
}

/** Options of a call. */
export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string;
  /** Address of the caller, sent as `X-Forwarded-For`. */
  readonly ip?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * An SMS provider that keeps the messages. If `failure` is set, it fails: a refusal comes before it keeps the message, and
 * an unknown outcome after that.
 */
export class FakeProvider implements SmsProvider {
  readonly sent: SmsMessage[] = [];
  failure: Error | undefined;
  /** If set, send() waits for it. */
  gate: Promise<void> | undefined;
  /** Number of calls of send(). */
  begun = 0;

  async send(message: SmsMessage): Promise<void> {
    this.begun++;
    await this.gate;
    const { failure } = this;
    if (!(failure instanceof SmsError) || failure.failure === 'unknown') this.sent.push(message);
    if (failure) throw failure;
  }
}

/**
 * The environment of the servers in tests. Unless a test overrides them, no address reaches its limits and no call meets a
 * challenge.
 */
export const testEnvironment = {
  NODE_ENV: 'development',
  PORT: '0',
  DATA_DIR: 'memory://',
  SERVER_SECRET: 'a secret for the tests, long enough to be one',
  SMS_ORIGIN: 'https://example.org',
  ALLOWED_ORIGINS: 'https://example.org,https://www.example.org',
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'debug',
  CHALLENGE: 'never',
  SENDS_RESERVED: '0',
  SENDS_PER_IP: '1000000',
  CODE_FAILURES_PER_IP: '1000000',
  PASSWORD_FAILURES_PER_IP: '1000000',
  NEW_LOGINS_PER_IP: '1000000',
} as const;

const { paths: described } = JSON.parse(openApiDocument()) as {
  paths: Record<string, Record<string, { readonly responses: object }>>;
};

/** Asserts that the OpenAPI document lists the status of an answer. Calls that the document doesn't list aren't checked. */
function assertDescribed(method: string, path: string, status: number): void {
  const operation = described[path]?.[method.toLowerCase()];
  if (operation) assert.ok(status in operation.responses, `${method} ${path} answers ${status}: src/http/openapi.ts`);
}

/** The connections of all calls. They don't keep the process running. */
const agent = new Agent({ keepAlive: true });

/** Makes a request. `fetch` takes more processor time for a call than the server does. */
function request(url: string, method: string, headers: Readonly<Record<string, string>>, body?: string) {
  return new Promise<Pick<Answer, 'status' | 'headers' | 'raw'>>((resolve, reject) => {
    const started = startRequest(url, { agent, method, headers }, response => {
      let raw = '';
      response
        .setEncoding('utf8')
        .on('data', (text: string) => (raw += text))
        .on('error', reject)
        .on('end', () => {
          const received = Object.entries(response.headersDistinct).map(
            ([name, values = []]) => [name, values.join(', ')] as const,
          );
          resolve({ status: response.statusCode!, headers: new Headers(Object.fromEntries(received)), raw });
        });
    });
    started.on('error', reject).end(body);
  });
}

/** A server on a test database, with methods for its calls. */
export class Harness {
  readonly database: TestDatabase;
  readonly sms = new FakeProvider();
  /** Replaces the captcha that CHALLENGE_TYPE names. */
  captcha: Captcha | undefined;
  readonly #logged: string[] = [];
  readonly #secrets = new Set<string>();
  #server: RunningServer | undefined;

  constructor(database: TestDatabase) {
    this.database = database;
  }

  static async open(kind?: DatabaseKind): Promise<Harness> {
    return new Harness(await openTestDatabase(kind));
  }

  get url(): string {
    assert.ok(this.#server, 'no server was started');
    return this.#server.url;
  }

  /** The answer to `GET /metrics`, for a server that was started with METRICS_PORT. */
  async metrics(): Promise<string> {
    assert.ok(this.#server?.metricsUrl, 'the server serves no metrics');
    const response = await fetch(`${this.#server.metricsUrl}/metrics`);
    assert.equal(response.status, 200);
    const text = await response.text();
    this.#logged.push(text);
    return text;
  }

  /** The log so far. */
  get log(): string {
    return this.#logged.join('');
  }

  /** Starts a new server on an empty database, and stops the previous one. */
  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#server?.close();
    await this.database.reset();
    this.sms.sent.length = 0;
    this.sms.failure = undefined;
    this.sms.gate = undefined;
    this.sms.begun = 0;
    await this.#run(env);
  }

  /** Starts the server again, with other settings and on the same database. */
  async restart(env: Readonly<Record<string, string>>): Promise<void> {
    await this.#server?.close();
    await this.#run(env);
  }

  async #run(env: Readonly<Record<string, string>>): Promise<void> {
    const log = createLog('debug', { write: line => this.#logged.push(line) });
    const captcha = this.captcha && { captcha: this.captcha };
    const overrides = { db: this.database.db, sms: this.sms, log, ...captcha };
    this.#server = await startServer({ ...testEnvironment, ...env }, overrides);
  }

  /** Stops the server as SIGTERM does. */
  async stop(): Promise<void> {
    await this.#server?.close();
  }

  /** Stops the server, closes the database, and asserts that no secret of the calls is in the logs. */
  async close(): Promise<void> {
    await this.#server?.close();
    await this.database.close();
    const log = this.log;
    for (const secret of this.#secrets) {
      const whole = new RegExp(`(?<![\\w-])${secret.replace(/[^\w]/g, '\\$&')}(?![\\w-])`);
      assert.ok(!whole.test(log), 'a secret is in the log');
    }
  }

  /** Makes a call. The OpenAPI document has to list the status of the answer, whatever the test is about. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, token, ip, headers = {} } = options;
    this.#collectSecrets(body, token);
    const sent = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(ip === undefined ? {} : { 'X-Forwarded-For': ip }),
      ...headers,
    };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await request(this.url + path, method, sent, text);
    const { status, raw } = answer;
    assertDescribed(method, path, status);
    // The answer to HEAD has no body, and the OpenAPI document has no envelope.
    const envelope = (raw === '' ? { code: status } : JSON.parse(raw)) as Partial<Envelope>;
    const { params = {} } = envelope;
    for (const secret of [params.token, params.state, params.device]) if (secret) this.#secrets.add(secret);
    return { code: NaN, text: '', ...envelope, ...answer, params };
  }

  send(tel: string, options: CallOptions = {}): Promise<Answer> {
    return this.call('POST', '/v1/creds/tel', { ...options, body: { tel, op: 'add' } });
  }

  verify(tel: string, val: string, options: CallOptions = {}): Promise<Answer> {
    return this.call('PUT', '/v1/creds/tel', { ...options, body: { tel, val, op: 'add' } });
  }

  signIn(login: string, password: string, options: CallOptions = {}): Promise<Answer> {
    return this.call('POST', '/v1/session', { ...options, body: { login, password } });
  }

  session(token: string): Promise<Answer> {
    return this.call('GET', '/v1/session', { token });
  }

  renew(token: string): Promise<Answer> {
    return this.call('PUT', '/v1/session', { token });
  }

  /** The code of the last SMS to `tel`. */
  codeFor(tel: string): string {
    const message = this.sms.sent.findLast(sms => sms.to === tel);
    assert.ok(message, `no SMS was sent to ${tel}`);
    const code = /#(\d{6})$/.exec(message.text)?.[1];
    assert.ok(code, 'the SMS ends in no code');
    this.#secrets.add(code);
    return code;
  }

  /** A code that differs from the one in the last SMS to `tel`. */
  wrongCodeFor(tel: string): string {
    return ((Number(this.codeFor(tel)) + 1) % 1_000_000).toString().padStart(6, '0');
  }

  /** Requests a code and enters it. Resolves to the answer to the code. */
  async signInByPhone(tel: string): Promise<Answer> {
    const sent = await this.send(tel);
    assert.equal(sent.status, 200, sent.raw);
    const answer = await this.verify(tel, this.codeFor(tel));
    assert.equal(answer.status, 200, answer.raw);
    return answer;
  }

  /** Enters wrong codes for the number until it is blocked, and asserts that it is blocked for `seconds`. */
  async blockByWrongCodes(tel: string, seconds: number): Promise<void> {
    assert.equal((await this.send(tel)).status, 200);
    const wrong = this.wrongCodeFor(tel);
    assertRefused(await this.verify(tel, wrong), 401, { what: 'code', attemptsLeft: 2 });
    assertRefused(await this.verify(tel, wrong), 401, { what: 'code', attemptsLeft: 1 });
    assertRefused(await this.verify(tel, wrong), 429, { what: 'blocked', retryAfter: seconds });
  }

  #collectSecrets(body: unknown, token: string | undefined): void {
    if (token) this.#secrets.add(token);
    if (typeof body !== 'object' || body === null) return;
    for (const name of ['tel', 'password', 'login', 'displayName']) {
      const value = (body as Record<string, unknown>)[name];
      // Shorter values occur in a log by chance.
      if (typeof value === 'string' && value.length >= 6) this.#secrets.add(value);
    }
  }
}

/** Resolves when `condition` holds, which is checked every 5 ms. Throws if it doesn't hold within a minute. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > end) assert.fail(`not within a minute: ${String(condition)}`);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

/**
 * Asserts that an answer is this error, with its status, envelope, `params` and `Retry-After`. A duration may be shorter by
 * 10 s or by a sixtieth: a slow machine takes 11 s for 300 calls at once.
 */
export function assertRefused(answer: Answer, code: number, params: Params): void {
  assert.equal(answer.status, code, answer.raw);
  assert.equal(answer.code, code);
  const { retryAfter, ...rest } = answer.params;
  const { retryAfter: expected, ...others } = params;
  assert.deepEqual(rest, others);
  if (code === 429) {
    assert.equal(answer.headers.get('Retry-After'), String(retryAfter));
    assert.ok(
      retryAfter !== undefined && Number.isInteger(retryAfter) && retryAfter >= 1,
      `retryAfter is ${retryAfter}`,
    );
    if (expected !== undefined) {
      const least = expected - Math.max(10, expected / 60);
      assert.ok(retryAfter <= expected && retryAfter > least, `retryAfter is ${retryAfter}, not ${expected}`);
    }
  } else {
    assert.equal(answer.headers.get('Retry-After'), null);
  }
}
