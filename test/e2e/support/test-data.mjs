// Phone numbers, logins and codes for the tests. Every number and login is new within a test file, so that no test reaches
// the limits of another.

let counter = 0;

/** A phone number in wire form (11 digits). */
export const newPhone = () => `7916555${String(++counter).padStart(4, '0')}`;

export const newLogin = () => `user_${++counter}`;

/** A password that the server's rules allow. */
export const PASSWORD = 'correct horse battery';

/** A six-digit code that differs from `code`. */
export const wrongCode = code => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Formats a phone number in wire form as the page shows it: docs/behaviour/requirements.md#phone-number. */
export const formatPhone = phone =>
  phone.replace(/^7(\d{3})(\d{3})(\d{2})(\d{2})$/, (_, a, b, c, d) => `+7 (${a}) ${b}-${c}-${d}`);
