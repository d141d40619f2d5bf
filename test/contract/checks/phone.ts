import type { Params } from '../answer.js';
import {
  type Check,
  type Context,
  cope,
  describe,
  expectRefusal,
  expectRetryAfter,
  expectSuccess,
  fail,
  skip,
  type TestNumber,
} from '../verdict.js';

const path = '/v1/creds/tel';

/** The wire form of a wrong code for a number. */
const wrong = ({ code }: TestNumber) => [...code].map(digit => String((Number(digit) + 1) % 10)).join('');

const send = ({ caller }: Context, { tel }: TestNumber) => caller.call('POST', path, { body: { tel, op: 'add' } });

const verify = ({ caller }: Context, { tel }: TestNumber, val: string, key?: string) =>
  caller.call('PUT', path, {
    body: { tel, val, op: 'add' },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });

/**
 * Has a code sent to a test number. One that got its last code less than a minute ago is waited for.
 * @throws Verdict
 */
async function sendWhenAllowed(context: Context, number: TestNumber): Promise<Params> {
  let answer = await send(context, number);
  if (answer.status === 429 && answer.envelope?.params['what'] === 'send') {
    await context.wait(expectRetryAfter(answer));
    answer = await send(context, number);
  }
  if (answer.status === 429) skip(`${describe(answer)}: an earlier check may have left it so`);
  return expectSuccess(answer);
}

const key = `check-${crypto.randomUUID()}`;

/** Checks the fields of a session, and gives its token. */
export function expectSession(params: Params): string {
  const { user, displayName, token, expiresIn } = params;
  if (token === undefined) cope('no token: the credential is confirmed and nobody is signed in');
  if (typeof token !== 'string' || token.length < 16) fail('token is no string of 16 characters or more');
  if (typeof user !== 'string' || user === '') fail('user is no string');
  if (typeof expiresIn !== 'number' || expiresIn <= 0) fail('expiresIn is no number of seconds');
  if (displayName !== undefined && displayName !== null && typeof displayName !== 'string') {
    fail('displayName is neither a string nor null');
  }
  return token;
}

/** A request for a code, its minute, and a code that is accepted. */
export const phoneChecks: readonly Check[] = [
  {
    id: 'no-code',
    title: 'PUT without a live code is answered 410 and counts nothing',
    async run(context) {
      // More of them than there are tries: a server that counts them has blocked the number, and the next check tells.
      for (let i = 0; i < 4; i += 1) {
        expectRefusal(
          await verify(context, context.options.numbers[0], wrong(context.options.numbers[0])),
          410,
          'code',
        );
      }
    },
  },
  {
    id: 'send',
    title: 'POST sends a code, and answers with the credential',
    async run(context) {
      const [number] = context.options.numbers;
      const { cred, resendIn, codeLength, idempotent } = await sendWhenAllowed(context, number);
      context.memory.idempotent = idempotent === true;
      if (cred !== `tel:${number.tel}`) fail(`cred is not tel:<digits>`);
      if (resendIn !== undefined && (typeof resendIn !== 'number' || resendIn < 0))
        fail('resendIn is no number of seconds');
      if (typeof resendIn === 'number' && resendIn < 60) {
        fail(`resendIn is ${resendIn}: one SMS a minute is the limit`);
      }
      if (codeLength !== undefined && codeLength !== number.code.length)
        fail('codeLength is not the length of the code');
      if (resendIn === undefined || codeLength === undefined) {
        cope('without resendIn and codeLength the widget takes 60 seconds and 6 characters');
      }
    },
  },
  {
    id: 'send-minute',
    title: 'A second SMS within a minute is refused with 429 "send"',
    async run(context) {
      const answer = await send(context, context.options.numbers[0]);
      expectRefusal(answer, 429, 'send');
      const seconds = expectRetryAfter(answer);
      if (seconds > 3600) fail(`retryAfter is ${seconds}: nobody waits so long for a second SMS`);
    },
  },
  {
    id: 'malformed-code',
    title: 'A malformed PUT is refused with 400, and is no try',
    async run(context) {
      const { tel } = context.options.numbers[0];
      const { caller } = context;
      for (const body of [{ tel, op: 'add' }, { tel, val: '', op: 'add' }, { tel, val: '1234567', op: 'add' }, '{']) {
        expectRefusal(await caller.call('PUT', path, { body }), 400, undefined);
      }
    },
  },
  {
    id: 'wrong-code',
    title: 'A wrong code is answered 401 "code" with the tries that are left: 2 of 3',
    async run(context) {
      const [number] = context.options.numbers;
      const params = expectRefusal(await verify(context, number, wrong(number)), 401, 'code');
      const { attemptsLeft } = params;
      if (attemptsLeft === undefined) cope('no attemptsLeft: the widget can not say how many tries are left');
      if (attemptsLeft !== 2) fail(`attemptsLeft is ${String(attemptsLeft)} after the first wrong code`);
    },
  },
  {
    id: 'right-code',
    title: 'The right code signs in: credential and session',
    async run(context) {
      const [number] = context.options.numbers;
      const answer = await verify(context, number, number.code, context.memory.idempotent ? key : undefined);
      const params = expectSuccess(answer);
      if (params['cred'] !== `tel:${number.tel}`) fail('cred is not tel:<digits>');
      const token = expectSession(params);
      context.memory.token = token;
      context.memory.user = params['user'] as string;
      context.memory.displayName = params['displayName'] as string | null | undefined;
    },
  },
  {
    id: 'code-once',
    title: 'A code is used up by its success: 410 for the next one',
    async run(context) {
      if (context.memory.token === undefined) skip('no code was accepted');
      const [number] = context.options.numbers;
      expectRefusal(await verify(context, number, number.code), 410, 'code');
    },
  },
  {
    id: 'idempotency',
    title: 'The same Idempotency-Key with the same body gets a session again, and a wrong code gets none',
    async run(context) {
      if (context.memory.token === undefined) skip('no code was accepted');
      if (!context.memory.idempotent) cope('POST did not answer idempotent: true. A lost answer burns the code');
      const [number] = context.options.numbers;
      const again = expectSuccess(await verify(context, number, number.code, key));
      expectSession(again);
      if (again['user'] !== context.memory.user) fail('another user was signed in');
      const other = await verify(context, number, wrong(number), key);
      if (other.status === 200) fail('the same key with a wrong code was answered with a session');
    },
  },
];

