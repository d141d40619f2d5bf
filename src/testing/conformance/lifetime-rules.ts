// Rules about lifetimes, and about answers that are no longer true.
import type { Rule, RuleContext } from './context.js';
import { tokenOf } from './context.js';
import { describe, expectValue, fail, outcomeOf, skip } from './outcome.js';
import { replay } from './replay.js';

/** Ten years, in seconds. A longer lifetime is taken for days or weeks in milliseconds. */
const LONGEST = 315_360_000;
/** How far a lifetime may be off, in seconds: it is rounded, and the calls take time. */
const TOLERANCE = 5;

const NO_LIFETIME = 'no answer states a lifetime';

/** Lets time pass on the server, at most half of a lifetime in seconds. Returns how many seconds passed. */
async function passTime({ setup }: RuleContext, lifetime: number): Promise<number> {
  const seconds = Math.min(setup.passTime ? 120 : 2.1, lifetime / 2);
  if (setup.passTime) await setup.passTime(seconds);
  else await new Promise(resolve => setTimeout(resolve, seconds * 1000));
  return seconds;
}

export const lifetimeRules: readonly Rule[] = [
  {
    id: 'lifetime',
    title: 'a lifetime is that of the server, in seconds',
    link: 'docs/backend.md#dates-into-durations',
    async check(context) {
      const { lifetime } = context.capabilities;
      let count = 0;
      await context.checkRecordings(({ method, value }) => {
        const { expiresIn } = Object(value) as { expiresIn?: number };
        if (expiresIn === undefined) return;
        count++;
        if (expiresIn > LONGEST)
          fail(`${method}: \`expiresIn\` is ${expiresIn}, which must be in seconds and looks like milliseconds`);
        if (lifetime !== undefined && Math.abs(expiresIn - lifetime) > TOLERANCE)
          fail(`${method}: \`expiresIn\` is ${expiresIn}, and the lifetime is ${lifetime} seconds`);
      });
      if (count === 0) skip(NO_LIFETIME);
    },
  },
  {
    id: 'lifetime-runs',
    title: '`getSession` says how long the session still lasts, not how long it lasts in total',
    link: 'docs/backend.md#dates-into-durations',
    async check(context) {
      if (context.capabilities.extendsSessions) skip('the server extends a session at every use');
      const { backend, session } = await context.register();
      const ask = async () =>
        (await expectValue('getSession', () => backend.getSession(tokenOf(session), {}))).expiresIn;
      const whole = session.expiresIn ?? (await ask());
      if (whole === undefined) skip(NO_LIFETIME);
      const passed = await passTime(context, whole);
      const expiresIn = await ask();
      if (expiresIn === undefined) skip('`getSession` states no lifetime');
      // Both numbers are rounded.
      if (expiresIn > whole - passed + 1)
        fail(`getSession ${passed} seconds later: \`expiresIn\` is ${expiresIn}, and was ${whole} at the sign-in`);
    },
  },
  {
    id: 'asks-again',
    title: 'each `getSession` asks the server, and keeps no earlier answer',
    link: 'docs/backend.md#one-call',
    check: context =>
      context.checkCalls(
        async recording => {
          const backend = await context.createBackend();
          const ask = () => outcomeOf('getSession', () => recording.call(backend, {}));
          const [{ error }] = await context.network.interfere(replay(recording), ask);
          if (error) fail(`getSession with the answer of the server: it rejects with ${describe(error)}`);
          const [again] = await context.network.interfere(() => 'network error', ask);
          if (!again.error) fail('getSession when the network fails: it resolves with its earlier answer');
        },
        ['getSession'],
      ),
  },
];
