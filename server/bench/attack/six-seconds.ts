import { Attacker, type Network } from './attacker.js';
import type { Site } from './site.js';

/** The number of codes that an attacker compares in the first seconds, and of the SMS that this takes. */
export interface Comparisons {
  readonly codes: number;
  readonly sent: number;
}

/** How many calls of the attacker are in flight at the same time. */
const connections = 32;

/**
 * Simulates an attacker who guesses codes for `duration` seconds. The attacker requests a code for a number, enters wrong codes
 * until the number is blocked or a limit refuses the address, and goes on with the next number. The seconds are real time. What the
 * attacker's processors could compute in them is granted at the start, and nothing is computed. Numbers begun by then are finished, and count too.
 * @param iterationTime CPU seconds of one iteration of PBKDF2
 */
export async function compareCodes(
  site: Site,
  networks: readonly Network[],
  cores: number,
  iterationTime: number,
  settings: Readonly<Record<string, string>>,
  duration = 6,
): Promise<Comparisons> {
  await site.start(settings);
  const attacker = new Attacker(site, networks, cores, iterationTime);
  attacker.work(duration);
  const until = performance.now() + duration * 1000;
  let codes = 0;
  const guess = async () => {
    while (performance.now() < until) {
      const got = await attacker.next(0, true);
      if (got === 'nothing') return;
      if (got === 'refused') continue;
      const right = site.codeFor(got.tel);
      let what: unknown = 'code';
      for (let offset = 1; what === 'code'; offset++) {
        const wrong = String((Number(right) + offset) % 10 ** right.length).padStart(right.length, '0');
        const body = { tel: got.tel, val: wrong, op: 'add' };
        ({ what } = (await site.call({ method: 'PUT', path: '/v1/creds/tel', body, ip: got.ip })).params);
        // The server answers a compared code with the number of attempts left, or with the block after the last one.
        if (what === 'code' || what === 'blocked') codes++;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, guess));
  return { codes, sent: attacker.loot.sent };
}
