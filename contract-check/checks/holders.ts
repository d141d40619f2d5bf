import { type Check, fail, skip, widgetCopes } from '../check.js';
import { expectError, expectSessionOfCode, expectSuccess } from '../expectations.js';
import { requestCodeWhenAllowed, verifyCode, wrongCode } from './code-calls.js';

/** Whether the widget keeps this text and sends it back in a header. It ignores any other: docs/protocol.md#who-asked-for-a-code */
const isOpaqueText = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,200}$/.test(value);

/**
 * The checks of who may enter the code of the first number: callers with its state, strangers, and devices with a memory of the
 * number. `state` requests the code that `state-tries` enters.
 */
export const holderChecks: readonly Check[] = [
  {
    id: 'state',
    title: 'The answer to POST has a state of 1 to 200 visible ASCII characters',
    citation: 'docs/protocol.md#who-asked-for-a-code',
    async run(context) {
      const [number] = context.options.numbers;
      const { state } = await requestCodeWhenAllowed(context, number);
      if (state === undefined) widgetCopes('no state: a stranger who enters codes for a number can use up its tries');
      if (!isOpaqueText(state)) fail('state is not a text of 1 to 200 visible ASCII characters');
      context.shared.state = state;
    },
  },
  {
    id: 'state-tries',
    title: 'After a state was shown, callers without it have one try at most, and its holder keeps the others',
    citation: 'docs/protocol.md#who-asked-for-a-code',
    async run(context) {
      const { state } = context.shared;
      if (state === undefined) skip('there was no state that the widget keeps');
      const [number] = context.options.numbers;
      const enter = (code: string, shown?: string) => verifyCode(context, number, code, { state: shown });
      const first = expectError(await enter(wrongCode(number), state), 401, 'code');
      if (first['attemptsLeft'] !== undefined && first['attemptsLeft'] !== 2) fail('attemptsLeft is not 2');
      // A server may leave such a caller no try at all.
      const guess = await enter(wrongCode(number));
      const guessed = expectError(guess, guess.status === 401 ? 401 : 410, 'code');
      if (guess.status === 401 && (guessed['attemptsLeft'] ?? 0) !== 0)
        fail('attemptsLeft is not 0 for a caller without the state');
      for (let n = 0; n < 3; n++) expectError(await enter(wrongCode(number)), 410, 'code');
      expectError(await enter(number.code), 410, 'code');
      expectSessionOfCode(expectSuccess(await enter(number.code, state)));
    },
  },
  {
    id: 'device',
    title: 'The answer to a sign-in by code has a device memory, and a second sign-in that shows it succeeds',
    citation: 'docs/protocol.md#devices-that-are-known',
    async run(context) {
      const [number] = context.options.numbers;
      await requestCodeWhenAllowed(context, number);
      const { device } = expectSuccess(await verifyCode(context, number, number.code));
      if (device === undefined) widgetCopes('no device: nothing is reserved for those who have signed in before');
      if (!isOpaqueText(device)) fail('device is not a text of 1 to 200 visible ASCII characters');
      context.shared.answersDevice = true;
      await requestCodeWhenAllowed(context, number, { 'X-Auth-Device': device });
      expectSessionOfCode(expectSuccess(await verifyCode(context, number, number.code, { device })));
    },
  },
];
