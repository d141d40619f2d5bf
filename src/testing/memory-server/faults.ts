import { AuthError, type AuthErrorDetails, type PolicyField } from '../../core/auth-error.js';
import type { AuthBackend, CallOptions } from '../../core/auth-backend.js';
import { checkFault, refusal, type FaultCode } from './refusals.js';

/** The calls of a `MemoryBackend`, named after its methods. */
export type BackendCall = Exclude<keyof AuthBackend, 'connect' | 'findSession'>;

/**
 * The calls that a fault can be about. The value is the field of a `policy` fault whose details name none. In an answer of the protocol, a
 * `policy` error always names a field.
 */
const CALLS: Readonly<Record<BackendCall, PolicyField | undefined>> = {
  requestCode: undefined,
  verifyCode: undefined,
  login: 'password',
  getSession: undefined,
  renewSession: undefined,
  endSession: undefined,
  setDisplayName: 'displayName',
};

/** Throws a TypeError for a call that doesn't exist, because its fault would never happen. */
function checkCall(call: BackendCall): void {
  if (!Object.hasOwn(CALLS, call)) throw new TypeError(`call must be one of ${Object.keys(CALLS).join(', ')}`);
}

/** The error of a failing call: its code, or its code with details. */
export type Fault = FaultCode | (AuthErrorDetails & { readonly code: FaultCode });

/** A call stalled by `MemoryBackend.stallNext`. */
export interface StalledCall {
  /** Resolves when the call is made. */
  readonly started: Promise<void>;
  /** Lets the call continue, or makes it fail. */
  release(fault?: Fault): void;
}

function toError(fault: Fault, call: BackendCall) {
  const { code, ...details } = typeof fault === 'string' ? { code: fault } : fault;
  checkFault(code);
  return refusal(code, code === 'policy' ? { field: CALLS[call], ...details } : details);
}

/** A promise with its `resolve` function. */
function defer<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>(settle => (resolve = settle));
  return { promise, resolve };
}

/** Faults on demand. Each queued fault affects the next call of one name; `isOffline` affects all calls without a fault of their own. */
export class Faults {
  isOffline = false;
  readonly #next: { readonly call: BackendCall; readonly run: () => Promise<Fault | undefined> }[] = [];

  fail(call: BackendCall, fault: Fault): void {
    checkCall(call);
    // This throws for a code that no call can fail with.
    toError(fault, call);
    this.#next.push({ call, run: () => Promise.resolve(fault) });
  }

  stall(call: BackendCall): StalledCall {
    checkCall(call);
    const started = defer<undefined>();
    const released = defer<Fault | undefined>();
    const run = () => {
      started.resolve(undefined);
      return released.promise;
    };
    this.#next.push({ call, run });
    const release = (fault?: Fault) => {
      if (fault) toError(fault, call);
      released.resolve(fault);
    };
    return { started: started.promise.then(() => {}), release };
  }

  /** The fault of every call that has none of its own. */
  get #always(): Fault | undefined {
    return this.isOffline ? 'offline' : undefined;
  }

  /**
   * Applies the first fault queued for this call, or `offline` while `isOffline` is true. Rejects with the `AuthError` of the fault, or with the
   * `AuthError` `cancelled` if the signal is aborted before that. Resolves if there is no fault, or if a stall ends without one.
   */
  async apply(call: BackendCall, { signal }: CallOptions): Promise<void> {
    const index = this.#next.findIndex(next => next.call === call);
    const [next] = index < 0 ? [] : this.#next.splice(index, 1);
    const aborted = defer<'aborted'>();
    if (signal?.aborted) aborted.resolve('aborted');
    signal?.addEventListener('abort', () => aborted.resolve('aborted'));
    const fault = next?.run().then(own => own ?? this.#always) ?? this.#always;
    const outcome = await Promise.race([aborted.promise, fault]);
    if (outcome === 'aborted') throw new AuthError('cancelled');
    if (outcome) throw toError(outcome, call);
  }
}
