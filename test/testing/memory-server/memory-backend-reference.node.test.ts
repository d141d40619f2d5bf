// The server in memory compared with the reference server: the same random calls to both.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Harness } from '../../../server/test/support/harness.js';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { toFailure } from '../../../src/core/auth-error.js';
import type { AuthBackend, SignInOptions } from '../../../src/core/auth-backend.js';
import { MemoryBackend } from '../../../src/testing/memory-server/memory-backend.js';

type Lists = Record<string, string[]>;

/** A call of the random sequence, for both servers, with the tokens each of them granted. */
type Step = (server: {
  readonly backend: AuthBackend;
  readonly tokens: string[];
  /** The states and device memories of each number, oldest first. */
  readonly states: Lists;
  readonly devices: Lists;
  codeFor(phone: string): string;
}) => Promise<unknown>;

const PHONES = ['79990000001', '79161234567', '79161234568'];
/** Numbers that get no SMS: a landline, Kazakhstan, nobody's. */
const UNREACHABLE = ['74951234567', '77011234567', '70000000000'];
const LOGINS = ['anna', 'Boris', 'x'];
const PASSWORDS = ['correct horse', 'wrong horse', 'short'];
const NAMES = ['Anna', ' Boris ', '', 'a'.repeat(65), '\u2800', 'two\nlines'];
const SECONDS = [1, 30, 61, 301, 901, 3601, 86_400, 800_000, 2_600_000];

/** Random numbers that are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

/** Times may differ by the seconds the calls took; tokens, users, states and device memories always differ. */
function normalize(outcome: Record<string, unknown>) {
  const { token, user, expiresIn, retryAfter, created, state, device, ...rest } = outcome;
  return {
    ...rest,
    created: created === true,
    hasToken: token !== undefined,
    hasUser: user !== undefined,
    hasState: state !== undefined,
    hasDevice: device !== undefined,
    seconds: [expiresIn, retryAfter],
  };
}

