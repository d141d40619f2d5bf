/** The fields of the forms. */
export type Field = 'phone' | 'displayName' | 'login' | 'password' | 'repeat' | 'code';

/** What was typed and may be shown again. */
export type Typed = Partial<Record<'phone' | 'login' | 'displayName', string | undefined>>;

/** What keeps a form from being sent. The server knows the other rules. */
export interface FieldError {
  readonly field: Field;
  readonly text: 'empty' | 'mismatch';
}

/** The values of the fields that a form has. */
export type Values = Partial<Record<Field, string>>;

/**
 * The fields that are empty, or the repetition of the password that is none. Numbers and codes say more themselves: as
 * long as there is no whole number, that comes first.
 */
export function validateForm(values: Values): FieldError[] {
  const { phone, password, repeat = password } = values;
  if (phone === '') return [];
  const fieldErrors: FieldError[] = (Object.keys(values) as Field[])
    // A password may be made of spaces.
    .filter(name => name !== 'code' && !(/^(pass|rep)/.test(name) ? values[name] : values[name]?.trim()))
    .map(field => ({ field, text: 'empty' }));
  return fieldErrors[0] || repeat === password ? fieldErrors : [{ field: 'repeat', text: 'mismatch' }];
}
