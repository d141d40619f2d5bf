// Rules about codes: what the calls of a sign-in by phone answer, and which error codes they reject with.
import type { AuthErrorCode, AuthFailure } from '../../core/auth-error.js';
import type { AuthBackend, Session } from '../../core/auth-backend.js';
import { MAX_WAIT_SECONDS } from '../../core/record-checks.js';
import { DEFAULT_RESEND_SECONDS } from '../../core/resend-interval.js';
import { NAME, tokenOf, type Rule } from './context.js';
import { describe, expectError, expectValue, fail, outcomeOf, skip } from './outcome.js';
import { contains } from './secrets.js';
import { wrongCode } from './values.js';

/** The errors for a code that is no longer valid, which a server need not tell from a wrong one, or a number that is blocked. */
const CODE_IS_OVER: readonly AuthErrorCode[] = ['code-expired', 'wrong-code', 'blocked', 'too-many-requests'];

const NO_INTERVAL = '`sendInterval` is not among the capabilities';

const SIGN_IN = { register: false };
const REGISTER = { register: true, displayName: NAME };

/** How far an interval may be off, in seconds: it is rounded, and the calls take time. */
const TOLERANCE = 5;

export const codeRules: readonly Rule[] = [
  {
    id: 'sign-in',
    title: 'the right code signs in, and the session is that of the account',
    link: 'docs/backend.md#methods',
    async check(context) {
      const { backend, session } = await context.register();
      const { user } = await expectValue('getSession', () => backend.getSession(tokenOf(session), {}));
      if (user !== session.user) fail('getSession: its `user` is not that of the session that verifyCode has granted');
    },
  },
  {
    id: 'reload',
    title: 'a code that one object has requested is confirmed by another, with the `state`',
    link: 'docs/backend.md#the-code-after-a-reload',
    async check(context) {
      const { phone, code, request } = await context.requestCode(await context.createBackend());
      const { state } = request;
      const other = await context.createBackend();
      const session = await expectValue('verifyCode by another object', () =>
        other.verifyCode(phone, code, { ...REGISTER, state }),
      );
      if (!session) fail('verifyCode by another object: nobody is signed in');
      const third = await context.createBackend();
      if (!context.capabilities.cookies || context.setup.newBrowser)
        await expectValue('getSession by another object', () => third.getSession(tokenOf(session), {}));
    },
  },
  {
    id: 'two-at-once',
    title: 'two numbers that are being confirmed at the same time do not interfere with each other',
    link: 'docs/backend.md#the-code-after-a-reload',
    async check(context) {
      const backends = [await context.createBackend(), await context.createBackend()];
      const flows: (Awaited<ReturnType<typeof context.requestCode>> & { backend: AuthBackend })[] = [];
      for (const backend of backends) flows.push({ backend, ...(await context.requestCode(backend)) });
      const users = new Set<string>();
      for (const [index, { backend, phone, code, request }] of flows.entries()) {
        const what = `verifyCode for the ${index === 0 ? 'first' : 'second'} of two numbers`;
        const { state, attemptsLeft } = request;
        const call = () => backend.verifyCode(phone, code, { ...REGISTER, state, attemptsLeft });
        const { error, value } = await outcomeOf(what, call);
        // With cookies, the sign-in before it may have ended the other verifications of the browser.
        if (error?.code === 'code-expired' && index === 1 && context.capabilities.cookies) return;
        if (error) fail(`${what}: it rejects with ${describe(error)}`);
        const session = value as Session | null;
        if (!session) fail(`${what}: nobody is signed in`);
        users.add(session.user);
        await context.signOut(backend, session);
      }
      if (users.size < flows.length) fail('verifyCode for two numbers: both have the same `user`');
    },
  },
  {
    id: 'code-as-typed',
    title: 'a code is sent as it was typed, with its leading zeros',
    link: 'docs/backend.md#methods',
    async check(context) {
      const backend = await context.createBackend();
      const { phone, code, request } = await context.requestCode(backend);
      const typed = `0${code.slice(1)}`;
      const { state, attemptsLeft } = request;
      const [, requests] = await context.network.interfere(
        () => undefined,
        () => outcomeOf('verifyCode', () => backend.verifyCode(phone, typed, { ...REGISTER, state, attemptsLeft })),
      );
      const bodies = requests.flatMap(({ body }) => body || []);
      if (bodies.length === 0) skip('verifyCode: no calls of `fetch` with a body of text');
      if (!bodies.some(body => contains(body, typed)))
        fail(`verifyCode with a code that begins with 0: it reaches the server changed`);
    },
  },
  {
    id: 'wrong-code',
    title: 'a wrong code is `wrong-code`, and the right one is accepted after it',
    link: 'docs/backend.md#errors',
    async check(context) {
      const backend = await context.createBackend();
      const { phone, code, request } = await context.requestCode(backend);
      const options = { ...REGISTER, state: request.state, attemptsLeft: request.attemptsLeft };
      const { attemptsLeft } = await expectError('verifyCode with a wrong code', ['wrong-code'], () =>
        backend.verifyCode(phone, wrongCode(code), options),
      );
      if (attemptsLeft !== undefined && !(Number.isInteger(attemptsLeft) && attemptsLeft >= 1))
        fail(`verifyCode with a wrong code: \`attemptsLeft\` is ${attemptsLeft}, and the code is still accepted`);
      await expectValue('verifyCode with the right code after a wrong one', () =>
        backend.verifyCode(phone, code, { ...options, attemptsLeft }),
      );
    },
  },
  {
    id: 'last-attempt',
    title:
      'once the tries are used up, a wrong code is no longer `wrong-code`; until then, `attemptsLeft` says how many are left',
    link: 'docs/backend.md#errors',
    async check(context) {
      const { maxAttempts } = context.capabilities;
      if (maxAttempts === undefined) skip('`maxAttempts` is not among the capabilities');
      const backend = await context.createBackend();
      const { phone, code, request } = await context.requestCode(backend);
      const { state } = request;
      let { attemptsLeft } = request;
      if (attemptsLeft !== undefined && attemptsLeft !== maxAttempts)
        fail(`requestCode: \`attemptsLeft\` is ${attemptsLeft}, and a number has ${maxAttempts} tries`);
      let last: AuthFailure;
      let attempt = 0;
      // A server may count an attempt before or after it compares the code, so the first one that isn't `wrong-code` is attempt
      // `maxAttempts` or the one after it.
      do {
        attempt++;
        const what = `wrong code number ${attempt}`;
        // As after a reload of the page: a backend must not count the tries in its object.
        const other = await context.createBackend();
        last = await expectError(what, CODE_IS_OVER, () =>
          other.verifyCode(phone, wrongCode(code), { ...REGISTER, state, attemptsLeft }),
        );
        const { retryAfter = 0 } = last;
        // `AuthError` cuts longer waits to the longest one.
        if (retryAfter >= MAX_WAIT_SECONDS)
          fail(`${what}: \`retryAfter\` is ${retryAfter}, which must be in seconds and looks like milliseconds`);
        const left = Math.max(maxAttempts - attempt, 0);
        if (last.code !== 'wrong-code' && left > 0)
          fail(`${what}: it rejects with ${describe(last)}, and ${left} of ${maxAttempts} tries are left`);
        if (last.attemptsLeft !== undefined && last.attemptsLeft !== left)
          fail(`${what}: \`attemptsLeft\` is ${last.attemptsLeft}, and ${left} of ${maxAttempts} are left`);
        attemptsLeft = last.attemptsLeft ?? attemptsLeft;
      } while (last.code === 'wrong-code' && attempt <= maxAttempts);
      if (last.code === 'wrong-code')
        fail(`wrong code number ${attempt}: it is still \`wrong-code\`, so that the person goes on trying`);
      await expectError('the right code after the last try', CODE_IS_OVER, () =>
        backend.verifyCode(phone, code, { ...REGISTER, state, attemptsLeft }),
      );
    },
  },
  {
    id: 'used-code',
    title: 'a code that was used signs nobody in, and neither does one that was never sent',
    link: 'docs/backend.md#errors',
    async check(context) {
      const { backend, phone, code, request, session } = await context.register();
      await context.signOut(backend, session);
      const { state } = request;
      const codes = CODE_IS_OVER;
      await expectError('verifyCode with a used code', codes, () =>
        backend.verifyCode(phone, code, { ...SIGN_IN, state }),
      );
      const unknown = await context.newPhone();
      await expectError('verifyCode without a request', [...codes, 'unknown-user'], () =>
        backend.verifyCode(unknown, code, SIGN_IN),
      );
    },
  },
  {
    id: 'expired-code',
    title: 'a code that is too old is `code-expired`, or `wrong-code` if the server does not tell the two apart',
    link: 'docs/backend.md#errors',
    async check(context) {
      const { setup } = context;
      if (!setup.expireCode) skip('there is no `expireCode`');
      const backend = await context.createBackend();
      const { phone, code, request } = await context.requestCode(backend);
      await setup.expireCode(phone);
      await expectError('verifyCode with an expired code', ['code-expired', 'wrong-code'], () =>
        backend.verifyCode(phone, code, { ...REGISTER, state: request.state }),
      );
    },
  },
  {
    id: 'same-code-again',
    title: 'if `requestCode` answers `idempotent`, the same code with the same key signs in again',
    link: 'docs/backend.md#one-call',
    async check(context) {
      const backend = await context.createBackend();
      const { phone, code, request } = await context.requestCode(backend);
      const { state, idempotent } = request;
      if (!idempotent) skip('`requestCode` does not answer `idempotent: true`');
      const options = { ...REGISTER, state, idempotencyKey: `conformance-${phone}` };
      const first = await expectValue('verifyCode', () => backend.verifyCode(phone, code, options));
      const again = await expectValue('verifyCode with the same key', () => backend.verifyCode(phone, code, options));
      if (first?.user !== again?.user) fail('verifyCode with the same key: it signs in another account');
    },
  },
  {
    id: 'resend-in',
    title: '`resendIn` is the interval of the server, in seconds',
    link: 'docs/backend.md#no-interval-between-two-codes',
    async check(context) {
      const { sendInterval } = context.capabilities;
      if (sendInterval === undefined) skip(NO_INTERVAL);
      const { request } = await context.requestCode(await context.createBackend());
      const { resendIn = DEFAULT_RESEND_SECONDS } = request;
      if (Math.abs(resendIn - sendInterval) > TOLERANCE)
        fail(`requestCode: \`resendIn\` is ${resendIn}, and the interval is ${sendInterval} s`);
    },
  },
  {
    id: 'too-soon',
    title: 'a request for a code within the interval is `too-soon`, with the seconds that are left',
    link: 'docs/backend.md#errors',
    async check(context) {
      const { sendInterval } = context.capabilities;
      if (sendInterval === undefined) skip(NO_INTERVAL);
      const backend = await context.createBackend();
      const start = Date.now();
      const { phone } = await context.requestCode(backend);
      const what = 'requestCode again';
      const { retryAfter } = await expectError(what, ['too-soon'], () => backend.requestCode(phone, REGISTER));
      if (retryAfter === undefined) fail(`${what}: the error has no \`retryAfter\``);
      const least = sendInterval - Math.ceil((Date.now() - start) / 1000) - TOLERANCE;
      if (retryAfter > sendInterval + 1 || retryAfter < Math.max(least, 1))
        fail(`${what}: \`retryAfter\` is ${retryAfter}, of an interval of ${sendInterval} seconds that has just begun`);
    },
  },
  {
    id: 'challenge',
    title: 'a demand for a challenge is `challenge` with its type, and the solution is sent with the next call',
    link: 'docs/backend.md#a-challenge',
    async check(context) {
      const { setup } = context;
      if (!setup.demandChallenge) skip('there is no `demandChallenge`');
      const backend = await context.createUnsolved();
      const phone = await context.newPhone();
      const challengeSolution = await setup.demandChallenge(phone);
      const { challenge } = await expectError('requestCode without a solution', ['challenge'], () =>
        backend.requestCode(phone, REGISTER),
      );
      if (!challenge?.type) fail('requestCode without a solution: the error does not say the `type` of the challenge');
      await expectValue('requestCode with the solution', () =>
        backend.requestCode(phone, { ...REGISTER, challengeSolution }),
      );
    },
  },
];
