import type { AuthMode } from '../core/auth-state.js';
import type { AuthBackend, SessionStore } from '../core/ports.js';
import type { Texts } from '../locales/texts.js';
import type { ChallengeSolver } from './calls/solve-challenge.js';

export interface AuthClientOptions {
  /**
   * Address of the server, absolute or relative to the page. The origin of the page by default. Without a page, on a
   * server, only an absolute one can be called.
   */
  readonly baseUrl?: string | URL | undefined;
  /** Calls another server than the reference one. `RestBackend` at `baseUrl` by default. */
  readonly backend?: AuthBackend | undefined;
  /** Where the session is stored. `localStorage` by default, and memory where that is not available. */
  readonly store?: SessionStore | undefined;
  /** The mode to start in. `phone-login` by default. */
  readonly mode?: AuthMode | undefined;
  /**
   * Any texts that replace the built-in ones. The client uses those of the errors, over the language that the texts name
   * in `lang` (a registered one, or else English). A widget that is given the client uses all of them.
   */
  readonly texts?: Texts | undefined;
  /**
   * Solves what the server wants solved before it sends a code or tries a password: docs/client.md#challenges. Without it
   * such a call fails with `challenge`.
   */
  readonly challenge?: ChallengeSolver | undefined;
  /**
   * Milliseconds after which a call of `RestBackend` fails with `timeout`. 15 seconds by default. Clients of one address
   * share a backend: the first one decides. Not used with a `backend` of your own.
   */
  readonly timeout?: number | undefined;
}
