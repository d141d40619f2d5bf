import { isSolved, type PowSolution } from '../../../contract-check/proof-of-work.js';
import {
  changeHeaders,
  changeReplies,
  CREDENTIALS_PATH,
  type Exchange,
  isCall,
  makeReply,
  type Mutant,
  readEnvelope,
  type Reply,
  SESSION_PATH,
  withEnvelope,
} from './support.js';

/** The challenge and solution of a request; undefined if none can be read. */
function payloadOf({ headers }: Exchange): PowSolution | undefined {
  try {
    const payload = JSON.parse(Buffer.from(headers['x-auth-challenge'] ?? '', 'base64').toString()) as PowSolution;
    return typeof payload.challenge.parameters['nonce'] === 'string' ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** The number or login of a call. */
const subjectOf = ({ body }: Exchange) => body['tel'] ?? body['login'];

/** A challenge that the reference server has given. */
interface Given {
  readonly path: string;
  readonly subject: unknown;
  readonly parameters: string;
  readonly signature: unknown;
}

/** A solution that the reference server has refused, and what may be wrong with it. */
interface Wrong {
  readonly given: Given;
  readonly payload: PowSolution;
  /** Whether the challenge is unchanged and belongs to the call, so that only its solution, time or use can be wrong. */
  readonly isIntact: boolean;
  readonly isUsed: boolean;
  /** Whether the solution is that of the challenge. */
  readonly isSolved: boolean;
}

/** A fault that accepts solutions which the reference server refuses. */
const accepts = (isAccepted: (wrong: Wrong, exchange: Exchange) => boolean) => () => {
  const givenByNonce = new Map<unknown, Given>();
  const used = new Set<unknown>();
  return async (exchange: Exchange, forward: (exchange: Exchange) => Promise<Reply>) => {
    const reply = await forward(exchange);
    if (exchange.method !== 'POST') return reply;
    const payload = payloadOf(exchange);
    const nonce = payload?.challenge.parameters['nonce'];
    const given = givenByNonce.get(nonce);
    const { params } = readEnvelope(reply);
    const isChallenge = reply.status === 403 && params['what'] === 'challenge';
    if (!isChallenge) {
      used.add(nonce);
      return reply;
    }
    const { parameters, signature } = params as unknown as PowSolution['challenge'];
    givenByNonce.set(parameters['nonce'], {
      path: exchange.path,
      subject: subjectOf(exchange),
      parameters: JSON.stringify(parameters),
      signature,
    });
    if (!payload || !given) return reply;
    const isIntact =
      given.path === exchange.path &&
      given.subject === subjectOf(exchange) &&
      given.parameters === JSON.stringify(payload.challenge.parameters) &&
      given.signature === payload.challenge.signature;
    const isUsed = used.has(nonce);
    if (!isAccepted({ given, payload, isIntact, isUsed, isSolved: await isSolved(payload) }, exchange)) return reply;
    return makeReply(reply, 200, { cred: `tel:${String(subjectOf(exchange))}` });
  };
};

/** A fault that changes the challenges that the server gives. */
const changeChallenges = (change: (params: Record<string, unknown>, exchange: Exchange) => Record<string, unknown>) =>
  changeReplies((reply, exchange) => {
    const envelope = reply.status === 403 ? readEnvelope(reply) : undefined;
    if (envelope?.params['what'] !== 'challenge') return reply;
    return withEnvelope(reply, { ...envelope, params: change(envelope.params, exchange) });
  });

const parametersOf = (params: Record<string, unknown>) => params['parameters'] as Record<string, unknown>;

/** Whether a parameter differs from the one that the server gave. */
const differs = ({ given, payload }: Wrong, name: string) =>
  (JSON.parse(given.parameters) as Record<string, unknown>)[name] !== payload.challenge.parameters[name];

/** Whether the solution of a request is JSON with a member `__proto__`. */
function hasPrototype({ headers }: Exchange): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(headers['x-auth-challenge'] ?? '', 'base64').toString());
    return Object.hasOwn(Object(value) as object, '__proto__');
  } catch {
    return false;
  }
}

const isRubbish = (exchange: Exchange) =>
  exchange.headers['x-auth-challenge'] !== undefined && payloadOf(exchange) === undefined;

