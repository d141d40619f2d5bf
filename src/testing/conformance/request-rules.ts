// Rules about what is sent.
import type { Session } from '../../core/auth-backend.js';
import type { Rule, RuleContext } from './context.js';
import { fail, outcomeOf, skip } from './outcome.js';
import type { Recording } from './recordings.js';
import { replay } from './replay.js';
import { contains, readingsOf } from './secrets.js';

/** The policies that never send the path and the query of the page's address. */
const REFERRER_POLICIES: readonly (string | undefined)[] = ['no-referrer', 'origin', 'strict-origin'];

/** Repeats a recorded call. Fails unless it sends this option in its body or a header. None of its calls of `fetch` reaches the server. */
async function checkSent(
  context: RuleContext,
  recording: Recording,
  option: 'challengeSolution' | 'device',
): Promise<void> {
  const { method, callWith } = recording;
  const backend = await context.createBackend();
  const value = `conformance-${method}`;
  const what = `${method} with \`${option}\``;
  // A method may make several calls, and the option may be in any of them. The last one fails, so that nobody is signed in.
  const answers = replay(recording);
  const last = recording.exchanges.length - 1;
  const [, requests] = await context.network.interfere(
    (request, index) => (index < last ? answers(request, index) : 'network error'),
    () => outcomeOf(what, () => callWith!(backend, { [option]: value })),
  );
  const isSent = requests.some(({ headers, body }) =>
    [body, ...Object.values(headers)].some(text => text.includes(value)),
  );
  if (!isSent) fail(`${what}: it is not sent`);
}

export const requestRules: readonly Rule[] = [
  {
    id: 'redirects',
    title: 'no call follows a redirect, which would take a code, a password or a token to another address',
    link: 'docs/backend.md#secrets',
    check: context =>
      context.checkCalls(({ method, exchanges }) => {
        const follows = exchanges.some(({ request: { redirect } }) => redirect !== 'error' && redirect !== 'manual');
        if (follows) fail(`${method}: it calls \`fetch\` without \`redirect: 'error'\``);
      }),
  },
  {
    id: 'keepalive',
    title: 'the sign-out reaches the server even if the page is being left',
    link: 'docs/backend.md#the-end-of-a-session',
    check: context =>
      context.checkCalls(
        ({ exchanges }) => {
          if (exchanges.some(({ request }) => !request.keepalive))
            fail('endSession: it calls `fetch` without `keepalive`');
        },
        ['endSession'],
      ),
  },
  {
    id: 'credentials',
    title: 'no call sends the cookies of the browser, unless they hold the session',
    link: 'docs/backend.md#secrets',
    async check(context) {
      if (context.capabilities.cookies) skip('the session is held in a cookie');
      await context.checkCalls(({ method, exchanges }) => {
        if (exchanges.some(({ request }) => request.credentials !== 'omit'))
          fail(`${method}: it calls \`fetch\` without \`credentials: 'omit'\``);
      });
    },
  },
  {
    id: 'referrer',
    title: "no call sends the path and the query of the page's address",
    link: 'docs/backend.md#secrets',
    check: context =>
      context.checkCalls(({ method, exchanges }) => {
        if (exchanges.some(({ request }) => !REFERRER_POLICIES.includes(request.referrerPolicy)))
          fail(`${method}: it calls \`fetch\` without \`referrerPolicy: 'no-referrer'\``);
      }),
  },
  {
    id: 'solution',
    title: 'the solution of a challenge is sent by each call that may need one',
    link: 'docs/backend.md#a-challenge',
    async check(context) {
      const { challenges } = context.capabilities;
      if (!challenges) skip('`challenges` is not among the capabilities');
      await context.checkCalls(recording => checkSent(context, recording, 'challengeSolution'), challenges);
      if (challenges.includes('login') && !context.setup.credentials)
        skip('not checked for login: there are no `credentials`');
    },
  },
  {
    id: 'device',
    title: 'if a sign-in by code answers `device`, it is sent with every later code',
    link: 'docs/backend.md#devices-that-are-known',
    async check(context) {
      const { made } = await context.recordings();
      const signedIn = made.find(({ method }) => method === 'verifyCode')?.value as Session | null | undefined;
      if (signedIn?.device === undefined) skip('verifyCode answers no `device`');
      await context.checkCalls(recording => checkSent(context, recording, 'device'), ['requestCode', 'verifyCode']);
    },
  },
  {
    id: 'secrets-in-addresses',
    title: 'no address contains a code, a password or a token: addresses are logged',
    link: 'docs/backend.md#secrets',
    check: context =>
      context.checkCalls(({ method, exchanges }) => {
        for (const { request } of exchanges) {
          const readings = readingsOf(request.url);
          if (context.secrets.some(secret => readings.some(url => contains(url, secret))))
            fail(`${method}: the address of its call contains a code, a password or a token`);
        }
      }),
  },
];
