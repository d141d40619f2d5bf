// Rules about network traffic and a failing network. The calls of one sign-in are recorded and then replayed with
// answers that no server gives on demand.
import type { AuthErrorCode } from '../../core/auth-error.js';
import type { AuthBackend } from '../../core/ports.js';
import type { Recording, Rule, RuleContext } from './context.js';
import { describe, expectError, fail, outcomeOf, type CallOutcome } from './outcome.js';
import type { FakeAnswer, Interference, SentRequest } from './network.js';

const PAGE = '<!doctype html><title>Proxy</title><p>Bad gateway</p>';
const HTML = [['content-type', 'text/html']] as const;
const html = (status: number): FakeAnswer => ({ status, body: PAGE, headers: HTML });

/** Replays a recorded call with other answers. */
async function again(
  { network }: RuleContext,
  backend: AuthBackend,
  { method, call }: Recording,
  what: string,
  interference: Interference,
): Promise<[CallOutcome, readonly SentRequest[]]> {
  return network.interfere(interference, () => outcomeOf(`${method} ${what}`, () => call(backend, {})));
}

/** The calls with a token, whose errors may end the session. */
const WITH_SESSION: readonly string[] = ['getSession', 'renewSession', 'setDisplayName'];

/** Answers that say nothing about the session. */
const NOT_THE_SESSION: readonly (readonly [string, Interference])[] = [
  ['when the network fails', () => 'network error'],
  ...[500, 502, 503, 504, 408, 429].map(
    status => [`answered ${status}`, () => html(status)] as const satisfies readonly [string, Interference],
  ),
  ['answered 403 by a proxy, with HTML', () => html(403)],
  ['answered 404 with HTML', () => html(404)],
  ['answered 200 with HTML', () => html(200)],
  ['answered 200 with nothing', () => ({ status: 200, body: '' })],
];

