// Phone numbers, codes and clients for the tests with a real server. Every number is new within a test file.
let count = 0;

/** A phone number in wire form. */
export const newPhone = () => `7916777${String(++count).padStart(4, '0')}`;

/** A six-digit code that differs from `code`. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const PASSWORD = 'correct horse battery';