/** What blocks a number. The last of all checks: the number is of no use afterwards, for a quarter of an hour or more. */
export const blockChecks: readonly Check[] = [
  {
    id: 'block-prepare',
    title: 'A second number signs in as well',
    async run(context) {
      const number = context.options.numbers[1];
      await sendWhenAllowed(context, number);
      context.memory.blockedToken = expectSession(expectSuccess(await verify(context, number, number.code)));
    },
  },
  {
    id: 'block',
    title: 'The third wrong code is answered 429 "blocked", for 15 minutes or more',
    async run(context) {
      const number = context.options.numbers[1];
      await sendWhenAllowed(context, number);
      for (const left of [2, 1]) {
        const { attemptsLeft } = expectRefusal(await verify(context, number, wrong(number)), 401, 'code');
        if (attemptsLeft !== undefined && attemptsLeft !== left) fail(`attemptsLeft is not ${left}`);
      }
      const third = await verify(context, number, wrong(number));
      expectRefusal(third, 429, 'blocked');
      const seconds = expectRetryAfter(third);
      if (seconds < 890) fail(`the block lasts ${seconds} s`);
    },
  },
  {
    id: 'block-right-code',
    title: 'A blocked number is not signed in, not even by the right code',
    async run(context) {
      const number = context.options.numbers[1];
      const answer = await verify(context, number, number.code);
      if (answer.status === 200) fail('the right code was accepted at the fourth try');
      expectRefusal(answer, 429, 'blocked');
      expectRetryAfter(answer);
    },
  },
  {
    id: 'block-send',
    title: 'A blocked number gets no SMS',
    async run(context) {
      const answer = await send(context, context.options.numbers[1]);
      if (answer.status === 200) fail(describe(answer));
      expectRefusal(answer, 429, 'blocked');
    },
  },
  {
    id: 'block-session',
    title: 'A block does not touch the sessions of that account',
    async run(context) {
      const token = context.memory.blockedToken;
      if (token === undefined) skip('there was no session');
      expectSuccess(await context.caller.call('GET', '/v1/session', { token }));
    },
  },
];
