// The contract check against the reference server and against servers with one fault each, its command line, and its bundle.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Harness } from '../../server/test/support/harness.js';
import type { CheckOptions, Result } from '../../contract-check/check.js';
import { runCommand } from '../../contract-check/cli.js';
import { mutants } from './mutants/mutants.js';
import {
  changeHeaders,
  changeReplies,
  CREDENTIALS_PATH,
  type Exchange,
  type Forward,
  groupsFor,
  isCall,
  makeReply,
  type Mutant,
  omit,
  readEnvelope,
  type Reply,
  SESSION_PATH,
  withEnvelope,
} from './mutants/support.js';
import { formatResult } from '../../contract-check/report.js';
import { checksFor, runChecks, type RunSettings } from '../../contract-check/runner.js';
import { sample } from '../support/full.mjs';

const ORIGIN = 'https://example.org';

/** The settings with which the reference server asks for a challenge at each request for a code and each sign-in. */
const challengeSettings = { CHALLENGE: 'always', CHALLENGE_WORK: '2' };

const optionsFor = (url: string, challenge = false): CheckOptions => ({
  url,
  numbers: [
    { phone: '79990000001', code: '111111' },
    { phone: '79990000002', code: '222222' },
  ],
  origin: ORIGIN,
  password: true,
  challenge,
});

/** The ids and outcomes of the rules that do not hold. */
const deviationsOf = (results: readonly Result[]) =>
  results.filter(({ outcome }) => outcome !== 'holds').map(({ id, outcome }) => [id, outcome]);

/** A fault that leaves `what` out of the replies with some of the statuses. */
const leaveOutWhat = (isAffected: (status: number) => boolean) =>
  changeReplies(reply => {
    if (!isAffected(reply.status)) return reply;
    const envelope = readEnvelope(reply);
    return withEnvelope(reply, { ...envelope, params: omit('what')(envelope.params) });
  });

const parseObject = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
};

/** A server for the tests: the reference server behind a proxy. */
type ProxySettings = Pick<Mutant, 'challenge' | 'env' | 'createFault'>;

