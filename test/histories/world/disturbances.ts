/** A call of the protocol, by method and path. */
export type CallName =
  | 'POST creds'
  | 'PUT creds'
  | 'POST session'
  | 'GET session'
  | 'PUT session'
  | 'DELETE session'
  | 'PATCH account';

export const CALL_NAMES: readonly CallName[] = [
  'POST creds',
  'PUT creds',
  'POST session',
  'GET session',
  'PUT session',
  'DELETE session',
  'PATCH account',
];

/** An answer as `fetch` receives it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What happens to one call on its way to the server and back. */
export interface Disturbance {
  /** Milliseconds until the server has the call; null if it never gets it. */
  readonly up: number | null;
  /** Milliseconds from there until the page has the answer; null if it never gets one. */
  readonly down: number | null;
  /** What the page gets in place of the server's answer; null if the connection breaks. */
  readonly answer?: Answer | null;
}

const html = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Please sign in</title>',
});

const json = (status: number, body: object, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const envelope = (code: number, params: object, headers = {}): Answer =>
  json(code, { code, text: 'Error', params }, headers);

const UP = 20;
const DOWN = 20;

/** The call of an ordinary day. */
export const UNDISTURBED: Disturbance = { up: UP, down: DOWN };

/** By name: what a network, a proxy or a server in trouble does to a call. */
export const DISTURBANCES = {
  'is slow': { up: 3_000, down: 3_000 },
  'arrives late': { up: 11_000, down: 1_000 },
  'is answered late': { up: UP, down: 12_000 },
  'gets lost': { up: null, down: 60, answer: null },
  'loses its answer': { up: UP, down: DOWN, answer: null },
  'is never answered': { up: UP, down: null },
  'never arrives': { up: null, down: null },
  'gets a page with 200': { up: null, down: 40, answer: html(200) },
  'gets a page with 401': { up: null, down: 40, answer: html(401) },
  'gets a page with 401 in place of its answer': { up: UP, down: DOWN, answer: html(401) },
  'gets a page with 503': { up: null, down: 40, answer: html(503) },
  'gets JSON with 401': { up: null, down: 40, answer: json(401, { error: 'unauthorized' }) },
  'gets half an answer': {
    up: UP,
    down: DOWN,
    answer: { status: 200, headers: {}, body: '{"code":200,"text":"OK","params":{' },
  },
  'gets 500 in place of its answer': { up: UP, down: DOWN, answer: envelope(500, {}) },
  'gets 503': { up: null, down: 40, answer: envelope(503, {}) },
  'gets 429': {
    up: null,
    down: 40,
    answer: envelope(429, { what: 'ip', retryAfter: 20 }, { 'retry-after': '20' }),
  },
  'gets 429 for ever': { up: null, down: 40, answer: html(429) },
} as const satisfies Readonly<Record<string, Disturbance>>;

export type DisturbanceName = keyof typeof DISTURBANCES;
