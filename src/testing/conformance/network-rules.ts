// Rules about failures of the network and the server. The calls of one sign-in are recorded and then replayed with
// answers that no server gives on demand.
import type { AuthErrorCode, AuthFailure } from '../../core/auth-error.js';
import type { Rule, RuleContext } from './context.js';
import { describe, expectCode, fail } from './outcome.js';
import type { Fault, SentRequest } from './network.js';
import type { Method, Recording } from './recordings.js';
import { atEachCall, backendFor, callFaulty } from './replay.js';

const PAGE = '<!doctype html><title>Proxy</title><p>Bad gateway</p>';
const HTML = [['content-type', 'text/html']] as const;
const JSON_TYPE = [['content-type', 'application/json']] as const;
const html = (status: number): Fault => ({ status, body: PAGE, headers: HTML });

/** A fault with its description. */
type Case = readonly [what: string, fault: Fault];

/** Repeats the recorded calls of `methods`, by default of all, with each fault at each of their calls of `fetch`. `check` gets each outcome. */
async function tryFaults(
  context: RuleContext,
  cases: readonly Case[],
  check: (
    what: string,
    error: AuthFailure | undefined,
    requests: readonly SentRequest[],
    recording: Recording,
    place: number,
  ) => void,
  methods?: readonly Method[],
): Promise<void> {
  const shared = await context.createBackend();
  await context.checkCalls(async recording => {
    for (const [name, fault] of cases) {
      for (const faulty of atEachCall(recording, name, () => fault)) {
        const backend = await backendFor(context, recording, shared);
        const [{ error }, requests] = await callFaulty(context, faulty, () => recording.call(backend, {}));
        check(faulty.what, error, requests, recording, faulty.place);
      }
    }
  }, methods);
}

/** The methods that take a token and whose errors may end the session. The client ignores those of `endSession`. */
const WITH_SESSION = ['getSession', 'renewSession', 'setDisplayName'] as const;

/** Faults that say nothing about the session. */
const NOT_THE_SESSION: readonly Case[] = [
  ['when the network fails', 'network error'],
  ...[500, 502, 503, 504, 408, 429].map(status => [`answered ${status}`, html(status)] as const),
  ...[401, 403, 404].map(status => [`answered ${status} by a proxy, with HTML`, html(status)] as const),
  ['answered 401 with nothing', { status: 401, body: '' }],
  ...[403, 404].map(
    status =>
      [
        `answered ${status} by a gateway, with JSON`,
        { status, body: '{"message": "no Route matched with those values"}', headers: JSON_TYPE },
      ] as const,
  ),
  ['answered 200 with HTML', html(200)],
  ['answered 200 with nothing', { status: 200, body: '' }],
];

/** The calls of a sign-in. */
const PROOFS = ['requestCode', 'verifyCode', 'login'] as const;

/** The error codes that only an answer of the server itself justifies: about a number, a code, a login, a password or a session. */
const VERDICTS: readonly AuthErrorCode[] = [
  ...(['wrong-code', 'code-expired', 'wrong-credentials', 'unknown-user', 'account-exists'] as const),
  ...(['policy', 'blocked', 'too-soon', 'invalid-phone', 'session-expired'] as const),
];

/** Refusals that don't come from the server. */
const FOREIGN: readonly Case[] = NOT_THE_SESSION.filter(([what]) => / 40[134] /.test(what));

/** The values of `Retry-After`, each with its description for messages. Each means a wait of seven seconds. */
const WAITS = [
  ['7', '`Retry-After: 7`'],
  ['Wed, 21 Oct 2015 07:28:07 GMT', '`Retry-After` as a date, 7 seconds after its `Date`'],
] as const;

const toWait = (value: string): Fault => ({
  status: 429,
  body: '{}',
  headers: [
    ...(['retry-after', 'x-retry-after'] as const).map(name => [name, value] as const),
    ['date', 'Wed, 21 Oct 2015 07:28:00 GMT'],
  ],
});

export const networkRules: readonly Rule[] = [
  {
    id: 'session-stays',
    title: 'no failure of the network, the server or a proxy is `session-expired`',
    link: 'docs/backend.md#the-end-of-a-session',
    check: context =>
      tryFaults(
        context,
        NOT_THE_SESSION,
        (what, error) => {
          if (error?.code === 'session-expired') fail(`${what}: \`session-expired\`, which signs the person out`);
        },
        WITH_SESSION,
      ),
  },
  {
    id: 'network',
    title: 'a call that does not reach the server is `network`, or `offline`',
    link: 'docs/backend.md#errors',
    check: context =>
      tryFaults(context, [['when the network fails', 'network error']], (what, error) =>
        expectCode(what, ['network', 'offline'], error),
      ),
  },
  {
    id: 'server-fault',
    title: 'a fault of the server, or of a proxy in front of it, is `server`; while it sends an SMS, also `sms-failed`',
    link: 'docs/backend.md#errors',
    check: context =>
      tryFaults(
        context,
        [
          ...[500, 502, 503].map(status => [`answered ${status} with HTML`, html(status)] as const),
          [
            'answered 503 by a gateway, with JSON',
            { status: 503, body: '{"message": "upstream"}', headers: JSON_TYPE },
          ],
        ],
        (what, error, _, { method }) => {
          expectCode(what, method === 'requestCode' ? ['server', 'sms-failed'] : ['server'], error);
          if (error.text !== undefined) fail(`${what}: the \`text\` of the error is what the proxy wrote`);
        },
      ),
  },
  {
    id: 'proxy-refusals',
    title: 'a refusal by a proxy or a gateway says nothing about a number, a code or a password',
    link: 'docs/backend.md#errors',
    check: context =>
      tryFaults(
        context,
        FOREIGN,
        (what, error) => {
          if (!error) fail(`${what}: it resolves`);
          if (VERDICTS.includes(error.code)) fail(`${what}: it rejects with ${describe(error)}`);
        },
        PROOFS,
      ),
  },
  {
    id: 'one-call',
    title: 'no call is repeated by itself: not after a lost answer, a 500, a 503 or a 429',
    link: 'docs/backend.md#one-call',
    check(context) {
      const headers = [['retry-after', '0']] as const;
      const cases: readonly Case[] = [
        ['when the network fails', 'network error'],
        ...[500, 503, 429].map(status => [`answered ${status}`, { status, body: '{}', headers }] as const),
      ];
      return tryFaults(context, cases, (what, _, requests, { method, exchanges }, place) => {
        const sent = exchanges.map(({ request }) => `${request.method} ${request.url} ${request.body}`);
        if (new Set(sent).size < sent.length) fail(`${method}: it has sent the same call twice`);
        if (requests.length > place + 1) fail(`${what}: it has made ${requests.length} calls`);
      });
    },
  },
  {
    id: 'retry-after',
    title: 'a 429 says how long to wait, by its header `Retry-After`: seconds or a date',
    link: 'docs/backend.md#cors',
    check: context =>
      tryFaults(
        context,
        WAITS.map(([value, name]) => [`answered 429 with ${name}`, toWait(value)]),
        (what, error, _, { method }) => {
          if (method === 'endSession') return;
          const codes: readonly AuthErrorCode[] = ['too-soon', 'blocked', 'too-many-requests'];
          if (!error || !codes.includes(error.code))
            fail(`${what}: ${error ? describe(error) : 'it resolves'}, where too-many-requests is expected`);
          if (error.retryAfter !== 7) fail(`${what}: \`retryAfter\` is ${String(error.retryAfter)}`);
        },
      ),
  },
];
