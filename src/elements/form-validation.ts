import type { AuthFlow } from '../core/auth-flow.js';
import { FIELDS, formFields, type Field } from './form-fields.js';

/** What was typed into the fields that are not secret, kept while other screens are shown. A phone as its text. */
export type Drafts = Partial<Record<Field, string | undefined>>;

/** The values of the fields of a form, as it would send them: '' for a phone that is not complete. */
export type FormValues = Readonly<Partial<Record<Field, string>>>;

/** A reason, found here, not to send a form. All other rules are the server's. */
export interface FieldError {
  readonly field: Field;
  /** The name of the message among the texts of the widget. */
  readonly text: 'emptyField' | 'passwordMismatch';
}

/**
 * The empty fields of a form, or else a repeated password that differs. A form without a complete phone has no errors
 * here: the client refuses it with `invalid-phone`, and that message comes before those of the other fields. An empty
 * code is refused by the client as well, with `invalid-code`.
 */
export function validateForm(values: FormValues): FieldError[] {
  const { phone, password, repeat = password } = values;
  if (phone === '') return [];
  const empty = (Object.keys(FIELDS) as Field[]).filter(field => {
    const value = values[field];
    return field !== 'code' && value !== undefined && !(FIELDS[field].isSecret ? value : value.trim());
  });
  if (empty.length) return empty.map(field => ({ field, text: 'emptyField' }));
  return repeat === password ? [] : [{ field: 'repeat', text: 'passwordMismatch' }];
}

/**
 * The field under which a message is shown: the first that keeps the form from being sent, or the one that the last
 * failure is about. Undefined where the message is about the whole form, or its field is not on this screen.
 */
export function errorField(
  flow: Pick<AuthFlow, 'screen' | 'mode' | 'failure'>,
  [fieldError]: readonly FieldError[],
): Field | undefined {
  const { failure } = flow;
  return formFields(flow).find(field => {
    if (fieldError) return field === fieldError.field;
    return failure && (failure.field ? field === failure.field : FIELDS[field].errorCodes?.includes(failure.code));
  });
}
