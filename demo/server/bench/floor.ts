import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { generateToken, hashToken } from '../src/common/crypto.js';
import type { Config } from '../src/config/config.js';
import type { Database } from '../src/db/database.js';
import { consume, limitsAsJson, type RateLimit } from '../src/domain/counters.js';
import { passwordStatements } from '../src/domain/passwords.js';
import { sendStatements } from '../src/domain/send-code.js';
import { renewStatements } from '../src/domain/sessions.js';
import { verifyStatements } from '../src/domain/verify-code.js';

const emptyMac = Buffer.alloc(32);

/**
 * The baseline of the benchmark: a bare HTTP server that runs the same SQL statements as the calls, with the same values
 * and in the same transactions, and does nothing else: no routing, body, checks, MACs, log or envelope. The keys of the
 * counters come with the request and are spread over the index as the server's MACs are.
 */
export function createFloor(db: Database, config: Config): Server {
  const { limits, tokenTtl, sessionTtl } = config;
  const limit = (key: string, max: number, more: Partial<RateLimit> = {}): RateLimit => ({
    key,
    max,
    window: 3600,
    ...more,
  });

  const routes: Readonly<Record<string, (subject: string, counter: string) => Promise<unknown>>> = {
    '/send': (phone, counter) => {
      const { codeTtl, sendInterval } = config;
      const counted = limitsAsJson([limit(counter, limits.sendsPerIp), limit('all', limits.sendsPerDayTotal)]);
      const values = [phone, randomUUID(), emptyMac, codeTtl, sendInterval, limits.sendsPerDay, counted];
      return db.query(sendStatements.claimSend, values);
    },
    '/verify': async (phone, counter) => {
      const attempt = [phone, null, null, counter, limits.codeFailuresPerIp, 3600, 3, '[900,3600,86400]', false];
      await db.query(verifyStatements.countAttempt, attempt);
      const opened = [phone, phone, hashToken(generateToken()), tokenTtl, sessionTtl, null, null, counter];
      await db.query(verifyStatements.signIn, opened);
    },
    '/renew': token => db.query(renewStatements.renewToken, [hashToken(token), hashToken(generateToken()), tokenTtl]),
    '/password': async login => {
      const keys = [`pair ${login}`, `login ${login}`, `ip ${login}`] as const;
      const delays = { window: 86_400, delayAfter: 5, delayMax: 900 };
      const account = await db.transaction(async tx => {
        const [pair, everywhere, address] = keys;
        await consume(tx, [limit(pair, 1e6, delays), limit(everywhere, 1e6, delays), limit(address, 1e6)]);
        const [found] = await tx.query<{ id: string }>(passwordStatements.selectAccount, [login]);
        return found!;
      });
      const values = [hashToken(generateToken()), tokenTtl, sessionTtl, ...keys, account.id];
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
