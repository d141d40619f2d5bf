/** The fields of the forms, in the order in which they are read. */
export const FIELDS = ['phone', 'displayName', 'login', 'password', 'repeat', 'code'] as const;

export type Field = (typeof FIELDS)[number];

/** What was typed and may be shown again. */
export type Typed = Partial<Record<'phone' | 'login' | 'displayName', string>>;

/** What keeps a form from being sent. The server knows the other rules. */
export interface Problem {
  readonly field: Field;
  readonly text: 'empty' | 'mismatch';
}

/** The value of a field; null where the form has no such field. */
export function valueIn(form: HTMLFormElement, name: Field): string | null {
  const field = form.elements.namedItem(name) as { value: string } | null;
  return field && field.value;
}

/** The first field that is empty, or the repetition of the password that is none. Numbers and codes say more themselves. */
export function problemOf(values: Readonly<Record<Field, string | null>>): Problem | null {
  const empty = FIELDS.find(name => name !== 'phone' && name !== 'code' && values[name]?.trim() === '');
  if (empty) return { field: empty, text: 'empty' };
  const { password, repeat } = values;
  return repeat !== null && repeat !== password ? { field: 'repeat', text: 'mismatch' } : null;
}
