import { LitElement } from 'lit';
import type { AuthState } from '../../../core/auth-state.js';
import { AuthSignedInEvent } from '../auth-widget.events.js';

type Listener = EventListenerOrEventListenerObject;
type Options = boolean | AddEventListenerOptions | null | undefined;

interface Registration {
  readonly listener: Listener;
  readonly capture: boolean;
  readonly once: boolean;
  /** It was added while a person was signed in, and has not been called yet. */
  isWaiting: boolean;
  /** Drops it: the signal was aborted. */
  drop?: () => void;
}

/** As the DOM reads them: a boolean is `capture`. */
const readOptions = (options: Options) =>
  Object(typeof options === 'object' ? options : { capture: options }) as AddEventListenerOptions;

/** The listeners of a host for `auth-signed-in`: the DOM does not tell which are there already. */
class LateListeners {
  readonly #host: LateListenersElement;
  #registrations: Registration[] = [];
  /** Listeners that were removed in this microtask, and had heard of the person. */
  #removed = 0;

  constructor(host: LateListenersElement) {
    this.#host = host;
  }

  add(listener: Listener | null, options: Options): void {
    const { capture, once, signal } = readOptions(options);
    if (!listener || signal?.aborted || this.#find(listener, options)) return;
    const registration: Registration = { listener, capture: !!capture, once: !!once, isWaiting: false };
    this.#registrations.push(registration);
    if (signal) {
      // Weak, as the DOM's own: a signal that outlives the host keeps neither it nor the listener in memory.
      const drop = new WeakRef((registration.drop = () => this.#drop(registration)));
      signal.addEventListener('abort', () => drop.deref()?.());
    }
    if (!this.#host.state.userId) return;
    // React replaces an inline listener at each rendering: it removes one and adds the other.
    if (this.#removed) {
      this.#removed--;
      return;
    }
    registration.isWaiting = true;
    queueMicrotask(() => this.#call(registration));
  }

  remove(listener: Listener | null, options: Options): void {
    this.#drop(this.#find(listener, options));
  }

  /** The event is about to be dispatched: all listeners that are there hear of it. */
  handleSignIn(): void {
    for (const registration of [...this.#registrations]) {
      registration.isWaiting = false;
      if (registration.once) this.#drop(registration);
    }
  }

  #find(listener: Listener | null, options: Options): Registration | undefined {
    const { capture } = readOptions(options);
    return this.#registrations.find(each => each.listener === listener && each.capture === !!capture);
  }

  #drop(registration: Registration | undefined): void {
    if (!registration || !this.#registrations.includes(registration)) return;
    this.#registrations = this.#registrations.filter(each => each !== registration);
    if (!registration.isWaiting && this.#host.state.userId) {
      this.#removed++;
      queueMicrotask(() => (this.#removed = 0));
    }
    registration.isWaiting = false;
  }

  #call(registration: Registration): void {
    const { userId, displayName } = this.#host.state;
    if (!registration.isWaiting) return;
    registration.isWaiting = false;
    if (!userId) return;
    const { listener, capture, once } = registration;
    if (once) this.#host.removeEventListener('auth-signed-in', listener, capture);
    // Not dispatched, which would call the other listeners again: the fields that a dispatch sets are set here.
    const value = this.#host;
    const event = Object.defineProperties(new AuthSignedInEvent(userId, displayName), {
      target: { value, configurable: true },
      currentTarget: { value, configurable: true },
    });
    if (typeof listener === 'function') listener.call(this.#host, event);
    else listener.handleEvent(event);
  }
}

/**
 * An element that calls a listener for `auth-signed-in` which is added while a person is signed in, in a microtask:
 * docs/behaviour/session.md#late-listeners.
 */
export abstract class LateListenersElement extends LitElement {
  readonly #lateListeners = new LateListeners(this);

  abstract get state(): AuthState;

  override addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: this, event: HTMLElementEventMap[Type]) => unknown,
    options?: Options,
  ): void;
  override addEventListener(type: string, listener: Listener | null, options?: Options): void;
  override addEventListener(type: string, listener: Listener | null, options?: Options): void {
    super.addEventListener(type, listener!, options!);
    if (type === 'auth-signed-in') this.#lateListeners.add(listener, options);
  }

  override removeEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: this, event: HTMLElementEventMap[Type]) => unknown,
    options?: Options,
  ): void;
  override removeEventListener(type: string, listener: Listener | null, options?: Options): void;
  override removeEventListener(type: string, listener: Listener | null, options?: Options): void {
    super.removeEventListener(type, listener!, options!);
    if (type === 'auth-signed-in') this.#lateListeners.remove(listener, options);
  }

  override dispatchEvent(event: Event): boolean {
    if (event.type === 'auth-signed-in') this.#lateListeners.handleSignIn();
    return super.dispatchEvent(event);
  }
}
