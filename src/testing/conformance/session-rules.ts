// Rules about sessions: how they are renewed and ended, refresh tokens, and cookies.
import type { AuthBackend, Session, SessionInfo } from '../../core/auth-backend.js';
import { NAME, refreshOf, tokenOf, type Rule, type RuleContext } from './context.js';
import { expectError, expectValue, fail, skip } from './outcome.js';

function expectSameUser(what: string, { user }: Session, answer: Partial<SessionInfo> | null | undefined): void {
  if (answer?.user !== user) fail(`${what}: its \`user\` is a different one`);
}

/** Renews a session. Fails unless the answer is of the same account. */
async function renew(what: string, backend: AuthBackend, session: Session): Promise<Session> {
  const renewed = await expectValue(what, () => backend.renewSession(tokenOf(session), refreshOf(session)));
  expectSameUser(what, session, renewed);
  return renewed;
}

/** Asks for the account of a session. Fails unless it's the one that signed in. */
async function ask(what: string, backend: AuthBackend, session: Session): Promise<SessionInfo> {
  const info = await expectValue(what, () => backend.getSession(tokenOf(session), {}));
  expectSameUser(what, session, info);
  return info;
}

/** Fails unless the calls with this session (`getSession`, `renewSession` and `setDisplayName`) reject with `session-expired`. */
async function expectEnded({ capabilities }: RuleContext, when: string, backend: AuthBackend, session: Session) {
  const token = tokenOf(session);
  const ended = (what: string, call: () => Promise<unknown>) =>
    expectError(`${what} ${when}`, ['session-expired'], call);
  await ended('getSession', () => backend.getSession(token, {}));
  await ended('renewSession', () => backend.renewSession(token, refreshOf(session)));
  if (capabilities.names) await ended('setDisplayName', () => backend.setDisplayName(token, 'Boris', {}));
}

/** Skips a rule about two tokens at once: a session in a cookie has none. */
function skipCookies({ capabilities }: RuleContext): void {
  if (capabilities.cookies) skip('the session is held in a cookie');
}

export const sessionRules: readonly Rule[] = [
  {
    id: 'renewal',
    title: 'a renewal continues the session of the same account, which keeps its name',
    link: 'docs/backend.md#renewal',
    async check(context) {
      const { backend, session } = await context.register();
      if (context.capabilities.names)
        await expectValue('setDisplayName', () => backend.setDisplayName(tokenOf(session), NAME, {}));
      const renewed = await renew('renewSession', backend, session);
      const { displayName } = await ask('getSession with the renewed session', backend, renewed);
      if (!context.capabilities.names) return;
      if (renewed.displayName !== NAME) fail('renewSession: `displayName` is not the name of the account');
      if (displayName !== NAME)
        fail('getSession with the renewed session: `displayName` is not the name of the account');
    },
  },
  {
    id: 'overlap',
    title: 'the old token still works beside its successor: an answer may be lost, or calls may be under way',
    link: 'docs/backend.md#renewal',
    async check(context) {
      skipCookies(context);
      const { backend, session } = await context.register();
      const renewed = await renew('renewSession', backend, session);
      await ask('getSession with the old token, before the new one is used', backend, session);
      await ask('getSession with the new token', backend, renewed);
      await ask('getSession with the old token, after the new one was used', backend, session);
    },
  },
  {
    id: 'renewal-by-two-tabs',
    title: 'the same token and refresh token are renewed twice, one after the other, and nobody is signed out',
    link: 'docs/backend.md#renewal',
    async check(context) {
      skipCookies(context);
      const { backend, session } = await context.register();
      // Another tab: the same browser, and a new object.
      const other = await context.createBackend();
      const first = await renew('renewSession in one tab', backend, session);
      const second = await renew('renewSession in another tab', other, session);
      await ask('getSession with what the one tab got', backend, first);
      await ask('getSession with what the other tab got', other, second);
    },
  },
  {
    id: 'refresh-token',
    title: 'after the lifetime of the token, the refresh token brings a new one',
    link: 'docs/backend.md#refresh-tokens',
    async check(context) {
      const { setup } = context;
      const { backend, session } = await context.register();
      if (session.refreshToken === undefined) skip('the session has no refresh token');
      if (!setup.expireToken) skip('there is no `expireToken`');
      await setup.expireToken(session);
      await expectError('getSession with a token past its lifetime', ['session-expired'], () =>
        backend.getSession(tokenOf(session), {}),
      );
      const renewed = await renew('renewSession after the lifetime of the token', backend, session);
      await ask('getSession with the renewed session', backend, renewed);
    },
  },
  {
    id: 'sign-out',
    title: 'after `endSession` the session is `session-expired`, for its refresh token too',
    link: 'docs/backend.md#the-end-of-a-session',
    async check(context) {
      const { backend, session } = await context.register();
      await expectValue('endSession', () => backend.endSession(tokenOf(session), refreshOf(session)));
      await expectEnded(context, 'after endSession', backend, session);
    },
  },
  {
    id: 'ended-elsewhere',
    title: 'a session that was ended elsewhere is `session-expired`',
    link: 'docs/backend.md#the-end-of-a-session',
    async check(context) {
      const { setup } = context;
      if (!setup.endSession) skip('there is no `endSession`');
      const { backend, session } = await context.register();
      await setup.endSession(session);
      await expectEnded(context, 'after its end elsewhere', backend, session);
    },
  },
  {
    id: 'find-session',
    title: '`findSession` is null for a browser in which nobody is signed in, and finds the session of a cookie',
    link: 'docs/backend.md#cookies',
    async check(context) {
      const { cookies = false } = context.capabilities;
      const backend = await context.createBackend();
      if (!backend.findSession) {
        if (cookies) fail('the session is held in a cookie, and there is no `findSession` to find it');
        skip('there is no `findSession`');
      }
      const found = await expectValue('findSession with nobody signed in', () => backend.findSession!({}));
      if (found !== null) fail('findSession with nobody signed in: it does not resolve with null');
      if (!cookies) return;
      const { backend: other, session } = await context.register();
      const held = await expectValue('findSession after a sign-in', () => other.findSession!({}));
      if (held?.user !== session.user) fail('findSession after a sign-in: it does not find the session');
      await expectValue('endSession', () => other.endSession(null, refreshOf(session)));
      const left = await expectValue('findSession after a sign-out', () => other.findSession!({}));
      if (left !== null) fail('findSession after a sign-out: it does not resolve with null');
    },
  },
  {
    id: 'no-token-of-a-cookie',
    title: 'a session in a cookie has no token, and calls with the token null use the cookie',
    link: 'docs/backend.md#cookies',
    async check(context) {
      if (!context.capabilities.cookies) skip('`cookies` is not among the capabilities');
      const { backend, session } = await context.register();
      if (session.token !== undefined) fail('verifyCode: the session has a `token`, which the page can read');
      await ask('getSession with the token null', backend, session);
    },
  },
];
