import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Config } from '../src/config.js';
import { hashToken, newToken } from '../src/crypto.js';
import type { Database } from '../src/db/database.js';
import { type Budget, take } from '../src/domain/counters.js';
import { passwordStatements } from '../src/domain/passwords.js';
import { sendStatements, wantedCounters } from '../src/domain/send-code.js';
import { renewStatements } from '../src/domain/sessions.js';
import { verifyStatements } from '../src/domain/verify-code.js';

const empty = Buffer.alloc(32);

/**
 * The floor: a bare HTTP server whose routes run the statements of the real ones, with the same values and in the same
 * transactions, and do nothing else. The names of counters come with the request, scattered over the index as the MACs
 * of the server are. No router, no body, no check, no MAC, no log, no envelope.
 */
export function createFloor(db: Database, config: Config): Server {
  const { limits, tokenTtl, sessionTtl } = config;
  const budget = (key: string, max: number, more: Partial<Budget> = {}): Budget => ({
    key,
    max,
    window: 3600,
    ...more,
  });

  const routes: Readonly<Record<string, (subject: string, counter: string) => Promise<unknown>>> = {
    '/send': (tel, counter) => {
      const { codeTtl, sendInterval } = config;
      const counters = [budget(counter, limits.sendsPerIp), budget('all', limits.sendsPerDayTotal)];
      const durations = [codeTtl, sendInterval, limits.sendsPerDay];
      return db.query(sendStatements.claim, [tel, randomUUID(), empty, ...durations, wantedCounters(counters)]);
    },
    '/verify': async (tel, counter) => {
      const tries = [tel, null, null, counter, limits.codeFailuresPerIp, 3600, 3, '[900,3600,86400]'];
      await db.query(verifyStatements.countTry, tries);
      const opened = [tel, tel, hashToken(newToken()), tokenTtl, sessionTtl, null, null, counter];
      await db.query(verifyStatements.signIn, opened);
    },
    '/renew': token => db.query(renewStatements.renew, [hashToken(token), hashToken(newToken()), tokenTtl]),
    '/password': async login => {
      const keys = [`pair ${login}`, `login ${login}`, `ip ${login}`] as const;
      const delays = { window: 86_400, delayAfter: 5, delayMax: 900 };
      const account = await db.transaction(async tx => {
        const [pair, everywhere, address] = keys;
        await take(tx, [budget(pair, 1e6, delays), budget(everywhere, 1e6, delays), budget(address, 1e6)]);
        const [found] = await tx.query<{ id: string }>(passwordStatements.find, [login]);
        return found!;
      });
      const values = [hashToken(newToken()), tokenTtl, sessionTtl, ...keys, account.id];
      await db.query(passwordStatements.signIn, values);
    },
  };

  return createServer((request, response) => {
    const [path = '', subject = '', counter = ''] = request.url!.split(/[?&]/);
    routes[path]!(subject, counter).then(
      () => response.writeHead(200, { 'Content-Length': 2 }).end('ok'),
      () => response.writeHead(500, { 'Content-Length': 0 }).end(),
    );
  });
}
