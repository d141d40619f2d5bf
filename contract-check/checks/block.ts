import type { ApiResponse } from '../api-client.js';
import { type Check, type CheckContext, fail, skip } from '../check.js';
import {
  expectAll,
  expectError,
  expectRetryAfter,
  expectSessionOfCode,
  expectSuccess,
  readRetryAfter,
} from '../expectations.js';
import { requestCode, requestCodeWhenAllowed, verifyCode, wrongCode } from './code-calls.js';

/** The shortest wait of a block that has just begun, in seconds: 15 minutes, less 10 seconds for the call. */
const SHORTEST_BLOCK = 890;

/**
 * Whether a response says that its number is blocked: a 429 with the `what` "blocked", or without any `what` but with a wait as long as a
 * block. The widget copes without `what`. A 429 without an envelope comes from a proxy.
 */
function isBlock(response: ApiResponse): boolean {
  const { status, envelope } = response;
  if (status !== 429 || !envelope) return false;
  const { what } = envelope.params;
  return what === 'blocked' || (what === undefined && (readRetryAfter(response) ?? 0) >= SHORTEST_BLOCK);
}

/**
 * Skips the check unless this run has blocked the number. Otherwise the server is right to accept the code or to send one.
 * @throws CheckError
 */
function skipUnlessBlocked({ shared }: CheckContext): void {
  if (!shared.isBlocked) skip('this run has not blocked the number');
}

/** The block after three wrong codes, with the second number, which stays blocked for 15 minutes or more. */
export const blockChecks: readonly Check[] = [
  {
    id: 'block-prepare',
    title: 'The second number signs in, too',
    citation: 'docs/protocol.md#calls',
    async run(context) {
      const number = context.options.numbers[1];
      await requestCodeWhenAllowed(context, number);
      context.shared.blockedToken = expectSessionOfCode(expectSuccess(await verifyCode(context, number, number.code)));
    },
  },
  {
    id: 'block',
    title: 'The third wrong code is answered 429 "blocked", for 15 minutes or more',
    citation: 'docs/protocol.md#limits',
    async run(context) {
      const number = context.options.numbers[1];
      await requestCodeWhenAllowed(context, number);
      const enterWrongCode = () => verifyCode(context, number, wrongCode(number));
      // All three are sent before any is judged, because the later checks need the block.
      const [first, second, third] = [await enterWrongCode(), await enterWrongCode(), await enterWrongCode()];
      context.shared.isBlocked = isBlock(third);
      const expectAttemptsLeft = ({ envelope }: ApiResponse, left: number) => {
        const attemptsLeft = envelope?.params['attemptsLeft'];
        if (attemptsLeft !== undefined && attemptsLeft !== left) fail(`attemptsLeft is not ${left}`);
      };
      expectAll(
        () => expectError(first, 401, 'code'),
        () => expectAttemptsLeft(first, 2),
        () => expectError(second, 401, 'code'),
        () => expectAttemptsLeft(second, 1),
        () => expectError(third, 429, 'blocked'),
        () => {
          // A missing wait passes here, and `expectRetryAfter` reports it.
          const seconds = readRetryAfter(third) ?? Infinity;
          if (seconds < SHORTEST_BLOCK) fail(`the block lasts ${seconds} s`);
        },
        () => void expectRetryAfter(third),
      );
    },
  },
  {
    id: 'block-right-code',
    title: "A blocked number can't sign in with the right code",
    citation: 'docs/protocol.md#limits',
    async run(context) {
      skipUnlessBlocked(context);
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
      skipUnlessBlocked(context);
      const response = await requestCode(context, context.options.numbers[1]);
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
      skipUnlessBlocked(context);
      expectSuccess(await context.client.call('GET', '/v1/session', { token }));
    },
  },
];
