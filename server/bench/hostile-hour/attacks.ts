// The attacks of the hostile hour. Each goes on until its time is over.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOptions, Cluster } from '../../test/support/cluster.js';
import type { CaptchaAnswer } from './captcha-double.js';
import type { HonestPeople } from './honest.js';

/** What an attack has at hand. */
export interface Battlefield {
  readonly cluster: Cluster;
  readonly people: HonestPeople;
  /** How many calls a flood keeps in flight, and how many slow connections are opened at a time. */
  readonly atOnce: number;
  /** Whether the time of the attack is over. */
  readonly isOver: () => boolean;
  /** Counts one call, slow connection or kill. */
  readonly count: () => void;
}

export interface HostileAttack {
  readonly name: string;
  /** Whether the attack needs servers that ask for a captcha at each request for a code. Those of other attacks ask for proofs of work. */
  readonly hasCaptcha?: true;
  readonly run: (field: Battlefield) => Promise<void>;
}

const TEL = '/v1/creds/tel';
const SESSION = '/v1/session';

/** Counts the addresses and the numbers that were made up. */
let serial = 0;
/** An address in one /48 of the attacker, each time in another /64. */
const from48 = () => `2001:db8:bad:${(++serial & 0xffff).toString(16)}::1`;
/** An address in another /48 each time. */
const fromAnywhere = () => `2001:db8:${(++serial & 0xffff).toString(16)}::1`;
const anyNumber = () => `7951${String(++serial % 10_000_000).padStart(7, '0')}`;
const noise = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Returns an attack that makes the calls that `next` describes, `atOnce` at a time. */
const flood =
  (next: (field: Battlefield) => readonly [method: string, path: string, options: CallOptions]) =>
  async (field: Battlefield): Promise<void> => {
    const one = async () => {
      while (!field.isOver()) {
        field.count();
        const [method, path, options] = next(field);
        await field.cluster.call(method, path, options);
      }
    };
    await Promise.all(Array.from({ length: field.atOnce }, one));
  };

/** Returns an attack that requests codes with captcha tokens which the provider answers in this way. `from` returns the address of a call. */
const captchaTokens = (answer: CaptchaAnswer, from: () => string) =>
  flood(() => {
    const headers = { 'X-Auth-Challenge': `${answer}-${noise(16)}` };
    return ['POST', TEL, { ip: from(), body: { tel: anyNumber(), op: 'add' }, headers }];
  });

/** Opens a connection from one of the loopback addresses of this machine. Resolves to undefined if it's refused. */
function open(url: string, localAddress: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port), localAddress }, () => resolve(socket));
    // The server resets connections that it has refused.
    socket.on('error', () => resolve(undefined));
    socket.on('data', () => undefined);
  });
}

async function slowSockets({ cluster, atOnce, isOver, count }: Battlefield): Promise<void> {
  const sockets: Socket[] = [];
  const head = `POST ${TEL} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  while (!isOver()) {
    const opened = await Promise.all(Array.from({ length: atOnce }, () => open(cluster.url, '127.0.0.5')));
    for (const socket of opened) {
      if (!socket) continue;
      count();
      socket.write(head);
      sockets.push(socket);
    }
    // The oldest go before the process has no descriptors left.
    for (const old of sockets.splice(0, Math.max(0, sockets.length - 3000))) old.destroy();
    await delay(50);
  }
  for (const socket of sockets) socket.destroy();
}

async function pipelining({ cluster, isOver, count }: Battlefield): Promise<void> {
  const request = `GET ${SESSION} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${noise(44)}\r\n\r\n`;
  const one = async () => {
    while (!isOver()) {
      const socket = await open(cluster.url, '127.0.0.7');
      if (!socket) continue;
      const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
      socket.write(request.repeat(500));
      for (let n = 0; n < 500; n++) count();
      await Promise.race([closed, delay(500)]);
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

/** Repeats one call that signs in, with the same key, from many /64. */
async function replays(field: Battlefield): Promise<void> {
  const tel = anyNumber();
  // This address is outside the /48 of `from48`, whose SMS without a challenge earlier attacks have used up.
  const asked = await field.cluster.call('POST', TEL, { body: { tel, op: 'add' }, ip: '2001:db8:fade::1' });
  const code = field.cluster.sentTo(tel)[0]?.text.slice(-6);
  if (code === undefined) throw new Error('The sign-in to repeat has got no code.');
  const headers = { 'X-Auth-State': asked?.params.state ?? 'none' };
  const repeated = { body: { tel, val: code, op: 'add' }, key: 'the same key each time', headers };
  await flood(() => ['PUT', TEL, { ...repeated, ip: from48() }])(field);
}

async function kills({ cluster, isOver, count }: Battlefield): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    count();
    await cluster.killDuring(n % cluster.size, { after: 20 + (n % 7) * 30 }, () => delay(400));
  }
}

/** The attacks in their order. Those with `hasCaptcha` come last, on servers of their own; all others come on the same servers. */
export const HOSTILE_ATTACKS: readonly HostileAttack[] = [
  { name: 'none', run: ({ isOver }) => until(isOver) },
  {
    // 44 bytes give the 59 characters of a token, so the server has to ask the database.
    name: 'made-up tokens from one /48',
    run: flood(() => [serial % 2 === 0 ? 'GET' : 'DELETE', SESSION, { ip: from48(), token: noise(44) }]),
  },
  {
    name: 'requests for codes from one /48, challenges not solved',
    run: flood(() => ['POST', TEL, { ip: from48(), body: { tel: anyNumber(), op: 'add' } }]),
  },
  {
    name: 'broken solutions of challenges',
    run: flood(() => {
      const strange = ['', '{}', noise(16), noise(6000), Buffer.from('{"challenge":{}}').toString('base64')];
      const headers = { 'X-Auth-Challenge': strange[serial % strange.length]! };
      return ['POST', TEL, { ip: from48(), body: { tel: anyNumber(), op: 'add' }, headers }];
    }),
  },
  { name: 'slow connections from one address', run: slowSockets },
  { name: 'pipelining from one address', run: pipelining },
  { name: 'replays of one sign-in', run: replays },
  {
    name: 'ambush: wrong codes for numbers that wait for theirs',
    run: flood(({ people }) => {
      const waiting = [...people.awaiting];
      const tel = waiting[serial % Math.max(1, waiting.length)] ?? anyNumber();
      return ['PUT', TEL, { ip: from48(), body: { tel, val: '000000', op: 'add' } }];
    }),
  },
  {
    name: 'wrong passwords from one /48',
    run: flood(() => [
      'POST',
      SESSION,
      { ip: from48(), body: { login: `login-${serial % 500}`, password: noise(12) } },
    ]),
  },
  { name: 'kills of a process', run: kills },
  {
    name: 'captcha tokens that get an unknown error code',
    hasCaptcha: true,
    run: captchaTokens('unknown', fromAnywhere),
  },
  { name: 'captcha tokens that get a page of HTML', hasCaptcha: true, run: captchaTokens('html', fromAnywhere) },
  { name: 'captcha tokens from one /48 that get no answer', hasCaptcha: true, run: captchaTokens('slow', from48) },
];

async function until(isOver: () => boolean): Promise<void> {
  while (!isOver()) await delay(10);
}
