import fc from 'fast-check';
import { AUTH_MODES } from '../../src/core/modes.js';
import type { Step } from './steps.js';
import { CALL_NAMES, DISTURBANCES, type DisturbanceName } from './world/disturbances.js';
import { ANNA, NEW_PHONE } from './world/record.js';

// The more often one client acts, the further its flow gets.
const client = fc.constantFrom(0, 0, 0, 1, 1, 2, 2, 3);
const tab = fc.nat(1);
const phone = fc.constantFrom(ANNA.phone, NEW_PHONE);
const names = Object.keys(DISTURBANCES) as DisturbanceName[];

type Weighted = fc.WeightedArbitrary<Step>;

const step = (weight: number, arbitrary: fc.Arbitrary<Step>): Weighted => ({ weight, arbitrary });
const forClient = (
  what:
    | 'sign out'
    | 'restore'
    | 'get token'
    | 'go back'
    | 'clear error'
    | 'replace client'
    | 'observe'
    | 'stop observing',
) => fc.record({ do: fc.constant(what), client });
const always = (what: 'go offline' | 'go online' | 'end all sessions' | 'clear storage' | 'spoil record' | 'rest') =>
  fc.constant({ do: what });

/** What people and apps do with a client. */
const acts: readonly Weighted[] = [
  step(6, fc.record({ do: fc.constant('request code'), client, phone })),
  step(5, fc.record({ do: fc.constant('request code'), client, phone, name: fc.constantFrom('Boris', 'Vera') })),
  step(
    12,
    fc.record({
      do: fc.constant('submit code'),
      client,
      code: fc.constantFrom('right', 'right', '000000', '000000', '999999'),
    }),
  ),
  step(
    4,
    fc.record({
      do: fc.constant('submit code'),
      client,
      code: fc.constantFrom('right', '000000'),
      name: fc.constantFrom('Boris', 'Vera'),
    }),
  ),
  step(
    8,
    fc.record({
      do: fc.constant('sign in'),
      client,
      login: fc.constantFrom('anna', 'anna', 'boris'),
      password: fc.constantFrom(ANNA.password, ANNA.password, 'wrong horse'),
    }),
  ),
  step(2, fc.record({ do: fc.constant('change mode'), client, mode: fc.constantFrom(...AUTH_MODES) })),
  step(4, forClient('sign out')),
  step(3, forClient('restore')),
  step(3, forClient('get token')),
  step(2, forClient('go back')),
  step(1, forClient('clear error')),
  step(1, forClient('replace client')),
  step(1, forClient('observe')),
  step(1, forClient('stop observing')),
];

/** What browsers, networks and servers do. */
const events: readonly Weighted[] = [
  step(4, fc.record({ do: fc.constant('reload'), tab })),
  step(2, fc.record({ do: fc.constant('show'), tab })),
  step(
    12,
    fc.record({ do: fc.constant('disturb'), call: fc.constantFrom(...CALL_NAMES), how: fc.constantFrom(...names) }),
  ),
  step(22, fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(0.03, 0.05, 0.1, 0.1, 0.3, 0.3, 5, 20, 70) })),
  step(6, fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(400, 850, 1000, 1100) })),
  step(
    8,
    fc.record({
      do: fc.constant('wait for call'),
      call: fc.constantFrom('PUT session', 'PUT session', 'GET session', 'PUT creds', 'PATCH account'),
    }),
  ),
  step(2, fc.record({ do: fc.constant('sleep'), seconds: fc.constantFrom(5, 300, 900, 4000) })),
  step(
    3,
    fc.record({ do: fc.constant('set clock'), seconds: fc.constantFrom(-86_400, -600, -2, 600, 86_400, 864_000) }),
  ),
  step(1, always('go offline')),
  step(2, always('go online')),
  step(1, always('end all sessions')),
  step(2, always('clear storage')),
  step(1, always('spoil record')),
  step(1, always('rest')),
] as const;

export const STEP: fc.Arbitrary<Step> = fc.oneof(...acts, ...events);
