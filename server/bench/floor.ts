import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { generateToken, hashToken } from '../src/common/crypto.js';
import type { Config } from '../src/config/config.js';
import type { Database } from '../src/db/database.js';
import { consume, limitsAsJson, type RateLimit, release } from '../src/domain/queries/counters.js';
import { COUNT_ATTEMPT, FIND_CODE, SIGN_IN_BY_CODE } from '../src/domain/queries/codes.js';
import { findLogin, isKnownNetwork, openSession } from '../src/domain/queries/logins.js';
import { FIND_SUCCESSOR, RENEW_TOKEN } from '../src/domain/queries/renewals.js';
import { entriesAsJson, type RecordedCodes, readPast } from '../src/domain/queries/network-records.js';
import { CLAIM_SEND, STORE_PENDING } from '../src/domain/queries/send-claims.js';

const emptyMac = Buffer.alloc(32);

/**
 * Creates the baseline of the benchmarks: a bare HTTP server that runs the SQL statements of the calls, with similar values, and does
 * nothing else: it reads no body, and has no checks, MACs, log or envelope. A URL is `/<call>?<subject>&<counter>`. `counter` looks
 * random, so the keys that contain it are spread over the index of the counters like the server's MACs.
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
  /** The limits of a call from an IPv4 address, which counts for the address and for its /24. */
  const tiers = (key: string, more: Partial<RateLimit> = {}) => [
    limit(`${key} address`, more),
    limit(`${key} network`, more),
  ];
  const recordKey = (counter: string, network: string) => `record ${counter} ${network}`;
  /** What a call adds to the records of its `networks`: the caller's address, and the network around it. */
  const entries = (counter: string, networks: readonly string[], codes: RecordedCodes) =>
    entriesAsJson(networks.map(network => ({ key: recordKey(counter, network), ...codes })));
  const hasDay = { dayMax: 1e9 };
  const delays = { window: 86_400, delayAfter: 5, delayMax: 900 };

  const routes: Readonly<Record<string, (subject: string, counter: string) => Promise<unknown>>> = {
    '/nothing': () => Promise.resolve(),
    '/send': async (phone, counter) => {
      const { codeTtl, sendInterval } = config;
      const ofAll = ['all', 'all, hour', 'new devices', 'new devices, hour'].map(key => limit(key));
      const counted = limitsAsJson([...tiers(counter, hasDay), ...ofAll]);
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
        emptyMac,
        null,
        // A request without a solution counts for the address alone.
        entries(counter, ['address'], { sent: 1, entered: 0 }),
      ];
      await readPast(db, [recordKey(counter, 'address'), recordKey(counter, 'network')]);
      await db.query(CLAIM_SEND, values);
      await db.query(STORE_PENDING, [phone]);
    },
    '/verify': async (phone, counter) => {
      const [found] = await db.query<{ codeId: string }>(FIND_CODE, [phone, null, null]);
      const codeId = found!.codeId;
      const wrongs = tiers(counter, { ...hasDay, weight: 0 });
      const counted = limitsAsJson([...wrongs, limit(phone), ...tiers(`sign-in ${counter}`)]);
      const blocks = '[900,3600,86400]';
      const entered = entries(counter, ['address', 'network'], { sent: 0, entered: 1 });
      await db.query(COUNT_ATTEMPT, [phone, codeId, counted, true, 3, blocks, true, emptyMac, true, entered]);
      const hash = hashToken(generateToken());
      const holder = [true, emptyMac, 3];
      await db.query(SIGN_IN_BY_CODE, [phone, codeId, hash, tokenTtl, sessionTtl, null, null, ...holder]);
    },
    '/renew': async (token, counter) => {
      await db.query(FIND_SUCCESSOR, [hashToken(token), tokenTtl]);
      await consume(db, [limit('renewal address'), limit(counter, { weight: 0 })]);
      const values = [
        hashToken(token),
        hashToken(generateToken()),
        tokenTtl,
        emptyMac,
        null,
        limitsAsJson([limit(counter)]),
      ];
      await db.query(RENEW_TOKEN, values);
    },
    '/password': async login => {
      const failures = [
        limit(`pair ${login}`, delays),
        limit(`login ${login}`, delays),
        ...tiers(`ip ${login}`, hasDay),
      ];
      const signIns = [limit(`sign-in ${login}`), ...tiers(`sign-in ip ${login}`)];
      await isKnownNetwork(db, login);
      await consume(db, [...failures, ...signIns.map(each => ({ ...each, weight: 0 as const }))]);
      const account = await findLogin(db, login);
      await release(db, failures, true);
      await consume(db, signIns);
      await openSession(db, account!.id, login, config);
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
