import { type Check, type Context, cope, describe, expectRefusal, expectSuccess, fail, skip } from '../verdict.js';
import { expectSession } from './phone.js';

const path = '/v1/session';

function tokenOf({ memory }: Context): string {
  if (memory.token === undefined) skip('nobody could be signed in');
  return memory.token;
}

const lives = async ({ caller }: Context, token: string) => (await caller.call('GET', path, { token })).status === 200;

/** The session of the first number, from its question to its end. */
export const sessionChecks: readonly Check[] = [
  {
    id: 'session-get',
    title: 'GET tells whose session it is, and for how long',
    async run(context) {
      const token = tokenOf(context);
      const params = expectSuccess(await context.caller.call('GET', path, { token }));
      if (params['user'] !== context.memory.user) fail('user is another one than at sign-in');
      if (typeof params['expiresIn'] !== 'number' || params['expiresIn'] <= 0)
        fail('expiresIn is no number of seconds');
      if (params['token'] !== undefined) fail('a token is in the answer');
    },
  },
  {
    id: 'account-name',
    title: 'PATCH gives the account its name, trimmed, and GET tells it',
    async run(context) {
      const token = tokenOf(context);
      const { memory, caller } = context;
      if (memory.displayName === undefined) cope('the server keeps no names: the widget shows none');
      const name = memory.displayName ?? 'Contract Check';
      const answer = await caller.call('PATCH', '/v1/account', { token, body: { displayName: `  ${name} ` } });
      const params = expectSuccess(answer);
      if (params['displayName'] !== name || params['user'] !== memory.user) fail('the answer has another user or name');
      const seen = expectSuccess(await caller.call('GET', path, { token }));
      if (seen['displayName'] !== name) fail('GET tells another name');
    },
  },
  {
    id: 'account-rules',
    title: 'A name that is empty, too long or has control characters is refused with 422 "displayName"',
    async run(context) {
      const token = tokenOf(context);
      if (context.memory.displayName === undefined) skip('the server keeps no names');
      for (const displayName of ['   ', 'x'.repeat(65), 'a\u0007b']) {
        const answer = await context.caller.call('PATCH', '/v1/account', { token, body: { displayName } });
        expectRefusal(answer, 422, 'displayName');
      }
    },
  },
  {
    id: 'renew',
    title: 'PUT renews the session with a new token, which works',
    async run(context) {
      const old = tokenOf(context);
      const params = expectSuccess(await context.caller.call('PUT', path, { token: old }));
      const token = expectSession(params);
      if (token === old) fail('the token is the old one');
      if (params['user'] !== context.memory.user) fail('user is another one');
      if (!(await lives(context, token))) fail('the new token is refused');
    },
  },
  {
    id: 'renew-grace',
    title: 'The old token lives on for a while: two tabs and a lost answer sign nobody out',
    async run(context) {
      const old = tokenOf(context);
      if (!(await lives(context, old))) fail('the old token is refused as soon as the new one was used');
      const [one, two] = await Promise.all([
        context.caller.call('PUT', path, { token: old }),
        context.caller.call('PUT', path, { token: old }),
      ]);
      const tokens = [one, two].map(answer => expectSession(expectSuccess(answer)));
      for (const token of tokens) if (!(await lives(context, token))) fail('one of two renewals at once is refused');
      context.memory.token = tokens[1];
    },
  },
  {
    id: 'token-unknown',
    title: 'A token that is unknown or missing is refused with 401 "token"',
    async run({ caller }) {
      for (const options of [{ token: 'x'.repeat(43) }, {}]) {
        expectRefusal(await caller.call('GET', path, options), 401, 'token');
        expectRefusal(await caller.call('PUT', path, options), 401, 'token');
        const answer = await caller.call('PATCH', '/v1/account', { ...options, body: { displayName: 'Nobody' } });
        expectRefusal(answer, 401, 'token');
      }
    },
  },
  {
    id: 'token-in-url',
    title: 'A token in the address is not taken: addresses are logged',
    async run(context) {
      const token = tokenOf(context);
      for (const name of ['token', 'access_token', 'auth']) {
        const answer = await context.caller.call('GET', `${path}?${name}=${encodeURIComponent(token)}`);
        if (answer.status === 200) fail(`?${name}= is taken`);
      }
    },
  },
  {
    id: 'sign-out',
    title: 'DELETE ends the session and all its tokens',
    async run(context) {
      const token = tokenOf(context);
      const renewed = expectSession(expectSuccess(await context.caller.call('PUT', path, { token })));
      expectSuccess(await context.caller.call('DELETE', path, { token: renewed }));
      for (const dead of [renewed, token]) {
        if (await lives(context, dead)) fail('a token of the session still works');
      }
      context.memory.token = undefined;
    },
  },
  {
    id: 'sign-out-unknown',
    title: 'DELETE answers the same for a token that nobody has',
    async run({ caller }) {
      const answer = await caller.call('DELETE', path, { token: 'y'.repeat(43) });
      if (answer.status === 401) cope(`${describe(answer)}: signing out is done locally first`);
      expectSuccess(answer);
    },
  },
];
