import { type Check, type CheckContext, fail, skip, widgetCopes } from '../check.js';
import { describe, expectError, expectLifetime, expectSession, expectSuccess } from '../expectations.js';

const path = '/v1/session';

function tokenOf({ shared }: CheckContext): string {
  if (shared.token === undefined) skip('no sign-in succeeded');
  return shared.token;
}

const isAccepted = async ({ client }: CheckContext, token: string) =>
  (await client.call('GET', path, { token })).status === 200;

/** Checks of the session of the first number, until its end, and of tokens that are unknown or missing. */
export const sessionChecks: readonly Check[] = [
  {
    id: 'session-get',
    title: 'GET returns the user and the remaining seconds of a session, and no token',
    citation: 'docs/protocol.md#calls',
    async run(context) {
      const token = tokenOf(context);
      const params = expectSuccess(await context.client.call('GET', path, { token }));
      if (params['user'] !== context.shared.user) fail('user differs from that of the sign-in');
      expectLifetime(params);
      if (params['token'] !== undefined) fail('a token is in the response');
    },
  },
  {
    id: 'account-name',
    title: 'PATCH sets the trimmed name of the account, and GET returns it',
    citation: 'docs/protocol.md#accounts-and-names',
    async run(context) {
      const token = tokenOf(context);
      const { shared, client } = context;
      if (shared.displayName === undefined) widgetCopes('the server stores no names: the widget shows none');
      // The widget reads an empty name as null.
      const name = shared.displayName || 'Contract Check';
      const response = await client.call('PATCH', '/v1/account', { token, body: { displayName: `  ${name} ` } });
      const params = expectSuccess(response);
      if (params['displayName'] !== name || params['user'] !== shared.user)
        fail('the response has another user or name');
      const session = expectSuccess(await client.call('GET', path, { token }));
      if (session['displayName'] !== name) fail('GET returns another name');
    },
  },
  {
    id: 'account-rules',
    title: 'A name that is empty, too long or has control characters is refused with 422 "displayName"',
    citation: 'docs/protocol.md#field-rules',
    async run(context) {
      const token = tokenOf(context);
      if (context.shared.displayName === undefined) skip('the server stores no names');
      for (const displayName of ['   ', 'x'.repeat(65), 'a\u0007b']) {
        const response = await context.client.call('PATCH', '/v1/account', { token, body: { displayName } });
        expectError(response, 422, 'displayName');
      }
    },
  },
  {
    id: 'renew',
    title: 'PUT renews a session with a new token that works',
    citation: 'docs/protocol.md#calls',
    async run(context) {
      const oldToken = tokenOf(context);
      const params = expectSuccess(await context.client.call('PUT', path, { token: oldToken }));
      const token = expectSession(params);
      if (token === oldToken) fail('the new token is the old one');
      if (params['user'] !== context.shared.user) fail('user differs from that of the sign-in');
      if (!(await isAccepted(context, token))) fail('the new token is refused');
    },
  },
  {
    id: 'renew-grace',
    title: 'A replaced token works for a while, so that two tabs or a lost response end no session',
    citation: 'docs/protocol.md#tokens',
    async run(context) {
      // `renew` has replaced this token. The new one isn't in `shared`.
      const oldToken = tokenOf(context);
      if (!(await isAccepted(context, oldToken))) fail('the old token is refused after the first use of the new one');
      const [one, two] = await Promise.all([
        context.client.call('PUT', path, { token: oldToken }),
        context.client.call('PUT', path, { token: oldToken }),
      ]);
      const tokens = [one, two].map(response => expectSession(expectSuccess(response)));
      for (const token of tokens)
        if (!(await isAccepted(context, token))) fail('a token of two simultaneous renewals is refused');
      context.shared.token = tokens[1];
    },
  },
  {
    id: 'token-unknown',
    title: 'A token that is unknown or missing is refused with 401 "token"',
    citation: 'docs/protocol.md#errors',
    async run({ client, shared }) {
      for (const options of [{ token: 'x'.repeat(43) }, {}]) {
        expectError(await client.call('GET', path, options), 401, 'token');
        expectError(await client.call('PUT', path, options), 401, 'token');
        // A server without names needs no call for them: docs/protocol.md#accounts-and-names
        if (shared.displayName === undefined) continue;
        const response = await client.call('PATCH', '/v1/account', { ...options, body: { displayName: 'Nobody' } });
        expectError(response, 401, 'token');
      }
    },
  },
  {
    id: 'token-in-url',
    title: 'A token in the URL, where servers log it, is not accepted',
    citation: 'docs/protocol.md#envelope',
    async run(context) {
      const token = tokenOf(context);
      for (const name of ['token', 'access_token', 'auth']) {
        const response = await context.client.call('GET', `${path}?${name}=${encodeURIComponent(token)}`);
        if (response.status === 200) fail(`a token in ?${name}= is accepted`);
      }
    },
  },
  {
    id: 'sign-out',
    title: 'DELETE ends the session and all its tokens',
    citation: 'docs/protocol.md#tokens',
    async run(context) {
      const token = tokenOf(context);
      const renewed = expectSession(expectSuccess(await context.client.call('PUT', path, { token })));
      expectSuccess(await context.client.call('DELETE', path, { token: renewed }));
      for (const ended of [renewed, token]) {
        if (await isAccepted(context, ended)) fail('a token of the session still works');
      }
      context.shared.token = undefined;
    },
  },
  {
    id: 'sign-out-unknown',
    title: 'DELETE returns success for an unknown token, too',
    citation: 'docs/protocol.md#calls',
    async run({ client }) {
      const response = await client.call('DELETE', path, { token: 'y'.repeat(43) });
      if (response.status === 401) widgetCopes(`${describe(response)}: the widget has signed out locally by then`);
      expectSuccess(response);
    },
  },
];
