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

/**
 * The fields that are empty, or the repetition of the password that is none. Numbers and codes say more themselves: as
 * long as there is no whole number, that comes first.
 */
export function problemsOf(values: Values): Problem[] {
  const { phone, password, repeat = password } = values;
  if (phone === '') return [];
  const problems: Problem[] = (Object.keys(values) as Field[])
    // A password may be made of spaces.
    .filter(name => name !== 'code' && !(/^(pass|rep)/.test(name) ? values[name] : values[name]?.trim()))
    .map(field => ({ field, text: 'empty' }));
  return problems[0] || repeat === password ? problems : [{ field: 'repeat', text: 'mismatch' }];
}
