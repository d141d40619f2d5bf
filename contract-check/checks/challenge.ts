import type { Params } from '../api-client.js';
import { type Check, type CheckContext, fail, skip, widgetCopes } from '../check.js';
import { describe, expectSuccess } from '../expectations.js';
import { findPowDeviation, findPowProblem, type PowChallenge, readPow, toHeader } from '../proof-of-work.js';
import {
  callOnce,
  type ChallengedCall,
  expectChallenge,
  expectRefused,
  getChallenge,
  getSolution,
  sendTo,
  signInAs,
  unknownPhone,
} from './challenge-calls.js';
import { challengeForgeryChecks } from './challenge-forgeries.js';
import { DEFAULT_RESEND_SECONDS } from './code-calls.js';

/** The lifetime of a challenge, and the tolerance for clocks and rounding, in seconds. */
const LIFE = 300;
const TOLERANCE = 5;

/**
 * The seconds that a challenge still lives. The last response brought it, and its header `Date` tells the time, or else the local clock.
 * @throws CheckError `skipped` if the challenge does not say
 */
function lifeOf({ parameters }: PowChallenge, { client }: CheckContext): number {
  const { expiresAt } = parameters;
  if (typeof expiresAt !== 'number') skip('its challenges do not say when they end');
  const date = Date.parse(client.responses.at(-1)!.headers.get('Date') ?? '');
  return expiresAt - (Number.isNaN(date) ? Date.now() : date) / 1000;
}

const randomLogin = () => `check-${crypto.randomUUID().slice(0, 8)}`;

/** The sign-in with the account that the checks of passwords have created; undefined if there is none. */
const knownSignIn = ({ shared: { credentials } }: CheckContext): ChallengedCall | undefined =>
  credentials && signInAs(credentials.login, credentials.password);

/** The `params` of an answer without random values: numbers are all alike, and texts but `what`, `type` and `algorithm` become lengths. */
const formOf = (params: Params): string =>
  JSON.stringify(params, (key, value: unknown) => {
    if (['what', 'type', 'algorithm'].includes(key)) return value;
    if (typeof value === 'string') return `${value.length} characters`;
    return typeof value === 'number' ? 'a number' : value;
  });

/** @throws CheckError if the answers to the two calls have no form in common */
async function expectSameForm(context: CheckContext, known: ChallengedCall, unknown: ChallengedCall): Promise<void> {
  const forms: Record<'known' | 'unknown', Set<string>> = { known: new Set(), unknown: new Set() };
  // Each call is made twice, in turns, because the form of a server's challenges may change from one request to the next.
  for (let round = 0; round < 2; round++) {
    forms.known.add(formOf(expectChallenge(await callOnce(context, known))));
    forms.unknown.add(formOf(expectChallenge(await callOnce(context, unknown))));
  }
  if (![...forms.known].some(form => forms.unknown.has(form))) {
    fail(`POST ${known.path}: the challenge tells whether there is such an account`);
  }
}