const mutants: readonly Omit<Mutant, 'challenge'>[] = [
  { fault: 'asks for no challenge', check: 'challenge', outcome: 'fails', env: { CHALLENGE: 'never' } },
  {
    fault: 'asks for no challenge of those who sign in by password',
    check: 'challenge',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      isCall(exchange, 'POST', SESSION_PATH) && reply.status === 403
        ? makeReply(reply, 401, { what: 'password' })
        : reply,
    ),
  },
  {
    fault: 'does not say what is to be solved',
    check: 'challenge',
    outcome: 'fails',
    createFault: changeChallenges(({ type: _, ...params }) => params),
  },
  {
    fault: 'gives a challenge without its signature',
    check: 'challenge',
    outcome: 'fails',
    createFault: changeChallenges(({ signature: _, ...params }) => params),
  },
  ...(
    [
      ['gives a challenge without the length of its keys', ({ keyLength: _, ...parameters }) => parameters],
      [
        'gives a challenge with more iterations than a browser makes',
        parameters => ({ ...parameters, cost: 1_000_001 }),
      ],
      ['gives a challenge with longer keys than the widget derives', parameters => ({ ...parameters, keyLength: 65 })],
      ['gives a challenge whose prefix is longer than a key', parameters => ({ ...parameters, keyLength: 8 })],
      [
        'gives a challenge with a longer nonce than the widget reads',
        parameters => ({ ...parameters, nonce: 'ab'.repeat(65) }),
      ],
      ['gives a challenge without parameters', () => null],
    ] satisfies [string, (parameters: Record<string, unknown>) => unknown][]
  ).map(([fault, change]) => ({
    fault,
    check: 'challenge',
    outcome: 'fails' as const,
    createFault: changeChallenges(params => ({ ...params, parameters: change(parametersOf(params)) })),
  })),
  ...(
    [
      [
        'gives a challenge whose prefix is in upper case',
        parameters => ({ ...parameters, keyPrefix: String(parameters['keyPrefix']).toUpperCase() }),
      ],
      ['gives a challenge without its end', ({ expiresAt: _, ...parameters }) => parameters],
    ] satisfies [string, (parameters: Record<string, unknown>) => unknown][]
  ).map(([fault, change]) => ({
    fault,
    check: 'challenge',
    outcome: 'copes' as const,
    createFault: changeChallenges(params => ({ ...params, parameters: change(parametersOf(params)) })),
  })),
  {
    fault: 'signs a challenge in base64',
    check: 'challenge',
    outcome: 'fails',
    createFault: changeChallenges(params => ({
      ...params,
      signature: Buffer.from(String(params['signature']), 'hex').toString('base64'),
    })),
  },
  {
    fault: 'asks for a captcha without its site key',
    check: 'challenge',
    outcome: 'fails',
    createFault: changeChallenges(() => ({ what: 'challenge', type: 'turnstile' })),
  },
  {
    fault: 'does not let pages send the header of a solution',
    check: 'challenge-cors',
    outcome: 'fails',
    createFault: changeHeaders(headers => {
      const allowed = headers['access-control-allow-headers'];
      if (allowed === undefined) return headers;
      return { ...headers, 'access-control-allow-headers': allowed.replace(/,?\s*X-Auth-Challenge/i, '') };
    }),
  },
  {
    fault: 'gives other challenges for unknown numbers',
    check: 'challenge-same',
    outcome: 'fails',
    createFault: changeChallenges((params, exchange) => {
      const tel = exchange.body['tel'];
      const isUnknown = tel !== undefined && tel !== '79990000001' && tel !== '79990000002';
      return isUnknown ? { ...params, parameters: { ...parametersOf(params), data: { unknown: true } } } : params;
    }),
  },
  {
    fault: 'asks for a challenge for known logins alone',
    check: 'challenge-same',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) => {
      const { login } = exchange.body;
      // The login of the check of passwords has 18 characters, other logins have 14.
      const isUnknown = isCall(exchange, 'POST', SESSION_PATH) && String(login).length === 14;
      return isUnknown && reply.status === 403 ? makeReply(reply, 401, { what: 'password' }) : reply;
    }),
  },
  {
    fault: 'answers rubbish in the header with a server error',
    check: 'challenge-rubbish',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) => (isRubbish(exchange) ? makeReply(reply, 500) : reply)),
  },
  {
    fault: 'answers a prototype in the header with a server error',
    check: 'challenge-rubbish',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) => (hasPrototype(exchange) ? makeReply(reply, 500) : reply)),
  },
  {
    fault: 'answers rubbish in the header with 400',
    check: 'challenge-rubbish',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      isRubbish(exchange) ? makeReply(reply, 400, { what: 'challenge' }) : reply,
    ),
  },
  {
    fault: 'does not derive the key of a solution',
    check: 'challenge-wrong',
    outcome: 'fails',
    createFault: accepts(({ isIntact, isUsed, payload, given }) => {
      const { keyPrefix } = JSON.parse(given.parameters) as { keyPrefix: string };
      return isIntact && !isUsed && payload.solution.derivedKey.startsWith(keyPrefix);
    }),
  },
  {
    fault: 'takes the cost from the solution',
    check: 'challenge-difficulty',
    outcome: 'fails',
    createFault: accepts(wrong => differs(wrong, 'cost')),
  },
  {
    fault: 'takes the prefix from the solution',
    check: 'challenge-difficulty',
    outcome: 'fails',
    createFault: accepts(wrong => differs(wrong, 'keyPrefix') && !differs(wrong, 'cost')),
  },
  {
    fault: 'accepts a challenge without a signature',
    check: 'challenge-signature',
    outcome: 'fails',
    createFault: accepts(({ payload }) => payload.challenge.signature === undefined),
  },
  {
    fault: 'accepts a challenge with any signature',
    check: 'challenge-signature',
    outcome: 'fails',
    createFault: accepts(
      ({ given, payload }) =>
        payload.challenge.signature?.length === String(given.signature).length &&
        payload.challenge.signature !== given.signature,
    ),
  },
  {
    fault: 'accepts a challenge whose expiry was postponed',
    check: 'challenge-signature',
    outcome: 'fails',
    createFault: accepts(wrong => differs(wrong, 'expiresAt')),
  },
  {
    fault: 'accepts a solution for another number',
    check: 'challenge-number',
    outcome: 'fails',
    createFault: accepts(
      ({ given }, exchange) => exchange.path === CREDENTIALS_PATH && given.subject !== subjectOf(exchange),
    ),
  },
  {
    fault: 'accepts a solution for another login',
    check: 'challenge-body',
    outcome: 'fails',
    createFault: accepts(
      ({ given }, exchange) =>
        exchange.path === SESSION_PATH && given.path === SESSION_PATH && given.subject !== subjectOf(exchange),
    ),
  },
  {
    fault: 'accepts a solution of one call in another',
    check: 'challenge-call',
    outcome: 'fails',
    createFault: accepts(({ given }, exchange) => given.path !== exchange.path),
  },
  {
    fault: 'never accepts a solution',
    check: 'challenge-accepted',
    outcome: 'fails',
    createFault: changeReplies((reply, exchange) =>
      exchange.headers['x-auth-challenge'] !== undefined && reply.status === 200
        ? makeReply(reply, 403, { what: 'challenge', type: 'pow' })
        : reply,
    ),
  },
  {
    fault: 'accepts a solution again and again',
    check: 'challenge-once',
    outcome: 'fails',
    createFault: accepts(({ isIntact, isUsed, isSolved }) => isIntact && isUsed && isSolved),
  },
  {
    fault: 'gives challenges that live for a day',
    check: 'challenge-life',
    outcome: 'copes',
    createFault: changeChallenges(params => {
      const parameters = parametersOf(params);
      return { ...params, parameters: { ...parameters, expiresAt: Number(parameters['expiresAt']) + 86_100 } };
    }),
  },
  {
    fault: 'accepts a solution after its time',
    check: 'challenge-expired',
    outcome: 'fails',
    createFault: accepts(({ isIntact, isUsed, isSolved }) => isIntact && !isUsed && isSolved),
  },
];

/** Faults in what challenges ask for, and in which solutions are accepted. */
export const challengesMutants: readonly Mutant[] = mutants.map(mutant => ({ ...mutant, challenge: true }));
