import { LitElement } from 'lit';
import type { AuthState } from '../../core/auth-state.js';
import { AuthSignedInEvent } from './auth-widget.events.js';

type Listener = EventListenerOrEventListenerObject;
type Options = boolean | AddEventListenerOptions | null | undefined;

/** Returns the options of a listener as an object. The DOM reads a boolean as `capture`. */
const readOptions = (options: Options) =>
  Object(typeof options === 'object' ? options : { capture: options }) as AddEventListenerOptions;

/**
 * Returns a function that removes a recipient, for a signal to call when it is aborted. The reference is weak, like the DOM's,
 * so that a signal that outlives the element doesn't keep it in memory. The function isn't written inside a method, because
 * V8 gives all closures of a method one context: it would keep alive what the others use.
 */
const removeOnAbort = (recipient: WeakRef<Recipient>) => () => recipient.deref()?.remove();

/** The number of listeners that had been told who is signed in and were just removed. It becomes 0 in a microtask. */
interface Vacancies {
  count: number;
}

/**
 * Listens in place of one of the page's listeners, because the DOM doesn't reveal which listeners it has or which it
 * removes by itself.
 */
class Recipient implements EventListenerObject {
  readonly #host: SignedInListenersElement;
  readonly #vacancies: Vacancies;
  readonly #listener: Listener;
  readonly #capture: boolean | undefined;
  readonly #once: boolean | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #handleAbort = removeOnAbort(new WeakRef(this));
  /** The number of the sign-in that the listener is about to be told about, in a microtask; undefined if it isn't. */
  awaitedSignIn: number | undefined;

  constructor(
    host: SignedInListenersElement,
    vacancies: Vacancies,
    listener: Listener,
    { capture, once, signal }: AddEventListenerOptions,
  ) {
    this.#host = host;
    this.#vacancies = vacancies;
    this.#listener = listener;
    this.#capture = capture;
    this.#once = once;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#handleAbort);
  }

  handleEvent(event: Event): void {
    const { count } = this.#vacancies;
    if (this.#once) this.remove();
    try {
      if (typeof this.#listener === 'function') this.#listener.call(this.#host, event);
      else this.#listener.handleEvent(event);
    } finally {
      // A listener with `once` may add its own successor. After the call, its place isn't for others.
      if (this.#once && this.#vacancies.count > count) this.#vacancies.count--;
    }
  }

  remove(): void {
    this.#host.removeEventListener('auth-signed-in', this.#listener, this.#capture);
  }

  dispose(): void {
    this.#signal?.removeEventListener('abort', this.#handleAbort);
  }
}

/**
 * An element that tells listeners for `auth-signed-in` who is signed in if they are added after that event:
 * docs/behaviour/session.md#late-listeners.
 */
export abstract class SignedInListenersElement extends LitElement {
  /** The recipients in the DOM by their listeners: first those that don't capture, then those that do. */
  readonly #recipients = [new WeakMap<Listener, Recipient>(), new WeakMap<Listener, Recipient>()] as const;
  /** The number of `auth-signed-in` events so far. */
  #signInCount = 0;
  readonly #vacancies: Vacancies = { count: 0 };

  abstract get state(): AuthState;

  override addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: this, event: HTMLElementEventMap[Type]) => unknown,
    options?: Options,
  ): void;
  override addEventListener(type: string, listener: Listener | null, options?: Options): void;
  override addEventListener(type: string, listener: Listener | null, options?: Options): void {
    if (type !== 'auth-signed-in' || !listener) {
      super.addEventListener(type, listener!, options!);
      return;
    }
    const recipients = this.#recipientsFor(options);
    const settings = readOptions(options);
    if (settings.signal?.aborted || recipients.has(listener)) return;
    const recipient = new Recipient(this, this.#vacancies, listener, settings);
    recipients.set(listener, recipient);
    // A listener that was added before the element was defined is in the DOM itself, and would be called twice.
    super.removeEventListener(type, listener, options!);
    super.addEventListener(type, recipient, options!);
    if (!this.state.userId) return;
    // React replaces an inline listener at each render: it removes the old one and adds the new one.
    if (this.#vacancies.count) {
      this.#vacancies.count--;
      return;
    }
    recipient.awaitedSignIn = this.#signInCount;
    queueMicrotask(() => {
      const { userId, displayName } = this.state;
      const isAwaited = recipient.awaitedSignIn === this.#signInCount;
      recipient.awaitedSignIn = undefined;
      if (!isAwaited || !userId || recipients.get(listener) !== recipient) return;
      // The event isn't dispatched, because that would tell all other listeners again. The targets, which a dispatch would set,
      // are set here.
      const here = { value: this, configurable: true };
      const event = new AuthSignedInEvent(userId, displayName);
      recipient.handleEvent(Object.defineProperties(event, { target: here, currentTarget: here }));
    });
  }

  override removeEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (this: this, event: HTMLElementEventMap[Type]) => unknown,
    options?: Options,
  ): void;
  override removeEventListener(type: string, listener: Listener | null, options?: Options): void;
  override removeEventListener(type: string, listener: Listener | null, options?: Options): void {
    super.removeEventListener(type, listener!, options!);
    const recipients = this.#recipientsFor(options);
    const recipient = type === 'auth-signed-in' && listener ? recipients.get(listener) : undefined;
    if (!recipient) return;
    recipients.delete(listener!);
    super.removeEventListener(type, recipient, options!);
    recipient.dispose();
    if (!this.state.userId || recipient.awaitedSignIn === this.#signInCount) return;
    this.#vacancies.count++;
    queueMicrotask(() => (this.#vacancies.count = 0));
  }

  override dispatchEvent(event: Event): boolean {
    if (event.type === 'auth-signed-in') this.#signInCount++;
    return super.dispatchEvent(event);
  }

  #recipientsFor(options: Options): WeakMap<Listener, Recipient> {
    return this.#recipients[readOptions(options).capture ? 1 : 0];
  }
}
