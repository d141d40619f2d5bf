// The rules of docs/protocol.md#field-rules, as the reference server checks them.

/** Upper case is allowed here: the server folds it. */
export const isValidLogin = (login: string): boolean => /^[a-z0-9_.-]{4,32}$/i.test(login);

/** The length counts code points after the normalisation, as keyboards write й as one character or as two. */
export const isValidPassword = (password: string): boolean => /^.{8,128}$/su.test(password.normalize('NFKC'));
