import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { generateToken, hashToken } from '../src/common/crypto.js';
import type { Config } from '../src/config/config.js';
import type { Database } from '../src/db/database.js';
import { consume, limitsAsJson, type RateLimit, release } from '../src/domain/queries/counters.js';
import { passwordStatements } from '../src/domain/sign-in.js';
import { sendStatements } from '../src/domain/send-code.js';
import { renewStatements } from '../src/domain/sessions.js';
import { verifyStatements } from '../src/domain/verify-code.js';

const emptyMac = Buffer.alloc(32);

/**
 * The baseline of the benchmark: a bare HTTP server that runs the same SQL statements as the calls, with the same values
 * and does nothing else: no routing, body, checks, MACs, log or envelope. The keys of the
 * counters come with the request and are spread over the index as the server's MACs are.
 */
export function createFloor(db: Database, config: Config): Server {
  const { tokenTtl, sessionTtl } = config;
  const limit = (key: string, more: Partial<RateLimit> = {}): RateLimit => ({
    name: key,
    key,
    max: 1e9,
    window: 3600,
    ...more,
  });
  /** The limits of a call from an IPv4 address, which count in two tiers. */
  const tiers = (key: string, more: Partial<RateLimit> = {}) => [
    limit(`${key} address`, more),
    limit(`${key} network`, more),
  ];
  const hasDay = { dayMax: 1e9 };
  const delays = { window: 86_400, delayAfter: 5, delayMax: 900 };

  const routes: Readonly<Record<string, (subject: string, counter: string) => Promise<unknown>>> = {
    '/nothing': () => Promise.resolve(),
    '/send': async (phone, counter) => {
      const { codeTtl, sendInterval } = config;
      const counted = limitsAsJson([...tiers(counter, hasDay), limit('all'), limit('all, hour')]);
      const values = [
        phone,
        randomUUID(),
        emptyMac,
        codeTtl,
        sendInterval,
        config.limits.sendsPerDay,
        counted,
        null,
        null,
      ];
      await db.query(sendStatements.claimSend, values);
      await db.query(sendStatements.storePending, [phone]);
    },
    '/verify': async (phone, counter) => {
      await db.query(verifyStatements.findCode, [phone, null, null]);
      const wrongs = tiers(counter, { ...hasDay, weight: 0 });
      const counted = limitsAsJson([...wrongs, limit(phone), ...tiers(`sign-in ${counter}`)]);
      await db.query(verifyStatements.countTry, [phone, phone, counted, true, 3, '[900,3600,86400]']);
      await db.query(verifyStatements.signIn, [
        phone,
        phone,
        hashToken(generateToken()),
        tokenTtl,
        sessionTtl,
        null,
        null,
      ]);
    },
    '/renew': async (token, counter) => {
      await db.query(renewStatements.findSuccessor, [hashToken(token), tokenTtl]);
      await consume(db, [...tiers('renewal'), limit(counter, { weight: 0 })]);
      const values = [
        hashToken(token),
        hashToken(generateToken()),
        tokenTtl,
        emptyMac,
        null,
        limitsAsJson([limit(counter)]),
      ];
      await db.query(renewStatements.renewToken, values);
    },
    '/password': async login => {
      const failures = [
        limit(`pair ${login}`, delays),
        limit(`login ${login}`, delays),
        ...tiers(`ip ${login}`, hasDay),
      ];
      const signIns = [limit(`sign-in ${login}`), ...tiers(`sign-in ip ${login}`)];
      await consume(db, [...failures, ...signIns.map(each => ({ ...each, weight: 0 as const }))]);
      const [account] = await db.query<{ id: string }>(passwordStatements.selectAccount, [login]);
      await release(db, failures, true);
      await consume(db, signIns);
      await db.query(passwordStatements.signIn, [hashToken(generateToken()), tokenTtl, sessionTtl, account!.id]);
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
