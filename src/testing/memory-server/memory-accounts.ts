import { isValidLogin, isValidPassword } from '../../core/field-rules.js';
import type { Account } from '../../core/auth-backend.js';
import { isMobile, toWireForm } from './memory-phones.js';
import { refusal } from './refusals.js';

/** An account that exists from the start. */
export interface AccountSetup {
  /** A number in any spelling. Without a plus, it is read as a number after +7 or of a country that the page has imported. */
  readonly phone?: string | undefined;
  readonly login?: string | undefined;
  /** Requires a login. */
  readonly password?: string | undefined;
  /** null: the account still needs a name. By default, the login in lower case, or else null; for `MemoryBackend.signIn`, `Test User`. */
  readonly displayName?: string | null | undefined;
  /** The identifier. By default, `user-1`, `user-2`, … */
  readonly user?: string | undefined;
}

/** An account in the backend. Its name may change. */
interface MemoryAccount {
  readonly user: string;
  displayName: string | null;
}

/** Logins that would let somebody pass for the site itself. */
const RESERVED = new Set([
  ...['abuse', 'admin', 'administrator', 'billing', 'bot', 'help', 'helpdesk', 'hostmaster', 'info', 'moderator'],
  ...['noreply', 'official', 'operator', 'owner', 'postmaster', 'privacy', 'root', 'security', 'service'],
  ...['staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'webmaster'],
]);

/** Whether a new account can't have this login: separators don't hide such a name or a phone number. */
function isReserved(login: string): boolean {
  const bare = login.toLowerCase().replace(/[._-]+/g, '');
  return RESERVED.has(bare) || /^\d{10,15}$/.test(bare) || isMobile(bare);
}

// Control characters, lone surrogates, line separators, marks that change the direction of text, characters for private use,
// noncharacters, blanks that are no spaces, and invisible characters other than joiners and variation selectors.
const FORBIDDEN_IN_NAMES =
  // oxlint-disable-next-line no-misleading-character-class -- each of these characters counts alone
  /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\ufff9-\ufffc\u2800\u{16fe4}\u{1d159}\p{Co}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u;
const VISIBLE = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns a name as it is stored, trimmed. Throws the `AuthError` `policy` if it breaks a rule of docs/protocol.md#field-rules, except
 * that joiners and variation selectors may be anywhere.
 */
export function parseDisplayName(displayName: string): string {
  const name = displayName.trim();
  const isForbidden = FORBIDDEN_IN_NAMES.test(name) || /^\p{M}/u.test(name) || /\p{M}{5}/u.test(name.normalize('NFC'));
  if (Array.from(name).length > 64 || isForbidden || !VISIBLE.test(name))
    throw refusal('policy', { field: 'displayName' });
  return name;
}

/** Accounts by number and by login: docs/protocol.md#accounts-and-names. */
export class MemoryAccounts {
  readonly #byPhone = new Map<string, MemoryAccount>();
  readonly #byLogin = new Map<string, { readonly account: MemoryAccount; readonly password: string | undefined }>();
  readonly #byUser = new Map<string, MemoryAccount>();

  /**
   * Adds an account. Throws a TypeError if a number, login or password is invalid, if a password has no login, or if the number, login or
   * identifier is taken.
   */
  add({ phone, login, password, displayName, user }: AccountSetup): Account {
    const wirePhone = phone === undefined ? undefined : toWireForm(phone);
    if (login !== undefined && !isValidLogin(login)) throw new TypeError(`Not a login: ${login}`);
    if (password !== undefined && (login === undefined || !isValidPassword(password)))
      throw new TypeError('A password has 8 to 128 characters, and a login beside it');
    const folded = login?.toLowerCase();
    const isTaken =
      (wirePhone !== undefined && this.#byPhone.has(wirePhone)) || (folded !== undefined && this.#byLogin.has(folded));
    if (isTaken) throw new TypeError('There is an account with this number or login');
    const account = this.#create(displayName === undefined ? (folded ?? null) : displayName, user);
    if (wirePhone !== undefined) this.#byPhone.set(wirePhone, account);
    if (folded !== undefined) this.#byLogin.set(folded, { account, password: password?.normalize('NFKC') });
    return account;
  }

  /** Returns the account with the number of a setup, or else the one with its login; undefined if there is none. */
  find({ phone, login }: AccountSetup): Account | undefined {
    const byPhone = phone === undefined ? undefined : this.#byPhone.get(toWireForm(phone));
    return byPhone ?? (login === undefined ? undefined : this.#byLogin.get(login.toLowerCase())?.account);
  }

  /** Returns the account of a confirmed number, or creates one without a name. */
  confirmPhone(phone: string): Account {
    const account = this.#byPhone.get(phone) ?? this.#create(null);
    this.#byPhone.set(phone, account);
    return account;
  }

  /** Signs in; a new login gets an account. Throws the `AuthError` `policy` or `wrong-credentials`. */
  signIn(login: string, password: string): { readonly account: Account; readonly created: boolean } {
    if (!isValidLogin(login)) throw refusal('policy', { field: 'login' });
    if (!isValidPassword(password)) throw refusal('policy', { field: 'password' });
    const known = this.#byLogin.get(login.toLowerCase());
    if (!known) {
      if (isReserved(login)) throw refusal('policy', { field: 'login' });
      if (password.normalize('NFKC').toLowerCase() === login.toLowerCase())
        throw refusal('policy', { field: 'password' });
      return { account: this.add({ login, password }), created: true };
    }
    if (known.password !== password.normalize('NFKC')) throw refusal('wrong-credentials');
    return { account: known.account, created: false };
  }

  /** @param name as returned by `parseDisplayName` */
  setDisplayName(user: string, name: string): Account {
    const account = this.#byUser.get(user)!;
    account.displayName = name;
    return { ...account };
  }

  #create(displayName: string | null, user?: string): MemoryAccount {
    if (user !== undefined && this.#byUser.has(user)) throw new TypeError('There is an account with this identifier');
    let number = this.#byUser.size + 1;
    while (user === undefined && this.#byUser.has(`user-${number}`)) number++;
    const account = { user: user ?? `user-${number}`, displayName };
    this.#byUser.set(account.user, account);
    return account;
  }
}
