import type { AuthMode } from '../core/modes.js';
import type { AuthBackend } from '../core/auth-backend.js';
import type { SessionStore } from '../core/stored-session.js';
import type { Texts } from '../locales/text-keys.js';
import type { ChallengeSolver } from './calls/solve-challenge.js';

export interface AuthClientOptions {
  /**
   * The address of the server, absolute or relative to the page. By default, the origin of `document.baseURI`. On a
   * server and in a worker, there is no page, and only an absolute address can be called. With your own `backend`, it only names what
   * is stored, and which clients share a session.
   */
  readonly baseUrl?: string | URL | undefined;
  /** The backend that calls the server. By default, `RestBackend` at `baseUrl`: docs/protocol.md. */
  readonly backend?: AuthBackend | undefined;
  /** Where the session is stored. By default, `localStorage`, or memory if that isn't available. */
  readonly store?: SessionStore | undefined;
  /** The mode to start in. By default, `phone-login`. */
  readonly mode?: AuthMode | undefined;
  /**
   * Texts that replace built-in ones. The client itself uses only the error texts. Those that you leave out come from
   * the language that `texts.lang` names, if it is registered when the texts are set, or else from English. A widget that
   * uses this client uses all of the texts.
   */
  readonly texts?: Texts | undefined;
  /**
   * The countries whose numbers are taken, as in `<phone-input countries>`: `ru kz by`. Their files must be imported:
   * `auth-widget/countries/by.js`. A country that isn't imported is left out. By default, or if none is imported, numbers after +7.
   */
  readonly countries?: string | undefined;
  /**
   * Shows the captcha that the server wants solved before it sends a code or checks a password, and resolves with its token:
   * docs/client.md#challenges. Without it, such a call fails with `challenge`. The client solves a proof of work (`pow`) itself.
   */
  readonly challenge?: ChallengeSolver | undefined;
  /**
   * Switches the device memory off, and removes one that is stored: docs/behaviour/session.md#device-memory. By default,
   * false.
   */
  readonly noDeviceMemory?: boolean | undefined;
  /**
   * Milliseconds after which a call of `RestBackend` fails with `timeout`. By default, 15,000. Clients of the same
   * address and store share a backend, so the first client's value applies. Ignored with your own `backend`.
   */
  readonly timeout?: number | undefined;
}
