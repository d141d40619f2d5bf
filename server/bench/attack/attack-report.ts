import { type AttackDay, COST, NATIVE_DERIVATION } from './attacks.js';
import type { Fate } from './people.js';
import { type Goal, table } from './report.js';

/** What an SMS costs the owner of the site, in euros: an assumption, for the orders of magnitude. */
const SMS_PRICE = 0.05;

/** A graphics card computes as many derivations as this number of processor cores (docs/challenge.md#what-the-work-costs). */
export const CORES_OF_A_CARD = 90;

const count = (value: number) => Math.round(value).toLocaleString('en');
const share = ({ asked, got }: Fate) => (asked === 0 ? 1 : got / asked);
const percent = (fate: Fate) => `${(100 * share(fate)).toFixed(1)} %`;
const total = (day: AttackDay, key: keyof Fate) => Object.values(day.fates).reduce((sum, fate) => sum + fate[key], 0);

const nameOf = ({ attack, day }: AttackDay) => (attack.days === 1 ? attack.name : `${attack.name}, day ${day + 1}`);

/** Returns the goals of whole days under attack. Each is measured on its worst day or over all days, of which there has to be one. */
export function attackGoals(days: readonly AttackDay[]): readonly Goal[] {
  const worst = (pick: (day: AttackDay) => number) => days.reduce((a, b) => (pick(b) < pick(a) ? b : a));
  const known = worst(({ fates }) => share(fates['known device']));
  const fresh = worst(({ fates }) => share(fates['new device']));
  const owners = worst(({ fates }) => share(fates['known network']));
  const hardest = days.reduce((sum, day) => sum + total(day, 'hardest'), 0);
  const free = days.filter(({ attack }) => attack.isFree);
  const refused = free.reduce((sum, day) => sum + total(day, 'asked') - total(day, 'got'), 0);
  const delayed = free.reduce((sum, day) => sum + total(day, 'challenged'), 0);
  return [
    {
      text: 'Of people on a known device, 95 % get their SMS',
      measured: `${percent(known.fates['known device'])} at worst (${nameOf(known)})`,
      reached: share(known.fates['known device']) >= 0.95,
    },
    {
      text: 'Of people on a new device, 70 % get it',
      measured: `${percent(fresh.fates['new device'])} at worst (${nameOf(fresh)})`,
      reached: share(fresh.fates['new device']) >= 0.7,
    },
    {
      text: 'Of owners of a login in a network that they have used, 95 % get in',
      measured: `${percent(owners.fates['known network'])} at worst (${nameOf(owners)})`,
      reached: share(owners.fates['known network']) >= 0.95,
    },
    { text: 'Nobody meets the last step through others', measured: `${hardest} met it`, reached: hardest === 0 },
    {
      text: 'Calls that cost the attacker nothing get nobody refused',
      measured: `${refused} refused`,
      reached: refused === 0,
    },
    {
      text: 'Calls that cost the attacker nothing give nobody a challenge',
      measured: `${delayed} met one`,
      reached: delayed === 0,
    },
  ];
}

/** Returns two tables in Markdown: what each day brought the attacker and people, and the goals. */
export function attackReport(days: readonly AttackDay[]): string {
  const rows = days.map(day => {
    const { fates, sent, iterations } = day;
    const seconds = (iterations / COST) * NATIVE_DERIVATION;
    return [
      nameOf(day),
      count(sent),
      `${count(sent * SMS_PRICE)} €`,
      `${count(seconds)} s`,
      `${count(seconds / CORES_OF_A_CARD)} s`,
      `${percent(fates['known device'])} of ${count(fates['known device'].asked)}`,
      `${percent(fates['new device'])} of ${count(fates['new device'].asked)}`,
      `${percent(fates['known network'])} of ${count(fates['known network'].asked)}`,
      count(total(day, 'challenged')),
      count(total(day, 'hardest')),
    ];
  });
  const head = [
    'attacker',
    'SMS that they get',
    'cost to the owner',
    'core-seconds',
    'on a graphics card',
    'known devices get an SMS',
    'new devices get one',
    'owners get in by password',
    'people who met a challenge',
    'at step 5',
  ];
  const goals = attackGoals(days).map(({ text, measured, reached }) => [text, measured, reached ? 'yes' : 'no']);
  return [table(head, rows), table(['goal', 'measured', 'reached'], goals)].join('\n\n');
}
