import type { AuthFlow } from '../../core/auth-flow.js';
import { isValidLogin, isValidPassword } from '../../core/field-rules.js';
import { FIELDS, formFields, type Field } from './form-fields.js';

/** What was typed into the fields that are not secret, kept while other screens are shown. A phone as its text. */
export type Drafts = Partial<Record<Field, string | undefined>>;

/** The values of the fields of a form, as it would send them: '' for a phone that is not complete. */
export type FormValues = Readonly<Partial<Record<Field, string>>>;

/** A reason, found here, not to send a form. All other rules are the server's. */
export interface FieldError {
  readonly field: Field;
  /** The name of the message among the texts of the widget or those of the errors. */
  readonly text: 'emptyField' | 'passwordMismatch' | 'policy-login' | 'policy-password';
}

/**
 * Everything that keeps a form from being sent, as far as it is known here, in the order of the fields: empty fields, a
 * repeated password that differs, and in a registration a login and a password that break a rule. Neither a phone nor a code
 * is among it: the client refuses these itself, with `invalid-phone` and `invalid-code`.
 * @param hasReferenceRules whether the server has the rules of the reference server; another one may take what they forbid
 */
export function validateForm(values: FormValues, hasReferenceRules: boolean): FieldError[] {
  const { password, repeat } = values;
  const isRegistration = repeat !== undefined && hasReferenceRules;
  const textFor = (field: Field, value: string): FieldError['text'] | undefined => {
    if (!(FIELDS[field].isSecret ? value : value.trim())) return 'emptyField';
    // The client removes the spaces around a login.
    if (isRegistration && field === 'login' && !isValidLogin(value.trim())) return 'policy-login';
    if (isRegistration && field === 'password' && !isValidPassword(value)) return 'policy-password';
    return field === 'repeat' && password && value !== password ? 'passwordMismatch' : undefined;
  };
  return (Object.keys(FIELDS) as Field[]).flatMap(field => {
    const value = field === 'phone' || field === 'code' ? undefined : values[field];
    const text = value === undefined ? undefined : textFor(field, value);
    return text ? [{ field, text }] : [];
  });
}

/** Whether the failure is about the value of the field. */
export const isAbout = (failure: AuthFlow['failure'], field: Field): boolean =>
  !!failure && (failure.field ? field === failure.field : !!FIELDS[field].errorCodes?.includes(failure.code));

/**
 * The first field with a message: one that keeps the form from being sent, or the one that the last failure is about.
 * Undefined where the message is about the whole form, or its field is not on this screen.
 */
export const errorField = (
  flow: Pick<AuthFlow, 'screen' | 'mode' | 'failure'>,
  fieldErrors: readonly FieldError[],
): Field | undefined =>
  formFields(flow).find(field => isAbout(flow.failure, field) || fieldErrors.some(error => error.field === field));
