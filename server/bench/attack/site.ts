import { hash } from '@node-rs/argon2';
import { createMacs } from '../../src/common/crypto.js';
import { DEVICE_LIFETIME, newDeviceId, writeDeviceMemory } from '../../src/common/device-memory.js';
import { widestNetworkOf } from '../../src/common/networks.js';
import { createLog } from '../../src/common/log.js';
import { type RunningServer, startServer } from '../../src/server.js';
import type { SmsMessage } from '../../src/sms/provider.js';
import { type DatabaseKind, openTestDatabase, type TestDatabase } from '../../test/support/databases.js';

/** The parts of an answer that the people and the attacker look at. */
export interface Answer {
  readonly status: number;
  readonly params: Readonly<Record<string, unknown>>;
}

/** One request. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  /** Address of the caller. */
  readonly ip: string;
  /** The header `X-Auth-Challenge`. */
  readonly solution?: string | undefined;
  /** The header `X-Auth-Device`. */
  readonly device?: string | undefined;
}

const secret = 'a secret for the simulation, long enough to be one';
const macs = createMacs(secret);

/** The password of the members that `addMembers` adds. */
export const memberPassword = 'correct horse battery';

/** The login of a member. */
export const memberLogin = (n: number): string => `member-${n}`;

/** A server with its real limits, an SMS provider that keeps the codes, and a clock that can be moved. */
export class Site {
  readonly #database: TestDatabase;
  #server: RunningServer | undefined;
  /** The time of the database in milliseconds since 1970. start() sets it to the present; after that, only advance() moves it. */
  #now = Date.now();
  readonly #codes = new Map<string, string>();
  /** How many SMS the provider was asked to send since start(). */
  sent = 0;

  private constructor(database: TestDatabase) {
    this.#database = database;
  }

  static async open(kind?: DatabaseKind): Promise<Site> {
    return new Site(await openTestDatabase(kind));
  }

  /** Starts the server, or starts it anew, on an empty database, with `settings` and the defaults of all other settings. */
  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.#server?.close();
    await this.#database.reset();
    await this.#stopClock();
    this.#codes.clear();
    this.sent = 0;
    const send = ({ to, text }: SmsMessage) => {
      this.sent++;
      this.#codes.set(to, /#(\d+)$/.exec(text)?.[1] ?? '');
      return Promise.resolve();
    };
    const environment = {
      NODE_ENV: 'development',
      PORT: '0',
      DATA_DIR: 'memory://',
      SERVER_SECRET: secret,
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    };
    // A captcha accepts every token: whoever has one has solved it.
    const captcha = { verify: () => Promise.resolve(true) };
    const overrides = { db: this.#database.db, sms: { send }, log: createLog('silent') };
    this.#server = await startServer(environment, settings['CHALLENGE_TYPE'] ? { ...overrides, captcha } : overrides);
  }

  async call({ method, path, body, ip, solution, device }: Call): Promise<Answer> {
    const response = await fetch(this.#server!.url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': ip,
        ...(solution === undefined ? {} : { 'X-Auth-Challenge': solution }),
        ...(device === undefined ? {} : { 'X-Auth-Device': device }),
      },
      body: JSON.stringify(body),
    });
    const { params } = (await response.json()) as { params: Answer['params'] };
    return { status: response.status, params };
  }

  /** The memory that a device has of a number after a sign-in thirty days ago. */
  memoryOf(phone: string): string {
    const expiresAt = Math.floor(this.#now / 1000) + DEVICE_LIFETIME - 30 * 86_400;
    return writeDeviceMemory(macs, phone, { id: newDeviceId(), expiresAt });
  }

  /**
   * Adds accounts with a login. Checking their passwords takes a hundredth of the usual time, which makes the simulation faster and doesn't
   * change its results. What many passwords do to the processor is tested in test/domain/admission/thread-pool.test.ts.
   */
  async addMembers(count: number): Promise<void> {
    const cheap = await hash(memberPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const text = `insert into accounts (login, password_hash, created_at)
      select 'member-' || n, $1, auth_now() from generate_series(0, $2::int - 1) n`;
    await this.#database.db.query({ name: '', text }, [cheap, count]);
  }

  /**
   * Makes the network of an address one in which the owner of a login has signed in thirty days ago.
   * @param address an IPv4 address, or the /64 of an IPv6 address (`2001:db8:0:1::/64`)
   */
  async rememberNetwork(login: string, address: string): Promise<void> {
    const key = macs.counter('network', login, widestNetworkOf(address));
    const text = `insert into known_networks (key, account_id, expires_at)
      select $1, id, auth_now() + interval '60 days' from accounts where login = $2 on conflict do nothing`;
    await this.#database.db.query({ name: '', text }, [key, login]);
  }

  /** The code of the last SMS to a number; '' if there was none. */
  codeFor(phone: string): string {
    return this.#codes.get(phone) ?? '';
  }

  /** Moves the clock of the database, which all limits use. The simulated calls take no time on it. */
  async advance(seconds: number): Promise<void> {
    this.#now += seconds * 1000;
    const text = 'update simulated_clock set at = $1::timestamptz';
    await this.#database.db.query({ name: '', text }, [new Date(this.#now).toISOString()]);
  }

  /**
   * Stops the clock of the database at the present, and makes the database read it from a table. If the function were replaced at each step of
   * the clock, the database would plan all statements anew.
   */
  #stopClock(): Promise<void> {
    this.#now = Date.now();
    const clock = `create table if not exists simulated_clock (at timestamptz);
      delete from simulated_clock;
      insert into simulated_clock values ('${new Date(this.#now).toISOString()}');
      create or replace function auth_now() returns timestamptz language sql volatile
      as $$ select at from simulated_clock $$`;
    return this.#database.db.withAdvisoryLock(1, tx => tx.script(clock));
  }

  async close(): Promise<void> {
    await this.#server?.close();
    await this.#database.close();
  }
}
