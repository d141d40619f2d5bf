import type { ChallengeParameters } from 'altcha-lib/types';

/** The members of `params` that tests read. Each call answers with some of them, and an error with others. */
export interface Params {
  readonly user?: string;
  readonly token?: string;
  readonly displayName?: string | null;
  /** Seconds. */
  readonly expiresIn?: number;
  readonly created?: boolean;
  readonly state?: string;
  readonly device?: string;
  /** Seconds. */
  readonly resendIn?: number;
  readonly cred?: string;
  readonly what?: string;
  readonly attemptsLeft?: number;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly type?: string;
  readonly siteKey?: string;
  readonly parameters?: ChallengeParameters;
  readonly signature?: string;
}

/** The body of every answer of the API. */
export interface Envelope {
  readonly code: number;
  readonly text: string;
  readonly params: Params;
}
