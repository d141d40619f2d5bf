// The rules of docs/protocol.md#field-rules, as the reference server applies them.

/** Upper case is allowed because the server folds it. */
export const isValidLogin = (login: string): boolean => /^[a-z0-9_.-]{4,32}$/i.test(login);

/** Counts code points after normalisation, because keyboards produce й as one character or as two. */
export const isValidPassword = (password: string): boolean => /^.{8,128}$/su.test(password.normalize('NFKC'));
