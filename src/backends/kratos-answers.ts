// Reads the forms and errors of Ory Kratos.
import { readRetryAfter, readText, type HttpAnswer } from '../client/calls/http.js';
import { AuthError, type AuthErrorCode, type PolicyField } from '../core/auth-error.js';

export type Json = Readonly<Record<string, unknown>>;

export type ErrorCodes = Readonly<Record<string, AuthErrorCode>>;

/** The meanings of the server's messages and errors: https://www.ory.sh/docs/kratos/concepts/ui-messages */
const CODES: ErrorCodes = {
  4000006: 'wrong-credentials',
  4000007: 'account-exists',
  4000028: 'account-exists',
  4000035: 'unknown-user',
  4000036: 'code-expired', // the code was requested with other traits
  4000037: 'unknown-user',
  4010007: 'code-expired', // the flow has succeeded before
  4010008: 'wrong-code',
  4040002: 'code-expired',
  4040003: 'wrong-code',
  security_csrf_violation: 'invalid-request',
  self_service_flow_expired: 'code-expired',
};

/**
 * Returns the error code of an answer whose message isn't known. If Kratos refuses, as for an account that is switched off, it's
 * `refused`. If a proxy does, it's `invalid-request`.
 */
function codeOfStatus(status: number, isFromKratos: boolean): AuthErrorCode {
  if (status === 429) return 'too-many-requests';
  if (status >= 500) return 'server';
  return isFromKratos ? 'refused' : 'invalid-request';
}

export const toObject = (value: unknown) => Object(value) as Json;
export const toArray = (value: unknown) => (Array.isArray(value) ? (value as unknown[]).map(toObject) : []);

/** Yields each error message of the `ui` of a form with the name of its field, which is undefined for the whole form. */
export function* messagesOf(ui: unknown): Generator<{ readonly message: Json; readonly name?: unknown }> {
  const { nodes, messages } = toObject(ui);
  for (const message of toArray(messages)) if (message.type === 'error') yield { message };
  for (const node of toArray(nodes)) {
    const { name } = toObject(node.attributes);
    for (const message of toArray(node.messages)) if (message.type === 'error') yield { message, name };
  }
}

/** Returns the field of the widget that a field of the server's form stands for: the login, unless it's the password or the name. */
function fieldOf(name: unknown, nameTrait: string | null): PolicyField {
  if (name === 'password') return 'password';
  return name === `traits.${nameTrait}` ? 'displayName' : 'login';
}

/** What an error depends on besides the answer. */
export interface ErrorContext {
  /** Whether the call was made for a session: with its token, or with a cookie. */
  readonly hasSession: boolean;
  /** The trait that holds the name. */
  readonly nameTrait: string | null;
  /** The meanings of messages and errors in this call. They take precedence over the usual ones. */
  readonly codes?: ErrorCodes | undefined;
  /** Returns what a person reads about a refusal or a broken rule; undefined for the widget's own text. `id` is '' if the answer has none. */
  readonly toText?: ((id: string, message: string) => string | undefined) | undefined;
}

/** Returns the error for an answer that is no success, from Kratos or a proxy. */
export function toError(
  { status, headers, json }: HttpAnswer,
  { hasSession, nameTrait, codes = {}, toText }: ErrorContext,
): AuthError {
  const { error, ui } = toObject(json);
  const { id, reason, code: errorStatus } = toObject(error);
  const [first] = messagesOf(ui);
  const messageId = first ? String(first.message.id) : (readText(id) ?? '');
  const sentence = readText(first ? first.message.text : reason) ?? '';
  // After too many wrong codes, Kratos takes no more of them. Other errors have the same id, so only the sentence tells this one.
  const isTooOften = /submitted too often/.test(sentence);
  // `/sessions/whoami` gives its error no id. It has the status in the body, which the answer of a proxy lacks.
  const isSessionOver = hasSession && status === 401 && errorStatus === 401;
  const known = isTooOften
    ? 'code-expired'
    : isSessionOver
      ? 'session-expired'
      : (codes[messageId] ?? CODES[messageId]);
  const code = known ?? (first?.name ? 'policy' : codeOfStatus(status, !!(first ?? error)));
  return new AuthError(code, {
    status,
    retryAfter: readRetryAfter(headers),
    field: code === 'policy' ? fieldOf(first?.name, nameTrait) : undefined,
    text: code === 'policy' || code === 'refused' ? toText?.(messageId, sentence) : undefined,
  });
}
