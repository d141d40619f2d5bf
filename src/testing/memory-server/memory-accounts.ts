import { isValidLogin, isValidPassword } from '../../core/field-rules.js';
import type { Account } from '../../core/auth-backend.js';
import { toWireForm } from './memory-phones.js';
import { refusal } from './refusals.js';

/** An account that exists from the start. */
export interface AccountSetup {
  /** A number in any spelling. Without a plus, it is read as a number after +7 or of a country that the page has imported. */
  readonly phone?: string | undefined;
  readonly login?: string | undefined;
  /** Requires a login. */
  readonly password?: string | undefined;
  /** null if the account still needs a name. */
  readonly displayName?: string | null | undefined;
  /** The identifier. By default, `user-1`, `user-2`, … */
  readonly user?: string | undefined;
}

/** An account in the backend. Its name may change. */
interface MemoryAccount {
  readonly user: string;
  displayName: string | null;
}

// Control characters, line separators, and characters that change the direction of the text around the name.
const FORBIDDEN_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
// Hangul fillers are letters and U+2800 is a symbol, but both are invisible.
const VISIBLE = /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns a name as it is stored: docs/protocol.md#field-rules. Throws the `AuthError` `policy`. */
export function parseDisplayName(displayName: string): string {
  const name = displayName.trim();
  if (Array.from(name).length > 64 || FORBIDDEN_IN_NAMES.test(name) || !VISIBLE.test(name))
    throw refusal('policy', { field: 'displayName' });
  return name;
}

/** Accounts by number and by login: docs/protocol.md#accounts-and-names. */
export class MemoryAccounts {
  readonly #byPhone = new Map<string, MemoryAccount>();
  readonly #byLogin = new Map<string, { readonly account: MemoryAccount; readonly password: string | undefined }>();
  readonly #byUser = new Map<string, MemoryAccount>();

  /** Adds an account. Throws a TypeError if nobody could sign in with it. */
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

  /** Finds an existing account by the number or login of a setup. */
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
    if (!known) return { account: this.add({ login, password }), created: true };
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
