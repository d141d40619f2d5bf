import type { AuthFailure } from '../core/auth-error.js';
import type { AuthFlow } from '../core/auth-flow.js';
import type { AuthState } from '../core/auth-state.js';
import type { FlowRecord } from '../core/flow-record.js';
import type { HeldAccount } from '../core/stored-session.js';
import type { AuthSnapshot } from './auth-machine.js';
import type { StateMeta } from './machine-setup.js';

type ActiveMeta = StateMeta & Required<Pick<StateMeta, 'mode' | 'screen' | 'step'>>;

/** Whether there is an account that has its name, or whose server keeps none (undefined). */
const isNamed = (account: HeldAccount | null) => account !== null && account.displayName !== null;

/** Merges the `meta` of all active states. test/machine/selectors.test.ts checks that there is always a mode and a screen. */
function activeMeta(snapshot: AuthSnapshot): ActiveMeta {
  const { account } = snapshot.context;
  const meta = Object.assign({ step: 'none' } as const, ...Object.values(snapshot.getMeta())) as ActiveMeta;
  // During a sign-in over a session (docs/behaviour/flow.md#sign-in-over-a-session), the screen stays that of the session until a code is
  // awaited.
  if (!account || meta.screen !== 'credentials') return meta;
  return { ...meta, screen: isNamed(account) ? 'signed-in' : 'name' };
}

/**
 * Selects the client authentication state: docs/behaviour/requirements.md#client-authentication-state.
 * @param errorText returns the text of a failure in the client's language
 */
export function selectState(snapshot: AuthSnapshot, errorText: (failure: AuthFailure) => string): AuthState {
  const { account, failure, verification } = snapshot.context;
  const { step } = activeMeta(snapshot);
  const isAuthenticated = isNamed(account);
  // An account without its name has a session but doesn't count as signed in yet.
  const signedIn = isAuthenticated ? account : null;
  return {
    isAuthenticated,
    userId: signedIn?.user ?? null,
    displayName: signedIn?.displayName ?? null,
    isLoading: snapshot.hasTag('busy'),
    error: failure && errorText(failure),
    phoneForVerification: step === 'sms-sent' ? verification.phone : null,
    verificationStep: step,
  };
}

/**
 * Selects what a view needs besides the state.
 * @param isEnded whether the client was disposed of. A restore that was running then brings no session
 */
export function selectFlow(snapshot: AuthSnapshot, isEnded = false): AuthFlow {
  const { verification, failure, retryDeadline, created, challenge } = snapshot.context;
  const {
    idempotent: _idempotent,
    isCodeOver: _isCodeOver,
    isResendNamed: _isResendNamed,
    register: _register,
    state: _state,
    ...shown
  } = verification;
  const { mode, screen, step } = activeMeta(snapshot);
  const screenAfterRestore = step === 'none' ? 'credentials' : 'code';
  return {
    ...shown,
    mode,
    screen: isEnded && screen === 'restoring' ? screenAfterRestore : screen,
    failure,
    retry: retryDeadline,
    created,
    challenge: snapshot.hasTag('busy') && !isEnded ? challenge : null,
  };
}

/** Selects what must survive a reload; null if there is nothing to continue. */
export function selectRecord(snapshot: AuthSnapshot): FlowRecord | null {
  const { verification } = snapshot.context;
  const { screen, mode, step, isResumable } = activeMeta(snapshot);
  const { phone, blocked } = verification;
  // The form needs a record only to show how long the number is still blocked.
  const isNeeded = isResumable || (screen !== 'signed-in' && blocked);
  if (!phone || !isNeeded) return null;
  return { v: 1, mode, step: step === 'sms-sent' ? 'sms-sent' : 'none', ...verification, phone };
}
