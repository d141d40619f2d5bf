import type { AuthFlow } from '../../../core/auth-flow.js';
import { isValidLogin, isValidPassword } from '../../../core/field-rules.js';
import { MODE_TRAITS, type AuthMode } from '../../../core/modes.js';
import { FIELDS, formFields, type Field } from './form-fields.js';

/** The texts typed into the phone, login and name fields. They are kept while other screens are shown. */
export type Drafts = Partial<Record<Field, string | undefined>>;

/** The values of a form's fields, as the form would submit them: '' for an incomplete phone number. */
export type FormValues = Readonly<Partial<Record<Field, string>>>;

/** An error that the page finds in a field. Nothing is sent while there is one. */
export interface FieldError {
  readonly field: Field;
  /** The key of its message in the texts of the widget or of the errors. */
  readonly textKey: 'emptyField' | 'passwordMismatch' | 'policy-login' | 'policy-password';
}

/**
 * Returns the errors that keep a form from being sent, in the order of the fields: an empty field, a repeated
 * password that differs and, in a registration, a login or a password that breaks a rule. The phone and the code are
 * not checked here, because the client itself rejects them with `invalid-phone` and `invalid-code`.
 * @param hasReferenceRules whether the server applies the rules of docs/protocol.md#field-rules. Other servers may
 * accept what those rules forbid.
 */
export function validateForm(values: FormValues, mode: AuthMode, hasReferenceRules: boolean): FieldError[] {
  const { password } = values;
  const hasRules = hasReferenceRules && MODE_TRAITS[mode].intent === 'register';
  const textKeyFor = (field: Field, value: string): FieldError['textKey'] | undefined => {
    if (!(FIELDS[field].isSecret ? value : value.trim())) return 'emptyField';
    // The client trims the login before it sends it.
    if (hasRules && field === 'login' && !isValidLogin(value.trim())) return 'policy-login';
    if (hasRules && field === 'password' && !isValidPassword(value)) return 'policy-password';
    return field === 'repeat' && password && value !== password ? 'passwordMismatch' : undefined;
  };
  return (Object.keys(FIELDS) as Field[]).flatMap(field => {
    const value = field === 'phone' || field === 'code' ? undefined : values[field];
    const textKey = value === undefined ? undefined : textKeyFor(field, value);
    return textKey ? [{ field, textKey }] : [];
  });
}

/** Whether the failure is about the value of this field. */
export const isFailureOf = (failure: AuthFlow['failure'], field: Field): boolean =>
  !!failure && (failure.field ? field === failure.field : !!FIELDS[field].errorCodes?.includes(failure.code));

/**
 * Returns the first field with an error message: an error found in the page, or the last failure. Returns
 * undefined if there is no message, or if it is about the whole form or about a field of another screen.
 */
export const errorField = (
  flow: Pick<AuthFlow, 'screen' | 'mode' | 'failure'>,
  fieldErrors: readonly FieldError[],
): Field | undefined =>
  formFields(flow).find(field => isFailureOf(flow.failure, field) || fieldErrors.some(error => error.field === field));