/** Makes the same random calls to both servers, and compares their outcomes. Returns the names of calls with their outcomes. */
async function compare(t: TestContext, isAboutCodes: boolean): Promise<Set<unknown>> {
  const harness = await Harness.open();
  t.after(() => harness.close());
  // The limits that the other lacks and that this sequence would reach.
  await harness.start({ PASSWORD_FREE_FAILURES: '1000000', PASSWORD_FREE_FAILURES_PER_LOGIN: '1000000' });
  const memory = new MemoryBackend();
  const options: SignInOptions = { register: false };
  const servers = [
    {
      backend: new RestBackend(harness.url),
      tokens: [] as string[],
      states: {} as Lists,
      devices: {} as Lists,
      codeFor: (phone: string) => harness.codeFor(phone),
    },
    {
      backend: memory,
      tokens: [] as string[],
      states: {} as Lists,
      devices: {} as Lists,
      codeFor: (phone: string) => memory.sentSms.findLast(sms => sms.phone === phone)!.code,
    },
  ] as const;
  const seed = Number(process.env.SEED ?? 14);
  t.diagnostic(`SEED=${seed}`);
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[random(list.length)]!;
  const hasSms = new Set<string>();

  const nextStep = (): [string, Step] => {
    const phone = pick(PHONES);
    const isRight = random(5) > 2;
    const tokenIndex = random(6);
    const key = `key-${random(2)}`;
    // The last state or device memory of this or another number, an earlier one, or none.
    const [shows, age, owner] = isAboutCodes
      ? [random(4), 1 + random(2), random(3) > 0 ? phone : pick(PHONES)]
      : [0, 1, phone];
    const proofsOf = ({ states, devices }: Parameters<Step>[0]) => ({
      state: shows === 1 || shows === 3 ? states[owner]?.at(-age) : undefined,
      device: shows === 2 ? devices[owner]?.at(-age) : undefined,
    });
    const [login, password, name] = [pick(LOGINS), pick(PASSWORDS), pick(NAMES)];
    // The codes of test numbers are known. For other numbers, the SMS tells the code; without one, any code is wrong.
    const codeOf = (server: Parameters<Step>[0]) => {
      if (phone === '79990000001') return isRight ? '111111' : '111112';
      if (!hasSms.has(phone)) return '000001';
      const code = server.codeFor(phone);
      return isRight ? code : `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0');
    };
    const tokenOf = ({ tokens }: { tokens: string[] }) => tokens.at(-1 - tokenIndex) ?? 'unknown';
    const aboutCodes: [string, Step][] = [
      [`requestCode ${phone}`, ({ backend }) => backend.requestCode(phone, options)],
      [`requestCode ${phone}`, ({ backend }) => backend.requestCode(phone, options)],
      ...[1, 2].map((): [string, Step] => [
        `verifyCode ${phone} ${isRight} ${['', 'state', 'device', 'state'][shows]} ${age} of ${owner}`,
        server => server.backend.verifyCode(phone, codeOf(server), { ...options, ...proofsOf(server) }),
      ]),
      [
        `verifyCode ${phone} ${isRight} ${key}`,
        server => server.backend.verifyCode(phone, codeOf(server), { ...options, idempotencyKey: key }),
      ],
    ];
    const nobody = UNREACHABLE[tokenIndex % UNREACHABLE.length]!;
    const aboutNobody: [string, Step][] = [
      [`requestCode ${nobody}`, ({ backend }) => backend.requestCode(nobody, options)],
      [`verifyCode ${nobody}`, ({ backend }) => backend.verifyCode(nobody, '123456', options)],
    ];
    const others: [string, Step][] = [
      [`login ${login} ${password}`, ({ backend }) => backend.login(login, password, options)],
      [`getSession ${tokenIndex}`, server => server.backend.getSession(tokenOf(server), options)],
      [`renewSession ${tokenIndex}`, server => server.backend.renewSession(tokenOf(server), options)],
      [`setDisplayName ${tokenIndex} ${name}`, server => server.backend.setDisplayName(tokenOf(server), name, options)],
      [`endSession ${tokenIndex}`, server => server.backend.endSession(tokenOf(server), options)],
    ];
    return pick([...aboutCodes, ...(isAboutCodes ? [...aboutCodes, ...aboutNobody] : others)]);
  };

  const codes = new Set<unknown>();
  const trace: string[] = [];
  for (let i = 0; i < 600; i++) {
    if (random(8) === 0) {
      const seconds = pick(SECONDS);
      trace.push(`+${seconds}`);
      await harness.database.advance(seconds);
      memory.clock.advance(seconds);
    }
    const [name, step] = nextStep();
    trace.push(name);
    const outcomes = [];
    for (const server of servers) {
      const outcome = await step(server).then(
        value => ({ code: 'ok', ...(value as object) }),
        (error: unknown) => ({ ...toFailure(error) }),
      );
      const { token, state, device } = outcome as { token?: string; state?: string; device?: string };
      if (token !== undefined) server.tokens.push(token);
      const phone = name.split(' ')[1]!;
      if (state !== undefined) (server.states[phone] ??= []).push(state);
      if (device !== undefined) (server.devices[phone] ??= []).push(device);
      outcomes.push(normalize(outcome));
    }
    const [reference, own] = outcomes as [ReturnType<typeof normalize>, ReturnType<typeof normalize>];
    const message = `${name}, after ${trace.slice(-30, -1).join(', ')}`;
    codes.add(`${name.split(' ')[0]} ${String((reference as Record<string, unknown>).code)}`);
    if (name.startsWith('requestCode 79161') && (reference as Record<string, unknown>).code === 'ok')
      hasSms.add(name.split(' ')[1]!);
    const { seconds: expected, ...referenceRest } = reference;
    const { seconds: actual, ...ownRest } = own;
    assert.deepEqual(ownRest, referenceRest, message);
    for (const index of [0, 1]) {
      const [a, b] = [actual[index], expected[index]];
      assert.ok(a === b || Math.abs(Number(a) - Number(b)) <= 20, `${message}: ${String(a)} instead of ${String(b)}`);
    }
  }
  return codes;
}

test('random calls have the same outcome as at the reference server', async t => {
  const codes = await compare(t, false);
  // The sequence must have reached what it compares.
  for (const outcome of ['wrong-code', 'blocked', 'code-expired', 'ok'])
    assert.ok(codes.has(`verifyCode ${outcome}`), outcome);
  for (const outcome of ['too-soon', 'blocked', 'ok']) assert.ok(codes.has(`requestCode ${outcome}`), outcome);
  for (const outcome of ['wrong-credentials', 'policy', 'ok']) assert.ok(codes.has(`login ${outcome}`), outcome);
  for (const call of ['getSession', 'renewSession', 'setDisplayName'])
    for (const outcome of ['session-expired', 'ok']) assert.ok(codes.has(`${call} ${outcome}`), `${call} ${outcome}`);
});

test('random codes, with states and device memories, have the same outcome as at the reference server', async t => {
  const codes = await compare(t, true);
  for (const outcome of ['wrong-code', 'blocked', 'code-expired', 'invalid-phone', 'ok'])
    assert.ok(codes.has(`verifyCode ${outcome}`), outcome);
  for (const outcome of ['too-soon', 'blocked', 'invalid-phone', 'ok'])
    assert.ok(codes.has(`requestCode ${outcome}`), outcome);
});

test('new logins and names are accepted and refused as at the reference server', async t => {
  const harness = await Harness.open();
  t.after(() => harness.close());
  await harness.start({ NEW_LOGINS_PER_IP: '1000' });
  const servers: readonly AuthBackend[] = [new RestBackend(harness.url), new MemoryBackend()];
  const outcomeOf = (call: Promise<unknown>) =>
    call.then(
      answer => (answer as { displayName?: string }).displayName,
      (error: unknown) => {
        const { code, field } = toFailure(error);
        return { code, field };
      },
    );
  const outcomes = new Set<string>();
  /** Makes a call to both servers, and compares the outcomes. */
  const compareCall = async (what: string, call: (backend: AuthBackend, index: number) => Promise<unknown>) => {
    const [expected, actual] = await Promise.all(servers.map((backend, index) => outcomeOf(call(backend, index))));
    assert.deepEqual(actual, expected, what);
    outcomes.add(typeof expected === 'string' ? 'ok' : `${expected?.code} ${expected?.field}`);
  };
  const options: SignInOptions = { register: true };
  for (const [login, password] of [
    ...['admin', 'Support', '_.ro-ot', 'admin1', 'administrators'].map(login => [login, 'correct horse']),
    ...['9161234567', '7.916.123.45.67', '123456789012345', '123456789', '1234567890123456'].map(login => [
      login,
      'correct horse',
    ]),
    ...['Long.Login', 'long.login', 'ｌong.login', 'long_login'].map(password => ['long.login', password]),
  ] as [string, string][])
    await compareCall(`${login} ${password}`, backend => backend.login(login, password, options));
  const tokens = await Promise.all(
    servers.map(async backend => (await backend.login('anna', 'correct horse', options)).token!),
  );
  for (const name of [
    ...[
      'a\u200eb',
      'a\u00adb',
      'a\ue000b',
      '\u0301a',
      'a\u0301b',
      `a${'\u0301'.repeat(5)}`,
      `a${'\u0301'.repeat(6)}`,
      '\u115f',
    ],
    ...[
      'a\u2060b',
      'a\ufeffb',
      'a\ufffcb',
      'a\u2800b',
      'a\ufffeb',
      'a\u061cb',
      'a\u{e0041}b',
      'a\ud800b',
      'a\u2028b',
      '\u{16fe4}',
    ],
    ...['Nguyễn', '\u{1f469}\u200d\u{1f4bb}', '1\ufe0f\u20e3', 'क्ष', 'می\u200cخواهم', '葛\u{e0100}', 'a b', ' Anna '],
  ])
    await compareCall(`name ${JSON.stringify(name)}`, (backend, index) =>
      backend.setDisplayName(tokens[index]!, name, {}),
    );
  assert.deepEqual([...outcomes].sort(), ['ok', 'policy displayName', 'policy login', 'policy password']);
});
