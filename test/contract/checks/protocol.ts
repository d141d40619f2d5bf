import { type Check, cope, describe, expectRefusal, expectSuccess, fail, skip } from '../verdict.js';

const creds = '/v1/creds/tel';

/** What holds for requests of any kind. None of these sends an SMS. */
export const protocolChecks: readonly Check[] = [
  {
    id: 'malformed-send',
    title: 'A malformed POST is refused with 400 and sends nothing',
    async run({ caller, options }) {
      const { tel } = options.numbers[0];
      const bodies = [
        '{',
        '[]',
        {},
        { tel },
        { tel, op: 'del' },
        { tel: `8${tel.slice(1)}`, op: 'add' },
        { tel: `+${tel}`, op: 'add' },
      ];
      for (const body of bodies) expectRefusal(await caller.call('POST', creds, { body }), 400, undefined);
    },
  },
  {
    id: 'exact-bodies',
    title: 'The credential calls take the members that are listed, and nothing else',
    async run({ caller, options }) {
      const { tel, code } = options.numbers[0];
      const extra = { displayName: 'Anna' };
      const send = await caller.call('POST', creds, { body: { tel, op: 'add', ...extra } });
      expectRefusal(send, 400, undefined);
      expectRefusal(await caller.call('PUT', creds, { body: { tel, val: code, op: 'add', ...extra } }), 400, undefined);
    },
  },
  {
    id: 'body-size',
    title: 'A body above 4 KiB is refused with 413',
    async run({ caller }) {
      const body = { login: 'x'.repeat(5000), password: 'long enough' };
      const answer = await caller.call('POST', '/v1/session', { body });
      if (answer.status === 400 || answer.status === 422) cope(`${describe(answer)}: it is refused, by another name`);
      expectRefusal(answer, 413, undefined);
    },
  },
  {
    id: 'not-found',
    title: 'An unknown path is answered 404 in the envelope, without a redirect',
    async run({ caller }) {
      expectRefusal(await caller.call('GET', '/v1/there-is-nothing-here'), 404, undefined);
    },
  },
  {
    id: 'method',
    title: 'A wrong method is refused with 405, or 404',
    async run({ caller }) {
      const answer = await caller.call('PATCH', creds, { body: {} });
      if (answer.status === 404) cope(`${describe(answer)}: 405 says it better`);
      expectRefusal(answer, 405, undefined);
    },
  },
];

/** CORS, for pages of one origin. */
export const corsChecks: readonly Check[] = [
  {
    id: 'cors-preflight',
    title: 'A page of the origin may call with every method and header of the contract',
    async run({ caller, options }) {
      if (options.origin === undefined) skip('no --origin was given');
      for (const [method, path] of [
        ['POST', creds],
        ['PUT', creds],
        ['DELETE', '/v1/session'],
        ['PATCH', '/v1/account'],
      ] as const) {
        const answer = await caller.call('OPTIONS', path, {
          headers: {
            'Access-Control-Request-Method': method,
            'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
          },
        });
        if (answer.status < 200 || answer.status > 299)
          fail(`the preflight of ${method} was answered ${answer.status}`);
        const allowed = (name: string) =>
          (answer.headers.get(name) ?? '')
            .toLowerCase()
            .split(',')
            .map(item => item.trim());
        const origin = answer.headers.get('Access-Control-Allow-Origin');
        if (origin !== options.origin && origin !== '*') fail('the preflight does not allow the origin');
        // POST needs no permission of its own; the others do.
        if (method !== 'POST' && !allowed('Access-Control-Allow-Methods').includes(method.toLowerCase())) {
          fail(`the preflight does not allow ${method}`);
        }
        for (const header of ['content-type', 'authorization', 'idempotency-key']) {
          // A star does not stand for Authorization.
          const star = allowed('Access-Control-Allow-Headers').includes('*') && header !== 'authorization';
          if (!star && !allowed('Access-Control-Allow-Headers').includes(header)) fail(`${header} is not allowed`);
        }
      }
    },
  },
  {
    id: 'cors-answers',
    title: 'Every answer is readable by the page, errors too, and shows Retry-After',
    async run({ caller, options }) {
      if (options.origin === undefined) skip('no --origin was given');
      for (const answer of caller.answers.filter(({ method }) => method !== 'OPTIONS')) {
        const origin = answer.headers.get('Access-Control-Allow-Origin');
        if (origin !== options.origin && origin !== '*') fail(`${describe(answer)}: the page can't read it`);
        const exposed = (answer.headers.get('Access-Control-Expose-Headers') ?? '').toLowerCase();
        if (answer.status === 429 && !exposed.includes('retry-after') && exposed !== '*') {
          cope(`${describe(answer)}: Retry-After is not exposed; params.retryAfter is used`);
        }
      }
    },
  },
  {
    id: 'cors-strangers',
    title: 'A page of another origin gets nothing',
    async run({ caller, options }) {
      if (options.origin === undefined) skip('no --origin was given');
      for (const origin of ['https://stranger.example', 'null', `${options.origin}.stranger.example`]) {
        const answer = await caller.call('OPTIONS', creds, {
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'content-type',
          },
        });
        // It must not stand among the answers that the page is asked to read.
        caller.answers.pop();
        const allowed = answer.headers.get('Access-Control-Allow-Origin');
        if (allowed === origin || allowed === '*') fail(`${origin} is allowed`);
      }
    },
  },
];

