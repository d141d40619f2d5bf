import type { LitElement, ReactiveController } from 'lit';
import { AuthClient, type AuthClientOptions, type AuthNotice } from '../../../client/auth-client.js';
import type { AuthMode } from '../../../core/modes.js';
import { invalidArgument } from '../../../core/misuse.js';
import { shallowEqual } from '../../../core/shallow-equal.js';
import { reportMisuse } from '../../dom.js';

/** The settings that the host's own client is created from. */
export type ClientSettings = Pick<AuthClientOptions, 'baseUrl' | 'backend' | 'store'>;

/** An address that no server has (RFC 2606): each call to it ends with the error `network`. */
const NO_SERVER = 'https://base-url.invalid';

export interface ClientControllerOptions {
  /** The settings of the host's own client. When they change, that client is replaced. */
  readonly readSettings: () => ClientSettings;
  /** The mode that the host's own client starts in. */
  readonly readMode: () => AuthMode;
  /** The challenge solver of the host's own client. */
  readonly readSolver: () => AuthClientOptions['challenge'];
  readonly onNotice: (notice: AuthNotice) => void;
  /**
   * Called when the host begins to observe its client. `isNew` is false if this is the client that it observed last, before the
   * host was moved or removed.
   */
  readonly onObserve: (isNew: boolean) => void;
}

/**
 * The client of a host: one that the page has set, or the host's own, which is created from the host's settings when it is
 * first needed. The host observes the client while it is connected. Its own client is disposed of when another one replaces it,
 * and not when the host is removed: docs/behaviour/session.md#life-of-an-element.
 */
export class ClientController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: ClientControllerOptions;
  #client: AuthClient | undefined;
  /** The settings that the host's own client was created from; undefined for a client that the page has set. */
  #settings: ClientSettings | undefined;
  #initialMode: AuthMode | undefined;
  /** Whether `prepare` has created the client, and nobody has read it yet. */
  #isPrepared = false;
  #lastObserved: AuthClient | undefined;
  #unobserve: (() => void) | undefined;
  /** The client that the page was told has been disposed of. */
  #reported: AuthClient | undefined;

  constructor(host: LitElement, options: ClientControllerOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get client(): AuthClient {
    if (this.#isPrepared && this.#isInOtherMode) this.#release();
    this.#isPrepared = false;
    if (!this.#client) {
      try {
        this.#create();
      } catch (error) {
        reportMisuse('base-url, backend or store:', error);
        this.#create({ baseUrl: NO_SERVER });
      }
    }
    return this.#client!;
  }

  /**
   * Creates the host's own client before the first update. Only that update applies the properties from before the upgrade,
   * so the client is created again if the mode or the settings have changed by then. That update also reports settings
   * that can't be used.
   */
  prepare(): void {
    if (this.#client) return;
    try {
      this.#create();
      this.#isPrepared = true;
    } catch {
      // The first update tries again, and reports it.
    }
  }

  /** Whether the client is the host's own. */
  get isOwn(): boolean {
    return this.#settings !== undefined;
  }

  /** Whether the client is the host's own, and the host now has another mode than when that client was created. */
  get #isInOtherMode(): boolean {
    return this.isOwn && this.#initialMode !== this.#options.readMode();
  }

  /**
   * Switches to the page's client, or to the host's own if there is none. Nothing changes if that client is already in
   * use. Throws a TypeError for an object that isn't an `AuthClient`.
   */
  replace(client: AuthClient | null | undefined): void {
    if (client ? client === this.#client : this.isOwn) return;
    // An app may be written without type checks.
    if (client && typeof (client as Partial<AuthClient>).observe !== 'function') throw invalidArgument('client');
    this.#release();
    this.#client = client ?? undefined;
    this.#host.requestUpdate();
  }

  /**
   * Replaces the host's own client if its settings have changed, and observes a new client. Must be called at the
   * beginning of each update.
   * @returns whether a change of the host's mode must be applied to the client, even while the host isn't connected:
   * either the client was observed before, or it is the host's own and started in another mode
   */
  sync(): boolean {
    if (this.#settings && !shallowEqual(this.#settings, this.#options.readSettings())) this.#release();
    const isStarted = this.client === this.#lastObserved || this.#isInOtherMode;
    if (!this.#unobserve && this.#host.isConnected) this.#observe();
    if (this.client.isDisposed && this.#host.isConnected && this.#reported !== this.client) {
      this.#reported = this.client;
      reportMisuse('client has been disposed of');
    }
    return isStarted;
  }

  hostConnected(): void {
    // A new host waits for its first update, because frameworks set properties after appending an element.
    if (this.#host.hasUpdated) this.#observe();
  }

  hostDisconnected(): void {
    window.removeEventListener('online', this.#handleOnline);
    this.#unobserve?.();
    this.#unobserve = undefined;
  }

  readonly #handleOnline = (): void => {
    if (this.client.flow.failure?.code === 'offline') this.client.clearError();
  };

  /** @param usable the settings to use in place of the host's */
  #create(usable?: ClientSettings): void {
    const settings = this.#options.readSettings();
    const mode = this.#options.readMode();
    const challenge = this.#options.readSolver();
    this.#client = new AuthClient({ ...(usable ?? settings), mode, challenge });
    this.#settings = settings;
    this.#initialMode = mode;
  }

  #observe(): void {
    const { client } = this;
    window.addEventListener('online', this.#handleOnline);
    this.#unobserve = client.observe(this.#options.onNotice);
    const isNew = client !== this.#lastObserved;
    this.#lastObserved = client;
    this.#options.onObserve(isNew);
  }

  #release(): void {
    this.hostDisconnected();
    if (this.#settings) this.#client?.dispose();
    this.#client = this.#settings = undefined;
  }
}
