/** What is stored for a server: the flow in `sessionStorage`, the rest in `localStorage`. */
type StoredRecord = 'code' | 'country' | 'device' | 'flow' | 'session';

// Three more names begin with `auth-widget:`: the lock for renewals (src/client/session/shared-session.ts), the probe of a
// storage (web-storage.ts) and the mark of a tab in which Playwright has signed in (src/testing/playwright.ts).

/**
 * Returns the key of a record: docs/behaviour/session.md#record.
 * @param owner the address of the server, absolute and without a trailing slash; for `flow`, the name that clients share
 */
export const storageKey = (record: StoredRecord, owner: string): string => `auth-widget:${record}:${owner}`;
