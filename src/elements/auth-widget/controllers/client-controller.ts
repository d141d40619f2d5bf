import type { LitElement, ReactiveController } from 'lit';
import { AuthClient, type AuthClientOptions, type AuthNotice } from '../../../client/auth-client.js';
import type { AuthMode } from '../../../core/auth-state.js';
import { shallowEqual } from '../../../core/shallow-equal.js';

/** What a client of the host's own is created from. */
export type ClientSettings = Pick<AuthClientOptions, 'baseUrl' | 'backend' | 'store'>;

export interface ClientControllerOptions {
  /** The settings of a client of the host's own. When they have changed, that client is replaced. */
  readonly readSettings: () => ClientSettings;
  /** The mode that a client of the host's own begins with. */
  readonly readMode: () => AuthMode;
  /** The solver of challenges of a client of the host's own. */
  readonly readSolver: () => AuthClientOptions['challenge'];
  readonly onNotice: (notice: AuthNotice) => void;
  /** The client is observed from here on; `isNew` for the first time, and not after each move of the host. */
  readonly onObserve: (isNew: boolean) => void;
}

/**
 * The client behind a host: one that a page has set, or one of the host's own, created from its settings when it is
 * first needed. It is observed while the host is connected, and only its own client is disposed of:
 * docs/behaviour/session.md#life-of-an-element.
 */
export class ClientController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: ClientControllerOptions;
  #client: AuthClient | undefined;
  /** What the client was created from; undefined for one that a page has set. */
  #settings: ClientSettings | undefined;
  #initialMode: AuthMode | undefined;
  #lastObserved: AuthClient | undefined;
  #unobserve: (() => void) | undefined;

  constructor(host: LitElement, options: ClientControllerOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  get client(): AuthClient {
    if (!this.#client) {
      this.#settings = this.#options.readSettings();
      this.#initialMode = this.#options.readMode();
      const challenge = this.#options.readSolver();
      this.#client = new AuthClient({ ...this.#settings, mode: this.#initialMode, challenge });
    }
    return this.#client;
  }

  /** Whether the client is the host's own. */
  get isOwn(): boolean {
    return this.#settings !== undefined;
  }

  /**
   * Puts the client of a page in the place of the present one; none makes room for one of the host's own. To set the
   * client that is there already, or none where there is none from a page, changes nothing.
   */
  replace(client: AuthClient | null | undefined): void {
    if (client ? client === this.#client : this.isOwn) return;
    this.#release();
    this.#client = client ?? undefined;
    this.#host.requestUpdate();
  }

  /**
   * For the host, at the beginning of each update: replaces a client of its own whose settings have changed, and
   * observes a new one.
   * @returns whether a change of the host's mode is news to the client, also while the host is not connected: the client
   * was observed before, or is the host's own and has begun in another mode
   */
  sync(): boolean {
    if (this.#settings && !shallowEqual(this.#settings, this.#options.readSettings())) this.#release();
    const isStarted =
      this.client === this.#lastObserved || (this.isOwn && this.#initialMode !== this.#options.readMode());
    if (!this.#unobserve && this.#host.isConnected) this.#observe();
    return isStarted;
  }

  hostConnected(): void {
    // The first time it waits for the first update: frameworks set properties after they have appended an element.
    if (this.#host.hasUpdated) this.#observe();
  }

  hostDisconnected(): void {
    this.#unobserve?.();
    this.#unobserve = undefined;
  }

  #observe(): void {
    const { client } = this;
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