export const networkRules: readonly Rule[] = [
  {
    id: 'session-stays',
    title: 'no failure of the network, the server or a proxy is `session-expired`',
    link: 'docs/backend.md#the-end-of-a-session',
    async check(context) {
      const backend = await context.createBackend();
      const calls = (await context.recordedCalls()).filter(({ method }) => WITH_SESSION.includes(method));
      for (const call of calls) {
        for (const [what, interference] of NOT_THE_SESSION) {
          const [{ error }] = await again(context, backend, call, what, interference);
          if (error?.code === 'session-expired')
            fail(`${call.method} ${what}: \`session-expired\`, which signs the person out`);
        }
      }
    },
  },
  {
    id: 'network',
    title: 'a call that does not reach the server is `network`, or `offline`',
    link: 'docs/backend.md#errors',
    async check(context) {
      const backend = await context.createBackend();
      for (const call of await context.recordedCalls()) {
        const what = `${call.method} when the network fails`;
        await context.network.interfere(
          () => 'network error',
          () => expectError(what, ['network', 'offline'], () => call.call(backend, {})),
        );
      }
    },
  },
  {
    id: 'server-fault',
    title: 'a fault of the server or of a proxy before it is `server`; while it sends an SMS, also `sms-failed`',
    link: 'docs/backend.md#errors',
    async check(context) {
      const backend = await context.createBackend();
      for (const call of await context.recordedCalls()) {
        const codes: AuthErrorCode[] = call.method === 'requestCode' ? ['server', 'sms-failed'] : ['server'];
        for (const status of [500, 502, 503]) {
          const what = `${call.method} answered ${status} with HTML`;
          await context.network.interfere(
            () => html(status),
            () => expectError(what, codes, () => call.call(backend, {})),
          );
        }
      }
    },
  },
  {
    id: 'time-limit',
    title: 'a call that gets no answer ends with `timeout`',
    link: 'docs/backend.md#signals-and-time',
    async check(context) {
      const timeout = 150;
      const backend = await context.createBackend(timeout);
      for (const call of await context.recordedCalls()) {
        const what = `${call.method} without an answer, made with \`timeout: ${timeout}\``;
        await context.network.interfere(
          () => 'silence',
          () => expectError(what, ['timeout'], () => call.call(backend, {}), timeout + 2000),
        );
      }
    },
  },
  {
    id: 'signal',
    title: 'a call ends when its signal is aborted, and so does what it has sent',
    link: 'docs/backend.md#signals-and-time',
    async check(context) {
      const backend = await context.createBackend();
      for (const { method, call } of await context.recordedCalls()) {
        const controller = new AbortController();
        const [, requests] = await context.network.interfere(
          () => {
            // Abort in a later task, so that the call is already waiting for its answer.
            setTimeout(() => controller.abort());
            return 'silence';
          },
          () =>
            outcomeOf(
              `${method} with a signal that is aborted`,
              () => call(backend, { signal: controller.signal }),
              2000,
            ),
        );
        if (requests.some(({ signal }) => !signal?.aborted))
          fail(`${method} with a signal that is aborted: it is not passed on to \`fetch\``);
      }
    },
  },
  {
    id: 'one-call',
    title: 'nothing is sent again by itself: not after a lost answer, a 500, a 503 or a 429',
    link: 'docs/backend.md#one-call',
    async check(context) {
      const backend = await context.createBackend();
      const retryAfter = [['retry-after', '0']] as const;
      for (const call of await context.recordedCalls()) {
        const cases: readonly (readonly [string, Interference])[] = [
          ['when the network fails', () => 'network error'],
          ...[500, 503, 429].map(
            status => [`answered ${status}`, () => ({ status, body: '{}', headers: retryAfter })] as const,
          ),
        ];
        for (const [what, interference] of cases) {
          const [, requests] = await again(context, backend, call, what, interference);
          if (requests.length > 1) fail(`${call.method} ${what}: it has made ${requests.length} calls`);
        }
        const sent = call.exchanges.map(({ request: { method, url, body } }) => `${method} ${url} ${body}`);
        if (new Set(sent).size < sent.length) fail(`${call.method}: it has sent the same call twice`);
      }
    },
  },
  {
    id: 'retry-after',
    title: 'a 429 says how long to wait, by its header `Retry-After`',
    link: 'docs/backend.md#cors',
    async check(context) {
      const backend = await context.createBackend();
      const headers = [
        ['retry-after', '7'],
        ['x-retry-after', '7'],
      ] as const;
      for (const call of await context.recordedCalls()) {
        if (call.method === 'endSession') continue;
        const what = 'answered 429 with `Retry-After: 7`';
        const [{ error }] = await again(context, backend, call, what, () => ({ status: 429, body: '{}', headers }));
        const codes: readonly AuthErrorCode[] = ['too-soon', 'blocked', 'too-many-requests'];
        if (!error || !codes.includes(error.code))
          fail(
            `${call.method} ${what}: ${error ? describe(error) : 'it resolves'}, where too-many-requests is expected`,
          );
        if (error.retryAfter !== 7) fail(`${call.method} ${what}: \`retryAfter\` is ${String(error.retryAfter)}`);
      }
    },
  },
  {
    id: 'redirects',
    title: 'no call follows a redirect, which would take a code, a password or a token to another address',
    link: 'docs/backend.md#secrets',
    async check(context) {
      for (const { method, exchanges } of await context.recordedCalls()) {
        const follows = exchanges.some(({ request: { redirect } }) => redirect !== 'error' && redirect !== 'manual');
        if (follows) fail(`${method}: it calls \`fetch\` without \`redirect: 'error'\``);
      }
    },
  },
  {
    id: 'keepalive',
    title: 'the sign-out reaches the server even if the page is being left',
    link: 'docs/backend.md#the-end-of-a-session',
    async check(context) {
      for (const { method, exchanges } of await context.recordedCalls()) {
        if (method !== 'endSession') continue;
        if (exchanges.some(({ request }) => !request.keepalive))
          fail('endSession: it calls `fetch` without `keepalive`');
      }
    },
  },
];
