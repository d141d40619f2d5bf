import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The connections of a database pool. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  /** How many calls wait for a connection. */
  readonly waiting: number;
}

/** The metrics of the server. No label value comes from a caller: there is no path, number, login, address or token. */
export interface Metrics {
  readonly registry: Registry;
  request(method: string, route: string, status: number, seconds: number): void;
  /** Counts a refused call or connection. `what` is that of the answer, `limit` the name of the limit. Each label is '' if there is none. */
  refusal(route: string, what: string, limit: string): void;
  /** Counts an event of the audit log. `method` is the way of signing in (`phone` or `password`), or ''. */
  event(event: string, method: string): void;
  /** Measures a message that was handed to the provider. `parts` is how many SMS it takes. */
  sms(provider: string, outcome: string, parts: number, seconds: number): void;
  /**
   * Counts a code that was sent to a number of the country, or a right one that was entered. `price` is what its SMS costs; it
   * counts when the code is sent.
   */
  code(event: 'sent' | 'entered', country: string, price: number): void;
  /** Counts a warning that hardly any code to a country is entered. */
  unenteredCodes(country: string): void;
  statement(name: string, seconds: number): void;
  /** Counts the outcome of a challenge. `reason` says why a solution failed, and `step` how hard a proof of work is. */
  challenge(event: {
    readonly call: string;
    readonly type: string;
    readonly outcome: string;
    readonly reason?: string;
    readonly step?: number;
  }): void;
  /** Reads the use of the pool whenever the metrics are read. */
  watchPool(read: () => PoolUse): void;
  /** Reads the number of open connections of clients whenever the metrics are read. */
  watchConnections(read: () => Promise<number>): void;
}

/** The HTTP methods that are label values. Node.js takes others too, such as PROPFIND: they count as `other`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Upper bounds of the buckets for calls and statements, in seconds. */
const FAST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Upper bounds of the buckets for SMS providers, in seconds. */
const SLOW_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Creates the metrics of one server in a new registry, so that several servers in one process don't share them. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'auth_http_request_duration_seconds',
    help: 'Duration of calls by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: FAST_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'auth_refusals_total',
    help: 'Calls that were refused, by what the error is about and by limit.',
    labelNames: ['route', 'what', 'limit'] as const,
    registers,
  });
  const events = new Counter({
    name: 'auth_events_total',
    help: 'Events of the audit log.',
    labelNames: ['event', 'method'] as const,
    registers,
  });
  const messages = new Histogram({
    name: 'auth_sms_duration_seconds',
    help: 'Time that the SMS provider took, by outcome: accepted, refused or unknown.',
    labelNames: ['provider', 'outcome'] as const,
    buckets: SLOW_BUCKETS,
    registers,
  });
  const parts = new Counter({
    name: 'auth_sms_parts_total',
    help: 'SMS by outcome, including those of refused messages. A long message takes several SMS.',
    labelNames: ['provider', 'outcome'] as const,
    registers,
  });
  const codes = new Counter({
    name: 'auth_codes_total',
    help: 'Codes by country, sent or entered and right. Test numbers do not count.',
    labelNames: ['country', 'event'] as const,
    registers,
  });
  const prices = new Counter({
    name: 'auth_sms_price_total',
    help: 'What the SMS to a country cost, in units of SMS_PRICES.',
    labelNames: ['country'] as const,
    registers,
  });
  const unentered = new Counter({
    name: 'auth_unentered_codes_total',
    help: 'Warnings that hardly any code to a country is entered.',
    labelNames: ['country'] as const,
    registers,
  });
  const statements = new Histogram({
    name: 'auth_database_statement_duration_seconds',
    help: 'Duration of SQL statements by name, with the wait for a connection.',
    labelNames: ['statement'] as const,
    buckets: FAST_BUCKETS,
    registers,
  });
  const challenges = new Counter({
    name: 'auth_challenges_total',
    help: 'Challenges by call, type and outcome: given (with its step), solved, failed (with the reason).',
    labelNames: ['call', 'type', 'outcome', 'reason', 'step'] as const,
    registers,
  });
  return {
    registry,
    request(method, route, status, seconds) {
      requests.observe({ method: METHODS.has(method) ? method : 'other', route, status }, seconds);
    },
    refusal: (route, what, limit) => refusals.inc({ route, what, limit }),
    event: (event, method) => events.inc({ event, method }),
    sms(provider, outcome, count, seconds) {
      messages.observe({ provider, outcome }, seconds);
      parts.inc({ provider, outcome }, count);
    },
    code(event, country, price) {
      codes.inc({ country, event });
      if (event === 'sent') prices.inc({ country }, price);
    },
    unenteredCodes: country => unentered.inc({ country }),
    statement: (statement, seconds) => statements.observe({ statement }, seconds),
    challenge: ({ call, type, outcome, reason = '', step = '' }) =>
      challenges.inc({ call, type, outcome, reason, step }),
    watchPool(read) {
      new Gauge({
        name: 'auth_database_connections',
        help: 'Connections to the database: open and idle ones, and calls that wait for one.',
        labelNames: ['state'] as const,
        registers,
        collect() {
          for (const [state, count] of Object.entries(read())) this.set({ state }, count as number);
        },
      });
    },
    watchConnections(read) {
      new Gauge({
        name: 'auth_http_connections',
        help: 'Open connections of clients.',
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
  };
}
