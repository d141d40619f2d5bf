import type { AuthFailure } from '../core/auth-error.js';
import type { AuthFlow, AuthScreen, FlowRecord } from '../core/auth-flow.js';
import type { AuthMode, AuthState, VerificationStep } from '../core/auth-state.js';
import type { AuthSnapshot } from './auth-machine.js';

/** The names of the flow's states, outermost first: `signedOut`, `sms-sent`, `verifying` for example. */
function flowPath({ value }: AuthSnapshot): string[] {
  const path: string[] = [];
  let rest: unknown = value.flow;
  while (typeof rest === 'object' && rest) {
    const [name, inner] = Object.entries(rest)[0] as [string, unknown];
    path.push(name);
    rest = inner;
  }
  return [...path, rest as string];
}

/** The seven fields of the requirements, read off a snapshot. `toMessage` puts a failure in words. */
export function selectState(snapshot: AuthSnapshot, toMessage: (failure: AuthFailure) => string): AuthState {
  const { account, failure, phone } = snapshot.context;
  const [state, detail] = flowPath(snapshot);
  // A reload in mid-verification looks for a session first; the step is what it was.
  const step = detail === 'resuming' ? 'sms-sent' : detail;
  const isAuthenticated = state === 'signedIn';
  const person = isAuthenticated ? account : null;
  return {
    isAuthenticated,
    userId: person?.user ?? null,
    displayName: person?.displayName ?? null,
    isLoading: snapshot.hasTag('busy'),
    error: failure && toMessage(failure),
    phoneForVerification: step === 'sms-sent' ? phone : null,
    verificationStep: step === 'sms-sent' || step === 'verified' ? (step satisfies VerificationStep) : 'none',
  };
}

const SCREENS: Readonly<Record<string, AuthScreen>> = {
  restoring: 'restoring',
  signedIn: 'signed-in',
  'sms-sent': 'code',
  confirmed: 'confirmed',
  verified: 'name',
};

/** What a view needs besides the state. */
export function selectFlow(snapshot: AuthSnapshot): AuthFlow {
  const { phone, typedName, codeLength, attemptsLeft, resend, failure, retry, created } = snapshot.context;
  const [state = '', step = '', detail = ''] = flowPath(snapshot);
  return {
    mode: snapshot.value.mode as AuthMode,
    screen: SCREENS[state] ?? SCREENS[detail] ?? SCREENS[step] ?? 'credentials',
    phone,
    typedName,
    codeLength,
    attemptsLeft,
    resend,
    failure,
    retry,
    created,
  };
}

/** What must survive a reload; null when there is nothing to resume. */
export function selectRecord(snapshot: AuthSnapshot): FlowRecord | null {
  const { phone, typedName, codeLength, idempotent, attemptsLeft, resend, blocked } = snapshot.context;
  const [state, step, detail] = flowPath(snapshot);
  // While a session is being restored nothing has ended yet.
  const awaits = step === 'sms-sent' || step === 'resuming';
  const lasts = awaits || (state === 'signedOut' && (step === 'verified' || detail === 'requesting' || blocked));
  if (!phone || !lasts) return null;
  const mode = snapshot.value.mode as AuthMode;
  const number = { phone, typedName, codeLength, idempotent, attemptsLeft, resend, blocked };
  return { v: 1, mode, step: awaits ? 'sms-sent' : 'none', ...number };
}
