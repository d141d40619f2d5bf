import { type Check, fail, skip, widgetCopes } from '../check.js';
import { expectError, expectRetryAfter, expectSessionOfCode, expectSuccess } from '../expectations.js';
import { requestCode, requestCodeWhenAllowed, verifyCode, wrongCode } from './code-calls.js';

const path = '/v1/creds/tel';
/** The idempotency key of `right-code`, which `idempotency` sends again. It is new for each process. */
const idempotencyKey = `check-${crypto.randomUUID()}`;

/** Request and verification of a code with the first number. Most checks enter the code that an earlier one has requested. */
export const phoneChecks: readonly Check[] = [
  {
    id: 'no-code',
    title: 'PUT without a live code is answered 410 and does not count as a try',
    citation: 'docs/protocol.md#limits',
    async run(context) {
      // A number has three tries. A server that counts these four attempts blocks it, and no longer answers 410.
      for (let i = 0; i < 4; i++) {
        expectError(
          await verifyCode(context, context.options.numbers[0], wrongCode(context.options.numbers[0])),
          410,
          'code',
        );
      }
    },
  },
  {
    id: 'send',
    title: 'POST sends a code and returns the credential',
    citation: 'docs/protocol.md#calls',
    async run(context) {
      const [number] = context.options.numbers;
      const { cred, resendIn, codeLength, idempotent } = await requestCodeWhenAllowed(context, number);
      context.shared.idempotent = idempotent === true;
      if (cred !== `tel:${number.phone}`) fail(`cred is not tel:<digits>`);
      if (resendIn !== undefined && (typeof resendIn !== 'number' || resendIn < 0))
        fail('resendIn is not a number of seconds');
      if (typeof resendIn === 'number' && resendIn > 0 && resendIn < 60) {
        fail(`resendIn is ${resendIn}: a number gets one SMS a minute`);
      }
      context.shared.resendIn = resendIn;
      if (codeLength !== undefined && codeLength !== number.code.length)
        fail('codeLength is not the length of the code');
      if (resendIn === undefined || codeLength === undefined) {
        widgetCopes('resendIn or codeLength is missing: the widget falls back to 60 seconds or 6 characters');
      }
    },
  },
  {
    id: 'send-minute',
    title: 'A second request within a minute is refused with 429 "send", unless resendIn was 0',
    citation: 'docs/protocol.md#test-numbers',
    async run(context) {
      const { resendIn } = context.shared;
      const response = await requestCode(context, context.options.numbers[0]);
      if (resendIn === 0) {
        expectSuccess(response);
        return;
      }
      expectError(response, 429, 'send');
      const seconds = expectRetryAfter(response);
      if (seconds > 3600) fail(`retryAfter is ${seconds}: more than an hour for a second SMS`);
    },
  },
  {
    id: 'malformed-code',
    title: 'A malformed PUT is refused with 400 and does not count as a try',
    citation: 'docs/protocol.md#field-rules',
    // That it doesn't count shows in `wrong-code`, which expects attemptsLeft 2.
    async run(context) {
      const { phone: tel } = context.options.numbers[0];
      const { client } = context;
      for (const body of [{ tel, op: 'add' }, { tel, val: '', op: 'add' }, { tel, val: '1234567', op: 'add' }, '{']) {
        expectError(await client.call('PUT', path, { body }), 400, undefined);
      }
    },
  },
  {
    id: 'wrong-code',
    title: 'The first wrong code is answered 401 "code" with attemptsLeft 2',
    citation: 'docs/protocol.md#errors',
    async run(context) {
      const [number] = context.options.numbers;
      const params = expectError(await verifyCode(context, number, wrongCode(number)), 401, 'code');
      const { attemptsLeft } = params;
      if (attemptsLeft === undefined) widgetCopes("no attemptsLeft: the widget can't show how many tries are left");
      if (attemptsLeft !== 2) fail(`attemptsLeft is ${JSON.stringify(attemptsLeft)} after the first wrong code`);
    },
  },
  {
    id: 'right-code',
    title: 'The right code returns the credential and a session',
    citation: 'docs/protocol.md#calls',
    async run(context) {
      const [number] = context.options.numbers;
      const response = await verifyCode(
        context,
        number,
        number.code,
        context.shared.idempotent ? { key: idempotencyKey } : {},
      );
      const params = expectSuccess(response);
      if (params['cred'] !== `tel:${number.phone}`) fail('cred is not tel:<digits>');
      const token = expectSessionOfCode(params);
      context.shared.token = token;
      context.shared.user = params['user'] as string;
      context.shared.displayName = params['displayName'] as string | null | undefined;
    },
  },
  {
    id: 'code-once',
    title: 'A code that was accepted is answered 410 when it is used again',
    citation: 'docs/protocol.md#limits',
    async run(context) {
      if (context.shared.token === undefined) skip('no code was accepted');
      const [number] = context.options.numbers;
      expectError(await verifyCode(context, number, number.code), 410, 'code');
    },
  },
  {
    id: 'idempotency',
    title: 'Repeating the Idempotency-Key and body returns a session again; the same key with a wrong code does not',
    citation: 'docs/protocol.md#lost-answers',
    async run(context) {
      if (context.shared.token === undefined) skip('no code was accepted');
      if (!context.shared.idempotent)
        widgetCopes(
          'POST did not return idempotent: true. When a response is lost, its code is used up, and nobody is signed in',
        );
      const [number] = context.options.numbers;
      const again = expectSuccess(await verifyCode(context, number, number.code, { key: idempotencyKey }));
      expectSessionOfCode(again);
      if (again['user'] !== context.shared.user) fail('another user was signed in');
      const withWrongCode = await verifyCode(context, number, wrongCode(number), { key: idempotencyKey });
      if (withWrongCode.status === 200) fail('the same key with a wrong code got a session');
    },
  },
];
