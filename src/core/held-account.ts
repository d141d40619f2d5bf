import type { Account, SignInMethod } from './ports.js';

/** The account whose session is held. */
export interface HeldAccount extends Account {
  /** How the person signed in: `StoredSession.method`. */
  readonly method?: SignInMethod | undefined;
}

/** The account alone of a session or a record. */
export const toAccount = ({ user, displayName, method }: HeldAccount): HeldAccount => ({ user, displayName, method });
