// Faults in accounts, names and passwords.
import { changeError, changeSession } from './changes.js';
import type { SeededFault } from './seeded-fault.js';

/** The users of this server, in the eyes of an adapter that names each session. */
let sessions = 0;

/** Other rules may find them too. */
export const BROAD_ACCOUNT_FAULTS: readonly SeededFault[] = [
  {
    fault: 'returns another account than the one that signed in',
    rule: 'sign-in',
    seed: good => ({
      getSession: async (token, options) => ({ ...(await good.getSession(token, options)), user: 'somebody-else' }),
    }),
  },
  {
    fault: 'leaves the name out if the account has none',
    rule: 'name',
    seed: good => ({
      async verifyCode(...call) {
        const session = await good.verifyCode(...call);
        return session && { ...session, displayName: session.displayName ?? undefined };
      },
    }),
  },
  {
    fault: 'says another name than the one that was typed for a registration',
    rule: 'name',
    seed: changeSession(session => ({ ...session, displayName: 'Mallory' })),
  },
  {
    fault: 'breaks at a registration with a number that has an account',
    rule: 'known-number',
    seed: good => {
      const known = new Set<string>();
      return {
        async verifyCode(phone, code, options) {
          const session = await good.verifyCode(phone, code, options);
          if (known.has(phone)) throw new TypeError('duplicate key');
          known.add(phone);
          return session;
        },
      };
    },
  },
  {
    fault: 'sets no name',
    rule: 'name',
    seed: () => ({ setDisplayName: () => Promise.resolve() }),
  },
  {
    fault: 'does not say that the name breaks a rule',
    rule: 'refused-name',
    seed: good => ({
      setDisplayName: (...call) =>
        changeError('policy', 'policy', ({ status }) => ({ status }))(good.setDisplayName(...call)),
    }),
  },
  {
    fault: 'reports a wrong password as the end of the session',
    rule: 'password',
    seed: good => ({ login: (...call) => changeError('wrong-credentials', 'session-expired')(good.login(...call)) }),
  },
  {
    fault: 'reports every sign-in as one that created the account',
    rule: 'password',
    seed: good => ({ login: async (...call) => ({ ...(await good.login(...call)), created: true }) }),
  },
  {
    fault: 'does not say that a login was registered',
    rule: 'new-login',
    seed: good => ({ login: async (...call) => ({ ...(await good.login(...call)), created: false }) }),
  },
];

/** No other rule finds them. */
export const EXACT_ACCOUNT_FAULTS: readonly SeededFault[] = [
  {
    fault: 'trims a password',
    rule: 'password-as-typed',
    seed: good => ({ login: (login, password, options) => good.login(login, password.trim(), options) }),
  },
  {
    fault: 'sends a password in small letters',
    rule: 'password-as-typed',
    seed: good => ({ login: (login, password, options) => good.login(login, password.toLowerCase(), options) }),
  },
  {
    fault: 'escapes a name',
    rule: 'name-as-typed',
    seed: good => ({
      setDisplayName: (token, name, options) => good.setDisplayName(token, name.replaceAll("'", '&#39;'), options),
    }),
  },
  {
    fault: 'says another user at the second sign-in of a number',
    rule: 'same-account',
    seed: good => {
      const known = new Map<string, string>();
      return {
        async verifyCode(phone, code, options) {
          const session = await good.verifyCode(phone, code, options);
          if (options.register || !session) return session;
          known.set(session.token!, `session-${++sessions}`);
          return { ...session, user: known.get(session.token!)! };
        },
      };
    },
  },
  {
    fault: 'says at each sign-in by phone that the account is new',
    rule: 'same-account',
    seed: changeSession(session => ({ ...session, created: true })),
  },
  {
    fault: 'cuts a name at its first space',
    rule: 'name-as-typed',
    seed: good => ({
      setDisplayName: (token, name, options) => good.setDisplayName(token, name.split(' ')[0]!, options),
    }),
  },
  {
    fault: 'loses a name in another script',
    rule: 'name-as-typed',
    seed: good => ({
      async getSession(...call) {
        const info = await good.getSession(...call);
        return /[^ -~]/.test(info.displayName ?? '') ? { ...info, displayName: null } : info;
      },
    }),
  },
  {
    fault: 'loses the name until the next sign-in',
    rule: 'same-account',
    seed: good => ({
      async verifyCode(phone, code, options) {
        const session = await good.verifyCode(phone, code, options);
        return session && !options.register ? { ...session, displayName: null } : session;
      },
    }),
  },
];
