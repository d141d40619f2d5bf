import { type Check, fail, skip } from '../check.js';
import { describe, expectError, expectRetryAfter, expectSession, expectSuccess } from '../expectations.js';
import { requestCode, requestCodeWhenAllowed, verifyCode, wrongCode } from './code-calls.js';

/** The block after three wrong codes, with the second number, which stays blocked for 15 minutes or more. */
export const blockChecks: readonly Check[] = [
  {
    id: 'block-prepare',
    title: 'The second number signs in, too',
    citation: 'docs/protocol.md#calls',
    async run(context) {
      const number = context.options.numbers[1];
      await requestCodeWhenAllowed(context, number);
      context.shared.blockedToken = expectSession(expectSuccess(await verifyCode(context, number, number.code)));
    },
  },
  {
    id: 'block',
    title: 'The third wrong code is answered 429 "blocked", for 15 minutes or more',
    citation: 'docs/protocol.md#limits',
    async run(context) {
      const number = context.options.numbers[1];
      await requestCodeWhenAllowed(context, number);
      for (const left of [2, 1]) {
        const { attemptsLeft } = expectError(await verifyCode(context, number, wrongCode(number)), 401, 'code');
        if (attemptsLeft !== undefined && attemptsLeft !== left) fail(`attemptsLeft is not ${left}`);
      }
      const third = await verifyCode(context, number, wrongCode(number));
      expectError(third, 429, 'blocked');
      const seconds = expectRetryAfter(third);
      if (seconds < 890) fail(`the block lasts ${seconds} s`);
    },
  },
  {
    id: 'block-right-code',
    title: "A blocked number can't sign in with the right code",
    citation: 'docs/protocol.md#limits',
    async run(context) {
      const number = context.options.numbers[1];
      const response = await verifyCode(context, number, number.code);
      if (response.status === 200) fail('the right code was accepted');
      expectError(response, 429, 'blocked');
      expectRetryAfter(response);
    },
  },
  {
    id: 'block-send',
    title: 'A blocked number gets no SMS',
    citation: 'docs/protocol.md#limits',
    async run(context) {
      const response = await requestCode(context, context.options.numbers[1]);
      if (response.status === 200) fail(describe(response));
      expectError(response, 429, 'blocked');
    },
  },
  {
    id: 'block-session',
    title: 'A block leaves the sessions of the account alone',
    citation: 'docs/protocol.md#limits',
    async run(context) {
      const token = context.shared.blockedToken;
      if (token === undefined) skip('there was no session');
      expectSuccess(await context.client.call('GET', '/v1/session', { token }));
    },
  },
];
