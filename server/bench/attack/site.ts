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
}

/** A server with its real limits, an SMS provider that keeps the codes, and a clock that can be moved. */
export class Site {
  readonly #database: TestDatabase;
  #server: RunningServer | undefined;
  /** The time of the database in milliseconds since 1970. It only changes when advance() moves it. */
  #now = Date.now();
  readonly #codes = new Map<string, string>();
  /** How many SMS the provider was asked to send. Each SMS costs money. */
  sent = 0;

  private constructor(database: TestDatabase) {
    this.#database = database;
  }

  static async open(kind?: DatabaseKind): Promise<Site> {
    return new Site(await openTestDatabase(kind));
  }

  /** Starts the server on an empty database, with `settings` and the defaults of all other settings. */
  async start(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.#server?.close();
    await this.#database.reset();
    await this.advance(0);
    this.#codes.clear();
    this.sent = 0;
    const send = ({ to, text }: SmsMessage) => {
      this.sent += 1;
      this.#codes.set(to, /#(\d+)$/.exec(text)?.[1] ?? '');
      return Promise.resolve();
    };
    const environment = {
      NODE_ENV: 'development',
      PORT: '0',
      DATA_DIR: 'memory://',
      SERVER_SECRET: 'a secret for the simulation, long enough to be one',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    };
    this.#server = await startServer(environment, { db: this.#database.db, sms: { send }, log: createLog('silent') });
  }

  async call({ method, path, body, ip, solution }: Call): Promise<Answer> {
    const response = await fetch(this.#server!.url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': ip,
        ...(solution === undefined ? {} : { 'X-Auth-Challenge': solution }),
      },
      body: JSON.stringify(body),
    });
    const { params } = (await response.json()) as { params: Answer['params'] };
    return { status: response.status, params };
  }

  /** The code of the last SMS to a number. */
  codeFor(phone: string): string {
    return this.#codes.get(phone) ?? '';
  }

  /** Moves the clock of the database, which all limits use. The simulated calls take no time on it. */
  advance(seconds: number): Promise<void> {
    this.#now += seconds * 1000;
    const now = new Date(this.#now).toISOString();
    const clock = `create or replace function auth_now() returns timestamptz language sql volatile
      as $$ select timestamptz '${now}' $$`;
    return this.#database.db.withAdvisoryLock(1, tx => tx.script(clock));
  }

  async close(): Promise<void> {
    await this.#server?.close();
    await this.#database.close();
  }
}
