import { AuthError, type AuthErrorCode, type AuthErrorDetails, type AuthFailure } from '../../core/auth-error.js';

/**
 * The status and `what` of the answer for each error: docs/protocol.md#errors. Answers with `policy` have the field as `what`. Where the
 * reference server has several, this is one of them: `ip` also stands for `day`.
 */
const ANSWERS = {
  'invalid-request': { status: 400 },
  'invalid-phone': { status: 400, what: 'country' },
  'wrong-code': { status: 401, what: 'code' },
  'wrong-credentials': { status: 401, what: 'password' },
  'session-expired': { status: 401, what: 'token' },
  challenge: { status: 403, what: 'challenge' },
  'code-expired': { status: 410, what: 'code' },
  policy: { status: 422 },
  'too-soon': { status: 429, what: 'send' },
  blocked: { status: 429, what: 'blocked' },
  'too-many-requests': { status: 429, what: 'ip' },
  server: { status: 500 },
  'sms-failed': { status: 503 },
} as const satisfies Partial<Record<AuthErrorCode, { readonly status: number; readonly what?: string }>>;

type AnswerCode = keyof typeof ANSWERS;

/** The errors that a call can be made to fail with: error answers of the reference server, and calls without a readable answer. */
export type FaultCode = AnswerCode | (typeof UNREADABLE)[number];

const UNREADABLE = ['offline', 'network', 'timeout', 'invalid-response'] as const;

const isAnswer = (code: AuthErrorCode): code is AnswerCode => Object.hasOwn(ANSWERS, code);

/** Throws a TypeError for a code that no call can be made to fail with, because tests may be written without type checking. */
export function checkFault(code: FaultCode): void {
  const codes = [...Object.keys(ANSWERS), ...UNREADABLE];
  if (!codes.includes(code)) throw new TypeError(`fault must be one of ${codes.join(', ')}`);
}

/** Returns an error as the client has it: with the HTTP status, if it's an answer of the server. */
export function refusal(code: FaultCode, details: AuthErrorDetails = {}): AuthError {
  return new AuthError(code, isAnswer(code) ? { status: ANSWERS[code].status, ...details } : details);
}

/** Returns the `what` in the `params` of an answer, which says what an error is about: docs/protocol.md#errors. */
export function subjectOf({ code, field }: AuthFailure): string | undefined {
  if (field) return field;
  const answer: { readonly status: number; readonly what?: string } | undefined = isAnswer(code)
    ? ANSWERS[code]
    : undefined;
  return answer?.what;
}
