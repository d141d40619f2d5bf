import type { Answer } from '../world/disturbances.js';

/** The members of an answer that the rules read. */
export interface Params {
  readonly user?: string;
  readonly token?: string;
  readonly displayName?: string | null;
  readonly what?: string;
}

/** The `params` of an answer in the envelope of the protocol, whose code equals its status; else null. */
export function readEnvelope({ status, body }: Answer): Params | null {
  try {
    const { code, params } = JSON.parse(body) as { code?: number; params?: Params };
    return code === status && params ? params : null;
  } catch {
    return null;
  }
}