/** The challenges of a server that asks for one with each request for a code and each sign-in. */
export const challengeChecks: readonly Check[] = [
  {
    id: 'challenge',
    title: 'POST without a solution is refused with 403 "challenge" and all that solving it needs',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      // This only waits until the number may have its next code. What is wrong with the challenge is reported below.
      await getChallenge(context, sendTo(context.options.numbers[0].phone)).catch(() => undefined);
      const calls = [sendTo(context.options.numbers[0].phone)];
      if (context.options.password) calls.push(signInAs(randomLogin(), 'long enough'));
      let deviation: string | undefined;
      for (const call of calls) {
        const params = expectChallenge(await callOnce(context, call));
        const { type, siteKey } = params;
        if (typeof type !== 'string' || type === '') fail('type is missing: nobody knows what to solve');
        const problem = type === 'pow' ? findPowProblem(params) : undefined;
        if (problem !== undefined) fail(problem);
        if (type === 'pow') deviation ??= findPowDeviation(readPow(params));
        if (type !== 'pow' && (typeof siteKey !== 'string' || siteKey === '')) fail('siteKey is missing');
      }
      if (deviation !== undefined) widgetCopes(`${deviation}: the widget solves the challenge all the same`);
    },
  },
  {
    id: 'challenge-cors',
    title: 'A page of the origin may send X-Auth-Challenge',
    citation: 'docs/protocol.md#challenges',
    async run({ client, options }) {
      if (options.origin === undefined) skip('no --origin was given');
      for (const path of ['/v1/creds/tel', '/v1/session']) {
        const response = await client.call('OPTIONS', path, {
          headers: {
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'content-type,x-auth-challenge',
          },
        });
        const allowed = (response.headers.get('Access-Control-Allow-Headers') ?? '').toLowerCase().split(/\s*,\s*/);
        if (!allowed.includes('x-auth-challenge') && !allowed.includes('*')) {
          fail(`the preflight of POST ${path} does not allow X-Auth-Challenge`);
        }
      }
    },
  },
  {
    id: 'challenge-same',
    title: 'The challenge is the same for known and unknown numbers and logins',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const { phone } = context.options.numbers[0];
      // This waits until the number may have its next code, and skips the check for servers with captchas.
      await getChallenge(context, sendTo(phone));
      await expectSameForm(context, sendTo(phone), sendTo(unknownPhone(context.options)));
      const signIn = knownSignIn(context);
      if (signIn) await expectSameForm(context, signIn, signInAs(randomLogin(), 'long enough'));
    },
  },
  ...challengeForgeryChecks,
  {
    id: 'challenge-accepted',
    title: 'The same call with the solution is answered like one without a challenge',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = sendTo(context.options.numbers[0].phone);
      const response = await callOnce(context, call, toHeader(await getSolution(context, call)));
      if (response.status !== 200) fail(`${describe(response)}: the solution was not accepted`);
      const signIn = knownSignIn(context);
      if (!signIn) return;
      const signedIn = await callOnce(context, signIn, toHeader(await getSolution(context, signIn)));
      if (signedIn.status !== 200) fail(`${describe(signedIn)}: the solution was not accepted`);
    },
  },
  {
    id: 'challenge-once',
    title: 'A solution is good for one use, even if many arrive at the same time',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = knownSignIn(context);
      if (!call) {
        const send = sendTo(context.options.numbers[0].phone);
        const solution = await getSolution(context, send);
        const { resendIn = DEFAULT_RESEND_SECONDS } = expectSuccess(await callOnce(context, send, toHeader(solution)));
        // Before that, the server may refuse the call because of the minute between two codes.
        await context.wait(Number(resendIn));
        await expectRefused(context, send, solution, 'a solution that was used');
        return;
      }
      const header = toHeader(await getSolution(context, call));
      const answers = await Promise.all(Array.from({ length: 5 }, () => callOnce(context, call, header)));
      // A server may also refuse simultaneous sign-ins to one account with another status.
      const accepted = answers.filter(({ status }) => status === 200);
      if (accepted.length === 0) skip('the solution was not accepted');
      if (accepted.length > 1) fail(`of five calls with one solution ${accepted.length} were accepted`);
      await expectRefused(context, call, header, 'a solution that was used');
    },
  },
  {
    id: 'challenge-life',
    title: 'A challenge lives for five minutes',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = sendTo(context.options.numbers[0].phone);
      const life = lifeOf(await getChallenge(context, call), context);
      if (life > LIFE + TOLERANCE)
        widgetCopes(`it lives for ${Math.round(life)} s: solutions can be stocked for that long`);
      if (life < LIFE / 2) widgetCopes(`it lives for ${Math.round(life)} s: a slow phone may need longer`);
    },
  },
  {
    id: 'challenge-expired',
    title: 'A solution is refused after the time of its challenge',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = sendTo(context.options.numbers[0].phone);
      const challenge = await getChallenge(context, call);
      if (lifeOf(challenge, context) > LIFE + TOLERANCE) skip('its challenges live for more than five minutes');
      const solution = await context.client.solver.solve(challenge);
      await context.wait(LIFE + TOLERANCE);
      await expectRefused(context, call, solution, 'a solution after its time');
    },
  },
];