/** What holds for all answers that came in. */
export const answerChecks: readonly Check[] = [
  {
    id: 'envelope',
    title: 'Every answer is the envelope {code, text, params} in JSON, with the status as its code',
    async run({ caller }) {
      const bad: string[] = [];
      for (const answer of caller.answers) {
        if (answer.status === 204 && answer.method === 'OPTIONS') continue;
        if (!answer.envelope) bad.push(describe(answer));
        else if (answer.envelope.code !== answer.status) fail(`${describe(answer)}: status and code differ`);
        const type = answer.headers.get('Content-Type') ?? '';
        if (answer.envelope && !/^application\/json\b/i.test(type))
          fail(`${describe(answer)}: Content-Type is not application/json`);
      }
      const success = bad.find(line => / answered 2/.test(line));
      if (success) fail(`${success}: a success without the envelope is an error`);
      if (bad[0]) cope(`${bad[0]}: the widget tells what the status alone says`);
    },
  },
  {
    id: 'no-store',
    title: 'No answer is stored by a cache',
    async run({ caller }) {
      for (const answer of caller.answers.filter(({ method }) => method !== 'OPTIONS')) {
        if (!/\bno-store\b/.test(answer.headers.get('Cache-Control') ?? '')) {
          fail(`${describe(answer)}: no Cache-Control: no-store`);
        }
      }
    },
  },
  {
    id: 'no-cookies',
    title: 'There are no cookies',
    async run({ caller }) {
      const found = caller.answers.find(({ headers }) => headers.has('Set-Cookie'));
      if (found) fail(`${describe(found)}: a cookie was set`);
    },
  },
  {
    id: 'no-innards',
    title: 'No answer shows a stack trace, a code or a password',
    async run({ caller, options, memory }) {
      const secrets = [...options.numbers.map(({ code }) => code), memory.credentials?.password];
      for (const answer of caller.answers) {
        if (answer.status >= 500) fail(describe(answer));
        if (/(?:\n|\\n)\s+at .*:\d+:\d+|Traceback|SQLSTATE|node_modules/.test(answer.raw))
          fail(`${describe(answer)}: a stack trace`);
        const shown = secrets.some(
          secret => secret !== undefined && new RegExp(`(?<!\\w)${secret}(?!\\w)`).test(answer.raw),
        );
        if (shown) fail(`${describe(answer)}: it repeats a code or a password`);
      }
    },
  },
  {
    id: 'still-well',
    title: 'The server is well after all this',
    async run({ caller }) {
      expectSuccess(await caller.call('DELETE', '/v1/session', { token: 'z'.repeat(43) }));
    },
  },
];
