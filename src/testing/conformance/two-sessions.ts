// The rule about sessions that live side by side: of two people, and of one person on two devices.
import type { AuthBackend, Session, SessionInfo } from '../../core/auth-backend.js';
import { NAME, refreshOf, tokenOf, type Rule, type RuleContext } from './context.js';
import { expectError, expectValue, fail, outcomeOf, skip } from './outcome.js';

/** A session, and the backend that makes its calls. */
interface Held {
  readonly backend: AuthBackend;
  readonly session: Session;
}

/** Fails unless a session is live and of the account that signed in. Resolves with the name of the account. */
async function expectLive(when: string, { backend, session }: Held) {
  const what = `getSession ${when}`;
  const info = await expectValue<SessionInfo | null>(what, () => backend.getSession(tokenOf(session), {}));
  if (info?.user !== session.user) fail(`${what}: its \`user\` is not that of the sign-in`);
  return info.displayName;
}

/** Renews a session, and returns it with the new token. */
async function renew(what: string, { backend, session }: Held): Promise<Held> {
  const renewed = await expectValue<Session | null>(what, () =>
    backend.renewSession(tokenOf(session), refreshOf(session)),
  );
  if (renewed?.user !== session.user) fail(`${what}: its \`user\` is not that of the sign-in`);
  return { backend, session: renewed };
}

const end = (what: string, { backend, session }: Held) =>
  expectValue(what, () => backend.endSession(tokenOf(session), refreshOf(session)));

/**
 * Returns a function that prepares a sign-in to the same account and resolves with the call that completes it; undefined if the setup offers no way
 * to repeat a sign-in.
 */
function findSignIn({ setup, capabilities }: RuleContext, phone: string) {
  if (setup.credentials)
    return async (backend: AuthBackend) => {
      const { login, password } = await setup.credentials!();
      return () => backend.login(login, password, { register: false });
    };
  if (capabilities.sendInterval !== undefined && !setup.allowResend) return undefined;
  return async (backend: AuthBackend) => {
    await setup.allowResend?.(phone);
    const { state } = await expectValue('requestCode for a number with an account', () =>
      backend.requestCode(phone, { register: false }),
    );
    const code = await setup.readCode(phone);
    return () => backend.verifyCode(phone, code, { register: false, state });
  };
}

async function checkTwoPeople(context: RuleContext): Promise<{ readonly phone: string }> {
  const one = await context.register();
  const { phone, ...other } = await context.register();
  if (one.session.user === other.session.user) fail('two people: both have the same `user`');
  await expectLive('of one person, after another has signed in', one);
  await expectLive('of the other person', other);
  // The backend must use the token that it is given, not one that it remembers.
  await expectLive('of one person, on the backend object of another', { ...other, session: one.session });
  if (context.capabilities.names) {
    for (const [who, held, name] of [
      ['one person', one, 'Boris'],
      ['another person', other, NAME],
    ] as const)
      await expectValue(`setDisplayName of ${who}`, () => held.backend.setDisplayName(tokenOf(held.session), name, {}));
    const name = await expectLive('of one person, after another got a name', one);
    if (name !== 'Boris')
      fail('getSession of one person, after another got a name: its `displayName` is not the one that was set');
  }
  const renewed = await renew('renewSession of one person', one);
  await expectLive('of another person, after that renewal', other);
  await end('endSession of one person', renewed);
  await expectError('getSession of one person, after their endSession', ['session-expired'], () =>
    renewed.backend.getSession(tokenOf(renewed.session), {}),
  );
  await expectLive('of another person, after that endSession', other);
  const next = await renew('renewSession of another person, after that endSession', other);
  await context.signOut(next.backend, next.session);
  return { phone };
}

/** Checks two sessions of one person. A server that allows only one ends the first session at the second sign-in. */
async function checkTwoDevices(context: RuleContext, phone: string): Promise<void> {
  const signIn = findSignIn(context, phone);
  if (!signIn) skip('two sessions of one person are not checked: there is a `sendInterval`, and no `allowResend`');
  const held: Held[] = [];
  for (const what of ['a sign-in on one device', 'a sign-in on another device']) {
    const backend = await context.createBackend();
    const session = await expectValue(what, await signIn(backend));
    if (!session) fail(`${what}: nobody is signed in`);
    context.rememberSecrets(session);
    held.push({ backend, session });
  }
  const [one, other] = held as [Held, Held];
  if (one.session.user !== other.session.user)
    skip('two sessions of one person are not checked: `credentials` returns several');
  const { error } = await outcomeOf('getSession on one device, after a sign-in on another', () =>
    one.backend.getSession(tokenOf(one.session), {}),
  );
  if (error?.code === 'session-expired')
    skip('two sessions of one person are not checked: a sign-in ends the session that was there before');
  const renewed = await renew('renewSession on another device', other);
  await expectLive('on one device, after a renewal on another', one);
  await end('endSession on another device', renewed);
  await expectLive('on one device, after endSession on another', one);
  const next = await renew('renewSession on one device, after endSession on another', one);
  await context.signOut(next.backend, next.session);
}

export const twoSessionsRule: Rule = {
  id: 'two-sessions',
  title: 'two sessions live side by side: the renewal or the end of one does not touch the other',
  link: 'docs/backend.md#the-end-of-a-session',
  async check(context) {
    if (context.capabilities.cookies) skip('the session is held in a cookie, and a browser has one');
    const { phone } = await checkTwoPeople(context);
    await checkTwoDevices(context, phone);
  },
};
