/** The fields of the forms. */
export type Field = 'phone' | 'displayName' | 'login' | 'password' | 'repeat' | 'code';

/** What was typed and may be shown again. */
export type Typed = Partial<Record<'phone' | 'login' | 'displayName', string | undefined>>;

/** What keeps a form from being sent. The server knows the other rules. */
export interface Problem {
  readonly field: Field;
  readonly text: 'empty' | 'mismatch';
}

/** The values of the fields that a form has. */
export type Values = Partial<Record<Field, string>>;

/** The first field that is empty, or the repetition of the password that is none. Numbers and codes say more themselves. */
export function problemOf(values: Values): Problem | null {
  const { password, repeat = password } = values;
  const field = (Object.keys(values) as Field[]).find(name => !/phone|code/.test(name) && !values[name]?.trim());
  if (field) return { field, text: 'empty' };
  return repeat === password ? null : { field: 'repeat', text: 'mismatch' };
}
