/** What is stored for a server: the flow in `sessionStorage`, the rest in `localStorage`. */
type StoredRecord = 'code' | 'country' | 'device' | 'flow' | 'session';

/**
 * Returns the key of a record: docs/behaviour/session.md#record.
 * @param owner the address of the server, absolute and without a trailing slash; for `flow`, the name that clients share
 */
export const storageKey = (record: StoredRecord, owner: string): string => `auth-widget:${record}:${owner}`;
