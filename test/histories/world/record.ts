export const BASE_URL = 'https://api.test';
export const RECORD_KEY = `auth-widget:session:${BASE_URL}`;

/** The people that the server knows from the start. */
export const ANNA = { phone: '79161234567', login: 'anna', password: 'correct horse', displayName: 'Anna' };
/** A number that nobody has registered yet. */
export const NEW_PHONE = '79037654321';

/** The record of the session as the reference server's client writes it. */
export interface StoredRecord {
  readonly token: string;
  readonly user: string;
  readonly displayName: string | null;
  readonly obtainedAt: number;
  readonly expiresIn: number;
}

/** The stored session in a JSON text; null if it's none. */
export function readRecord(json: string | null): StoredRecord | null {
  const record = JSON.parse(json ?? 'null') as Partial<StoredRecord> | null;
  return typeof record?.token === 'string' ? (record as StoredRecord) : null;
}
