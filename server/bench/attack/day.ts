import { Attacker, botnet, type Loot, network48 } from './attacker.js';
import { type Experience, type Group, People } from './people.js';
import { Random } from './random.js';
import type { Site } from './site.js';

/** A day, or some hours of one, to simulate. */
export interface Scenario {
  readonly hours: number;
  /** The hour of the day in which the simulation begins. */
  readonly from: number;
  /** The number of the attacker's processors; 0 for a day without an attack. */
  readonly cores: number;
  /** CPU seconds of one iteration of PBKDF2. */
  readonly iterationTime: number;
  readonly seed: number;
}

/** One hour of a simulated day: how many SMS the attacker got, and how many requests of people were refused or met a challenge. */
export interface Hour {
  readonly sent: number;
  readonly refused: number;
  readonly challenged: number;
}

/** The outcome of a simulated day. */
export interface Outcome {
  readonly loot: Loot;
  readonly people: ReadonlyMap<Group, Experience>;
  readonly hours: readonly Hour[];
}

/** Starts the server on an empty database, and simulates a day, minute by minute. The attacker comes first in each minute. */
export async function simulate(
  site: Site,
  scenario: Scenario,
  settings: Readonly<Record<string, string>>,
): Promise<Outcome> {
  await site.start(settings);
  const people = new People(site, new Random(scenario.seed));
  const attacker =
    scenario.cores > 0 ? new Attacker(site, [network48, botnet], scenario.cores, scenario.iterationTime) : undefined;
  const hours: Hour[] = [];
  const total = () => {
    const all = [...people.experience.values()];
    return {
      sent: attacker?.loot.sent ?? 0,
      refused: all.reduce((sum, { refused }) => sum + refused, 0),
      challenged: all.reduce((sum, { challenges }) => sum + challenges.length, 0),
    };
  };
  let before = total();
  for (let minute = 0; minute < scenario.hours * 60; minute++) {
    await attacker?.minute(minute);
    await people.minute(scenario.from * 60 + minute);
    await site.advance(60);
    if (minute % 60 !== 59) continue;
    const after = total();
    hours.push({
      sent: after.sent - before.sent,
      refused: after.refused - before.refused,
      challenged: after.challenged - before.challenged,
    });
    before = after;
  }
  return { loot: attacker?.loot ?? { sent: 0, iterations: [] }, people: people.experience, hours };
}