/** Starts a proxy with this fault, if there is one, in front of the reference server. */
async function startProxy({ createFault }: ProxySettings, url: string): Promise<{ url: string; server: Server }> {
  const fault = createFault?.();
  const handle = async (request: IncomingMessage, serverResponse: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = parseObject(text);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (!['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)) headers[name] = String(value);
    }
    const exchange = { method: request.method!, path: request.url!, headers, body };
    const forward: Forward = async changed => {
      // A body that is not a JSON object is forwarded unchanged.
      const content = Object.keys(body).length > 0 ? JSON.stringify(changed.body) : text;
      const response = await fetch(url + changed.path, {
        method: changed.method,
        headers: changed.headers,
        redirect: 'manual',
        ...(content === '' || changed.method === 'GET' ? {} : { body: content }),
      });
      const reply: Reply = { status: response.status, headers: {}, rawBody: await response.text() };
      response.headers.forEach((value, name) => {
        if (!['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'date'].includes(name)) {
          reply.headers[name] = value;
        }
      });
      return reply;
    };
    const reply = fault ? await fault(exchange, forward) : await forward(exchange);
    serverResponse.writeHead(reply.status, reply.headers).end(reply.status === 204 ? undefined : reply.rawBody);
  };
  const server = createServer((request, serverResponse) => void handle(request, serverResponse));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('the contract check', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.open();
  });
  after(() => harness.close());

  /** The total seconds of the waits. Instead of waiting, the tests move the clock of the database forward. */
  let waited = 0;
  const wait = (seconds: number) => {
    waited += seconds;
    return harness.database.advance(seconds);
  };
  const run = (url: string, challenge = false, settings: RunSettings = {}) =>
    runChecks(optionsFor(url, challenge), { wait, ...settings });

  async function runOn(proxy: ProxySettings, settings: RunSettings = {}): Promise<readonly Result[]> {
    await harness.start({ ...(proxy.challenge ? challengeSettings : {}), ...proxy.env });
    const { url, server } = await startProxy(proxy, harness.url);
    try {
      return await run(url, proxy.challenge, settings);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it('finds no fault in the reference server', async () => {
    await harness.start();
    const results = await run(harness.url);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
    assert.equal(results.length, checksFor({ challenge: false }).length);
  });

  it('finds no fault in the reference server while it asks for challenges', async () => {
    await harness.start(challengeSettings);
    const results = await run(harness.url, true);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
    assert.equal(results.length, checksFor({ challenge: true }).length);
  });

  it('solves challenges without being told, as the widget does', async () => {
    await harness.start(challengeSettings);
    const results = await run(harness.url);
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
  });

  it('finds no fault in a server for another country, if the command line names the numbers', async () => {
    const env = {
      COUNTRIES: 'BY',
      SMS_PRICES: 'BY:1',
      TEST_NUMBERS: '375291234567:111111,375291234568:222222',
    };
    const numbers = [
      { phone: '375291234567', code: '111111' },
      { phone: '375291234568', code: '222222' },
    ] as const;
    const findDeviations = async (challenge: boolean, overrides: Partial<CheckOptions> = {}) => {
      await harness.start({ ...env, ...(challenge ? challengeSettings : {}) });
      return deviationsOf(await runChecks({ ...optionsFor(harness.url, challenge), numbers, ...overrides }, { wait }));
    };
    assert.deepEqual(await findDeviations(false), []);
    assert.deepEqual(await findDeviations(false, { unservedNumber: '375171234567' }), []);
    assert.deepEqual(await findDeviations(true, { unusedNumber: '375290000000' }), []);
    assert.deepEqual(await findDeviations(true), [['challenge-same', 'skipped']]);
    await harness.start(env);
    const args = numbers.flatMap(({ phone, code }) => ['--test-number', phone, '--test-code', code]);
    let output = '';
    const print = (text: string) => (output += text);
    assert.equal(await runCommand([harness.url, ...args, '--unserved-number', '2478412'], print, print), 0, output);
    const [country] = await findDeviations(false, { unservedNumber: '375296543210' });
    assert.deepEqual(country, ['country', 'fails']);
  });

  it('finds no fault through a proxy that changes nothing', async () => {
    const results = await runOn({});
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
  });

  it('fails no server that leaves out what the protocol lets it leave out, or that the widget copes with', async () => {
    const createFault = () => async (exchange: Exchange, forward: Forward) => {
      const { method, path, headers } = exchange;
      // It has no passwords and no names, and ignores members that it doesn't know.
      const isAbsent = path === '/v1/account' || isCall(exchange, 'POST', SESSION_PATH);
      const reply = await forward({
        ...exchange,
        path: isAbsent ? '/v1/absent' : path,
        body: isAbsent ? {} : path === CREDENTIALS_PATH ? omit('displayName')(exchange.body) : exchange.body,
      });
      if (method === 'OPTIONS') {
        const { 'access-control-allow-methods': _, ...others } = reply.headers;
        const allowed = {
          'access-control-allow-methods': 'GET, POST, PUT, DELETE',
          'access-control-allow-headers': 'Content-Type, Authorization, X-Auth-State, X-Auth-Device',
        };
        return { status: 200, headers: _ === undefined ? others : { ...others, ...allowed }, rawBody: '' };
      }
      if (method === 'DELETE' && /y{43}|z{43}/.test(headers['authorization'] ?? ''))
        return makeReply(reply, 401, { what: 'token' });
      if (reply.status !== 200) return reply;
      const { params } = readEnvelope(reply);
      return makeReply(reply, 200, omit('displayName')(omit('idempotent')(params)));
    };
    await harness.start();
    const { url, server } = await startProxy({ createFault }, harness.url);
    try {
      const results = await runChecks({ ...optionsFor(url), password: false }, { wait });
      assert.deepEqual(deviationsOf(results), [
        ['exact-bodies', 'copes'],
        ['idempotency', 'copes'],
        ['account-name', 'copes'],
        ['account-rules', 'skipped'],
        ['sign-out-unknown', 'copes'],
        ...['register', 'login', 'wrong', 'rules'].map(name => [`password-${name}`, 'skipped']),
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('gives a name to an account whose name is empty', async () => {
    const createFault = changeReplies(reply => {
      const { params } = readEnvelope(reply);
      return reply.status === 200 && params['displayName'] === null
        ? makeReply(reply, 200, { ...params, displayName: '' })
        : reply;
    });
    const results = await runOn({ createFault }, { groups: ['phone', 'session'] });
    assert.deepEqual(deviationsOf(results), []);
  });

  it('solves challenges that do not say when they end', async () => {
    const ends = new Map<unknown, unknown>();
    /** Gives the challenge of a solution its end again, because the signature covers it. */
    const restore = (header: string) => {
      const { challenge, ...others } = parseObject(Buffer.from(header, 'base64').toString());
      const { parameters, signature } = Object(challenge) as Record<string, Record<string, unknown> | undefined>;
      if (!ends.has(parameters?.['nonce'])) return header;
      const whole = { ...parameters, expiresAt: ends.get(parameters?.['nonce']) };
      return Buffer.from(JSON.stringify({ challenge: { parameters: whole, signature }, ...others })).toString('base64');
    };
    const createFault = () => async (exchange: Exchange, forward: Forward) => {
      const header = exchange.headers['x-auth-challenge'];
      const headers = header === undefined ? {} : { 'x-auth-challenge': restore(header) };
      const reply = await forward({ ...exchange, headers: { ...exchange.headers, ...headers } });
      const { params } = readEnvelope(reply);
      if (params['what'] !== 'challenge') return reply;
      const { expiresAt, ...parameters } = params['parameters'] as Record<string, unknown>;
      ends.set(parameters['nonce'], expiresAt);
      return makeReply(reply, 403, { ...params, parameters });
    };
    const results = await runOn({ challenge: true, createFault }, { groups: ['password', 'challenge'] });
    assert.deepEqual(deviationsOf(results), [
      ['challenge', 'copes'],
      ['challenge-life', 'skipped'],
      ['challenge-expired', 'skipped'],
    ]);
  });

  it('finds no fault in a server that lets one sign-in to an account run at a time', async () => {
    const running = new Set<unknown>();
    const createFault = () => async (exchange: Exchange, forward: Forward) => {
      const { login } = exchange.body;
      const isSignIn = isCall(exchange, 'POST', SESSION_PATH);
      if (isSignIn && running.has(login)) {
        const reply = { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '1' }, rawBody: '' };
        return withEnvelope(reply, { code: 429, text: 'Error', params: { what: 'ip', retryAfter: 1 } });
      }
      if (isSignIn) running.add(login);
      const reply = await forward(exchange);
      running.delete(login);
      return reply;
    };
    const results = await runOn(
      { challenge: true, createFault },
      { groups: ['password', 'challenge'], last: 'challenge-once' },
    );
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
    assert.equal(results.at(-1)?.id, 'challenge-once');
  });

  /** A fault that lets the test numbers wait a minute for their next code. */
  const letWait = (refuse: (reply: Reply, retryAfter: number) => Reply) => () => {
    const nextSendAt = new Map<unknown, number>();
    return async (exchange: Exchange, forward: Forward) => {
      const reply = await forward(exchange);
      if (!isCall(exchange, 'POST', CREDENTIALS_PATH) || ![200, 403].includes(reply.status)) return reply;
      const { tel } = exchange.body;
      const retryAfter = (nextSendAt.get(tel) ?? 0) - waited;
      if (retryAfter > 0) return refuse(reply, retryAfter);
      if (reply.status === 403) return reply;
      nextSendAt.set(tel, waited + 60);
      return makeReply(reply, 200, { ...readEnvelope(reply).params, resendIn: 60 });
    };
  };

  it('finds no fault in a server whose test numbers also have to wait a minute', async () => {
    const createFault = letWait((reply, retryAfter) => {
      const headers = { ...reply.headers, 'retry-after': String(retryAfter) };
      return makeReply({ ...reply, headers }, 429, { what: 'send', retryAfter });
    });
    const results = await runOn({ createFault });
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
  });

  it('waits for the next code of a server that does not say how long in both places, or at all', async () => {
    for (const createFault of [
      letWait((reply, retryAfter) => makeReply(reply, 429, { what: 'send', retryAfter })),
      letWait(reply => makeReply(reply, 429, { what: 'send' })),
    ]) {
      const results = await runOn({ createFault }, { groups: ['phone', 'block'] });
      assert.deepEqual(deviationsOf(results), [['send-minute', 'copes']]);
      const settings: RunSettings = { groups: ['phone', 'challenge'], last: 'challenge-same' };
      const challenged = await runOn({ challenge: true, createFault }, settings);
      assert.deepEqual(deviationsOf(challenged), [['send-minute', 'copes']]);
    }
  });

  it('blocks the second number of a server that leaves what out of every 401', async () => {
    const createFault = leaveOutWhat(status => status === 401);
    const results = await runOn({ createFault }, { groups: ['block', 'responses'] });
    assert.deepEqual(deviationsOf(results), [['block', 'copes']]);
  });

  it('finds the short block of a server that leaves what or Retry-After out of its errors', async () => {
    for (const createFault of [
      leaveOutWhat(status => status >= 400),
      changeHeaders(({ 'retry-after': _, ...headers }) => headers),
    ]) {
      const results = await runOn({ createFault, env: { BLOCK_STEPS: '60' } }, { groups: ['block'], last: 'block' });
      assert.deepEqual(deviationsOf(results), [['block', 'fails']]);
    }
  });

  it('finds no failure in errors whose code is not their status, because the widget ignores that code', async () => {
    const createFault = changeReplies(reply =>
      reply.status >= 400 ? withEnvelope(reply, { ...readEnvelope(reply), code: 0 }) : reply,
    );
    const results = await runOn({ challenge: true, createFault }, { groups: ['password', 'challenge', 'responses'] });
    const outcomes = [
      ['password-wrong', 'copes'],
      ['password-rules', 'copes'],
      ['envelope', 'copes'],
      ['no-state-in-429', 'skipped'],
    ];
    assert.deepEqual(deviationsOf(results), outcomes);
  });

  it('copes with a server whose envelopes have no text', async () => {
    const createFault = changeReplies(reply => {
      const { text: _, ...envelope } = readEnvelope(reply);
      return reply.rawBody === '' ? reply : { ...reply, rawBody: JSON.stringify(envelope) };
    });
    const results = await runOn({ createFault }, { groups: ['session', 'responses'] });
    assert.deepEqual(
      deviationsOf(results).filter(([, outcome]) => outcome !== 'skipped'),
      [['envelope', 'copes']],
    );
  });

  it('says nothing about the block of a number that the third wrong code does not block', async () => {
    const answerThirdCode = (third: Reply) => () => {
      let wrongCodes = 0;
      return async (exchange: Exchange, forward: Forward) => {
        const isWrong = isCall(exchange, 'PUT', CREDENTIALS_PATH) && exchange.body['val'] !== '222222';
        return isWrong && ++wrongCodes === 3 ? third : forward(exchange);
      };
    };
    const refusal = { status: 429, headers: { 'retry-after': '9' }, rawBody: '' };
    for (const server of [
      { env: { MAX_ATTEMPTS: '4' } },
      { createFault: answerThirdCode(makeReply(refusal, 429, { what: 'ip', retryAfter: 9 })) },
      // As a proxy refuses a call, and as a server does that says nothing of the limit.
      { createFault: answerThirdCode({ ...refusal, rawBody: '<h1>Slow down</h1>' }) },
      { createFault: answerThirdCode(makeReply(refusal, 429, { retryAfter: 9 })) },
    ]) {
      const results = await runOn(server, { groups: ['block'] });
      const outcomes = [
        ['block', 'fails'],
        ['block-right-code', 'skipped'],
        ['block-send', 'skipped'],
        ['block-session', 'skipped'],
      ];
      assert.deepEqual(deviationsOf(results), outcomes);
    }
  });

  for (const mutant of sample(mutants)) {
    it(`finds the fault of a server that ${mutant.fault}`, async () => {
      const results = await runOn(mutant, { groups: groupsFor(mutant), last: mutant.check });
      const found = results.find(({ id }) => id === mutant.check);
      assert.ok(found, `there is no check ${mutant.check}`);
      assert.equal(found.outcome, mutant.outcome, found.detail || 'it holds');
      assert.notEqual(found.detail, '');
      assert.ok(formatResult(found).endsWith(`see ${found.citation}`));
    });
  }

  it('has a mutant for every check except block-prepare, and unique ids', () => {
    const covered = new Set(mutants.map(({ check }) => check));
    const checks = checksFor({ challenge: true });
    // block-prepare makes the calls of send and right-code for the second number. These two find the faults of the calls before it.
    for (const { id } of checks) assert.ok(covered.has(id) || id === 'block-prepare', id);
    assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length);
  });

  it('prints the titles below each other, with a space before the title after the longest id', () => {
    const titles = checksFor({ challenge: true }).map(({ id, title, citation }) => {
      const line = formatResult({ id, title, citation, outcome: 'holds', detail: '' });
      assert.ok(line.includes(` ${id} `) && line.endsWith(` ${title}`), line);
      return line.length - title.length;
    });
    assert.equal(new Set(titles).size, 1);
    const [check] = checksFor({ challenge: true });
    const [, detail, citation] = formatResult({ ...check!, outcome: 'fails', detail: 'It did not.' }).split('\n');
    assert.equal(detail, `${' '.repeat(titles[0]!)}It did not.`);
    assert.equal(citation, `${' '.repeat(titles[0]!)}see ${check!.citation}`);
  });

  it('ends with 2 if the server does not respond', async () => {
    const { server, url } = await startProxy({}, harness.url);
    // Nothing listens on the port of a server that is closed.
    await new Promise(resolve => server.close(resolve));
    const args = [
      url,
      '--test-number',
      '79990000001',
      '--test-code',
      '1',
      '--test-number',
      '79990000002',
      '--test-code',
      '2',
    ];
    assert.equal(
      await runCommand(
        args,
        () => undefined,
        () => undefined,
      ),
      2,
    );
  });

  it('ends with 2 and prints the usage if the command line is invalid', async () => {
    const foreign = [
      '--test-number',
      '375291234567',
      '--test-code',
      '1',
      '--test-number',
      '2478412',
      '--test-code',
      '2',
    ];
    const invalid: readonly (readonly string[])[] = [
      [],
      ['ftp://example.org'],
      ['https://example.org'],
      ['https://example.org', '--test-number', '79990000001', '--test-code', '111111'],
      ['https://example.org', '--test-number', 'x', '--test-code', '1', '--test-number', 'y', '--test-code', '2'],
      ['https://example.org', '--unknown'],
      ['https://example.org', ...foreign, '--unserved-number', '+375'],
      ['https://example.org', ...foreign, '--unserved-number', '89161234567'],
      ['https://example.org', ...foreign, '--unused-number', '12345'],
      ['https://example.org', ...foreign, '--origin', 'https://page.example/'],
    ];
    for (const args of invalid) {
      let output = '';
      const code = await runCommand(
        args,
        () => assert.fail('no report is expected'),
        text => (output += text),
      );
      assert.equal(code, 2);
      assert.match(output, /auth-widget-check https:/);
    }
  });

  it('ends with 0 and prints the usage for --help and -h', async () => {
    for (const help of ['--help', '-h']) {
      let output = '';
      const code = await runCommand(
        [help],
        text => (output += text),
        () => assert.fail('no error is expected'),
      );
      assert.equal(code, 0);
      assert.match(output, /auth-widget-check https:/);
    }
  });

  it('is bundled into one file that needs only Node, and prints JSON with --json', async t => {
    const folder = await mkdtemp(join(tmpdir(), 'aw-check-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const { bundleContractCheck } = await import('../../contract-check/bundle.mjs');
    const file: string = await bundleContractCheck(folder);
    const source = await readFile(file, 'utf8');
    assert.match(source, /^#!\/usr\/bin\/env node\n/);
    for (const [, name] of source.matchAll(/\bfrom\s*["']([^"']+)["']/g)) assert.match(name!, /^node:/);
    await harness.start();
    const numbers = ['--test-number', '79990000001', '--test-code', '111111', '--test-number', '79990000002'];
    const args = [file, harness.url, ...numbers, '--test-code', '222222', '--origin', ORIGIN, '--json'];
    const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>(resolve => {
      execFile(process.execPath, args, { cwd: folder }, (error, output) =>
        resolve({ code: error?.code ?? 0, stdout: output }),
      );
    });
    const report = JSON.parse(stdout) as { server: string; counts: object; results: Result[] };
    assert.equal(report.server, harness.url);
    assert.deepEqual(
      report.results.filter(({ outcome }) => outcome !== 'holds'),
      [],
    );
    assert.deepEqual(report.counts, { holds: checksFor({ challenge: false }).length, copes: 0, fails: 0, skipped: 0 });
    assert.equal(code, 0);
  });
});
